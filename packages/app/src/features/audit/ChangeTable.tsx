import type { AuditLogEntry } from '@kreide/core/features/audit';
import { textOf } from '../../kernel/html-text.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './AuditFacts.module.css';
import { sayField, toShownValue } from './audit-words.ts';

interface ChangeTableProps {
  entry: Pick<AuditLogEntry, 'before' | 'after' | 'names'>;
  timeZone: string;
}

/** Field by field what it was and what it became; of a new record only this, of a removed one only that. */
export function ChangeTable({ entry: { before, after, names }, timeZone }: ChangeTableProps) {
  const { t, language } = useTranslation('audit');
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const show = (field: string, value: unknown) =>
    toShownValue(field, value, { t, language, timeZone, names }) ?? (
      <span className={styles.empty}>{t('values.empty')}</span>
    );
  const shown = (record: Values, field: string) =>
    show(
      field,
      field === 'content' && isSaidByWords(before, after) ? textOf(String(record?.content ?? '')) : record?.[field],
    );
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
            {before && <td>{shown(before, field)}</td>}
            {after && <td>{shown(after, field)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Values = AuditLogEntry['after'];

/** Whether the words alone tell rich text apart: where only its marks changed, these are shown too; plain text has none. */
function isSaidByWords(before: Values, after: Values): boolean {
  const texts = [before, after].flatMap((record) => (record?.content ? [String(record.content)] : []));
  const words = new Set(texts.map(textOf));
  return texts.every((text) => /^<\w/.test(text)) && words.size === new Set(texts).size;
}
