import type { AuditLogEntry } from '@kreide/core/features/audit';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './AuditItem.module.css';
import { sayField, toShownValue } from './audit-words.ts';

interface ChangeTableProps {
  entry: Pick<AuditLogEntry, 'before' | 'after'>;
  timeZone: string;
}

/** Field by field what it was and what it became; of a new record only this, of a removed one only that. */
export function ChangeTable({ entry: { before, after }, timeZone }: ChangeTableProps) {
  const { t, language } = useTranslation('audit');
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const show = (value: unknown) =>
    toShownValue(value, { t, language, timeZone }) ?? <span className={styles.empty}>{t('values.empty')}</span>;
  return (
    <table className={styles.table}>
      <caption>{t('entry.changes')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('entry.field')}</th>
          {before && <th scope="col">{t('entry.before')}</th>}
          {after && <th scope="col">{t('entry.after')}</th>}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{sayField(field, t)}</th>
            {before && <td>{show(before[field])}</td>}
            {after && <td>{show(after[field])}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
