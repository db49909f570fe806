import type { Evening } from '@kreide/core/features/parents-evening';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Link } from '../../ui/Link.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { EveningDialog } from './EveningDialog.tsx';
import styles from './Evenings.module.css';
import { eveningsQuery, removeEvening } from './evening-queries.ts';
import { PhaseTag } from './PhaseTag.tsx';
import { useTimes } from './use-times.ts';

/** `/management/:schoolUuid/parents-evenings`: the evenings of the school, and how they fill. */
export function EveningsScreen() {
  const { t } = useTranslation(['parents-evening', 'errors', 'shell']);
  const { school, permissions } = useSelf();
  const isAllowed = permissions.includes('manage-parents-evenings');
  const evenings = useQuery({ ...eveningsQuery(), enabled: isAllowed });
  const [opened, setOpened] = useState<Evening | 'new' | null>(null);
  const [removed, setRemoved] = useState<Evening | null>(null);
  const remove = useMutation(removeEvening);
  const { spanOf } = useTimes();
  if (!isAllowed) return <EmptyState icon="lock" title={t('refusedTitle')} text={t('refusedText')} />;

  function takeAway({ id, name }: Evening) {
    remove.mutate(
      { params: { id: `${id}` } },
      {
        onSuccess: () => toasts.show('success', t('removed', { name })),
        onError: (error) => toasts.show('error', t('failed', { reason: toReason(t, error) })),
        onSettled: () => setRemoved(null),
      },
    );
  }

  const add = (
    <Button look="primary" icon="plus" onPress={() => setOpened('new')}>
      {t('add')}
    </Button>
  );
  return (
    <div className={styles.screen}>
      <Loaded
        query={evenings}
        skeleton={{ type: 'list', label: t('loading') }}
        errorTitle={t('errorTitle')}
        empty={<EmptyState icon="talk" title={t('emptyTitle')} text={t('emptyText')} action={add} />}
      >
        {(all) => (
          <Card>
            <ul className={styles.list} aria-label={t('title')}>
              {all.map((evening) => (
                <li key={evening.id} className={styles.row}>
                  <span className={styles.words}>
                    <Link to={`/management/${school.uuid}/parents-evenings/${evening.id}`}>{evening.name}</Link>
                    <span className={styles.muted}>
                      {spanOf(evening)} ·{' '}
                      {t('counts', { booked: evening.bookings_count, teachers: evening.teachers_count })}
                    </span>
                  </span>
                  <span className={styles.tags}>
                    <PhaseTag phase={evening.phase} />
                    {evening.can.update === 1 && (
                      <IconButton
                        icon="edit"
                        label={t('edit', { name: evening.name })}
                        onPress={() => setOpened(evening)}
                      />
                    )}
                    {evening.can.delete === 1 && (
                      <IconButton
                        icon="trash"
                        label={t('remove', { name: evening.name })}
                        onPress={() => setRemoved(evening)}
                      />
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </Loaded>
      {evenings.data?.length !== 0 && <div>{add}</div>}
      {opened !== null && <EveningDialog known={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />}
      {removed && (
        <ConfirmDialog
          title={t('remove', { name: removed.name })}
          texts={{ confirm: t('remove', { name: removed.name }), cancel: t('cancel'), close: t('shell:close') }}
          isPending={remove.isPending}
          onConfirm={() => takeAway(removed)}
          onClose={() => setRemoved(null)}
        >
          <p>{t('removeText')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
