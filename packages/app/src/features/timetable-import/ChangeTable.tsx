import { CHANGE_KINDS, PARTS, type Upload } from '@kreide/core/features/timetable-import';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './ImportScreens.module.css';

/** How many lessons, substitutions and other records would be added, changed and removed. */
export function ChangeTable({ changes }: { changes: NonNullable<Upload['changes']> }) {
  const { t } = useTranslation('timetable-import');
  const rows = [
    { name: t('records.lessons'), counts: changes.lessons },
    { name: t('records.substitutions'), counts: changes.substitutions },
    ...PARTS.map((key) => ({ name: t(`records.${key}`), counts: changes.parts[key] })).filter(({ counts }) =>
      CHANGE_KINDS.some((kind) => counts[kind] > 0),
    ),
  ];
  return (
    <table className={styles.counts}>
      <caption>{t('review.caption')}</caption>
      <thead>
        <tr>
          <td />
          {CHANGE_KINDS.map((kind) => (
            <th key={kind} scope="col">
              {t(`change.${kind}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, counts }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {CHANGE_KINDS.map((kind) => (
              <td key={kind}>{counts[kind]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
