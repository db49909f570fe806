import { type Basedata, type BasedataRow, nameOfRow, WISHED, type Wished } from '@kreide/core/features/planner';
import { type ApiError, isAllowed } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toSaid } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Basedata.module.css';
import { BasedataForm } from './BasedataForm.tsx';
import { type Cell, FIELDS, labelOf, type Units } from './basedata-fields.ts';
import { removeRow, restoreRow } from './basedata-queries.ts';
import { TimesDialog } from './TimesDialog.tsx';
import { useCellWords } from './use-cell-words.ts';

const isWished = (entity: Basedata): entity is Wished => WISHED.some((one) => one === entity);

interface BasedataTableProps {
  entity: Basedata;
  rows: readonly BasedataRow[];
  units: Units;
  /** The row that is edited; 0: a new one. */
  editedId: number | null;
  onEdit: (id: number | null) => void;
}

/** A table of master data; one row of it at a time can be edited in its place. */
export function BasedataTable({ entity, rows, units, editedId, onEdit }: BasedataTableProps) {
  const { t } = useTranslation('planner');
  const { permissions, school } = useSelf();
  const say = useCellWords(units);
  const fields = FIELDS[entity];
  const [timed, setTimed] = useState<BasedataRow | null>(null);
  const remove = useMutation(removeRow);
  const restore = useMutation(restoreRow);
  const take = (row: BasedataRow) => {
    const name = nameOfRow(row);
    const params = { entity, id: `${row.id}` };
    const failed = (error: ApiError) => toasts.show('error', toSaid(error));
    // A toast outlives the table.
    const undo = () =>
      restore.mutateAsync({ params }).then(() => toasts.show('success', t('basedata.saved', { name })), failed);
    remove.mutate(
      { params },
      {
        onError: failed,
        onSuccess: () =>
          toasts.show('success', t('basedata.removed', { name }), {
            action: { label: t('restore'), onAction: () => void undo() },
          }),
      },
    );
  };
  const formOf = (row: BasedataRow | null) => (
    <tr key={row?.id ?? 0}>
      <td colSpan={fields.length + 2}>
        <BasedataForm entity={entity} row={row} rows={rows} units={units} onClose={() => onEdit(null)} />
      </td>
    </tr>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer scrolls it with the arrow keys
    <section className={styles.scroll} tabIndex={0} aria-label={t(`basedata.kinds.${entity}`)}>
      <table className={styles.table} aria-label={t('basedata.table', { name: t(`basedata.kinds.${entity}`) })}>
        <thead>
          <tr>
            {fields.map(({ key }) => (
              <th key={key} scope="col">
                {t(labelOf(entity, key))}
              </th>
            ))}
            <th scope="col">{t('basedata.source')}</th>
            <th scope="col">{t('basedata.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {editedId === 0 && formOf(null)}
          {rows.map((row) =>
            row.id === editedId ? (
              formOf(row)
            ) : (
              <tr key={row.id}>
                {fields.map((field, index) => {
                  const text = say(field, (row as unknown as Record<string, Cell>)[field.key] ?? null);
                  return index === 0 ? (
                    <th key={field.key} scope="row">
                      {text}
                    </th>
                  ) : (
                    <td key={field.key} data-label={text && t(labelOf(entity, field.key))}>
                      {text}
                    </td>
                  );
                })}
                <td>
                  <Tag look={row.is_imported ? 'info' : 'plain'}>
                    {row.is_imported ? t('basedata.imported', { source: row.source }) : t('basedata.own')}
                  </Tag>
                </td>
                <td>
                  <div className={styles.actions}>
                    {'channel_id' in row && row.channel_id !== null && permissions.includes('view-all-channels') && (
                      <LinkButton
                        look="quiet"
                        icon="chat"
                        href={`/management/${school.uuid}/channels/${row.channel_id}`}
                        aria-label={t('basedata.channelOf', { name: nameOfRow(row) })}
                      >
                        {t('basedata.channel')}
                      </LinkButton>
                    )}
                    {isAllowed(row.can, 'update') && (
                      <Button
                        look="quiet"
                        icon="edit"
                        aria-label={t('basedata.edit', { name: nameOfRow(row) })}
                        onPress={() => onEdit(row.id)}
                      >
                        {t('editor.edit')}
                      </Button>
                    )}
                    {isAllowed(row.can, 'update') && isWished(entity) && (
                      <Button
                        look="quiet"
                        icon="clock"
                        aria-label={t('basedata.times.openOf', { name: nameOfRow(row) })}
                        onPress={() => setTimed(row)}
                      >
                        {t('basedata.times.open')}
                      </Button>
                    )}
                    {isAllowed(row.can, 'remove') && (
                      <Button
                        look="quiet"
                        icon="trash"
                        aria-label={t('basedata.remove', { name: nameOfRow(row) })}
                        onPress={() => take(row)}
                      >
                        {t('remove')}
                      </Button>
                    )}
                  </div>
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {timed && isWished(entity) && <TimesDialog entity={entity} row={timed} onClose={() => setTimed(null)} />}
      {rows.length === 0 && editedId === null && <p>{t('basedata.empty')}</p>}
    </section>
  );
}
