import type { DeskCounts } from '@kreide/core/features/desk';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './Desk.module.css';
import { countsQuery } from './desk-queries.ts';
import { toText } from './use-desk-words.ts';

/** Substitutions given: of all teachers at the desk, to a teacher their own (D-8.13). */
export function CountsTable() {
  const { t } = useTranslation('desk');
  const query = useQuery(countsQuery);
  return (
    <Loaded query={query} skeleton={{ items: 3, label: t('loading') }} errorTitle={t('errorTitle')}>
      {(known) => <Table {...known} />}
    </Loaded>
  );
}

function Table({ compared, counts }: DeskCounts) {
  const { t, language } = useTranslation('desk');
  const isOther = compared !== 'week' && compared !== 'year';
  const shares = new Intl.NumberFormat(language);
  if (counts.length === 0) return <p>{t('counts.none')}</p>;
  return (
    <>
      <p className={styles.muted}>{t('counts.text')}</p>
      <div className={styles.scroll}>
        <table className={styles.counts}>
          <thead>
            <tr>
              <th scope="col">{t('counts.teacher')}</th>
              <th scope="col">{t('rule.window.week')}</th>
              {isOther && <th scope="col">{t(`rule.window.${compared}`)}</th>}
              <th scope="col">{t('rule.window.year')}</th>
              <th scope="col">{`${t('counts.share')}, ${t(`rule.window.${compared}`)}`}</th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ teacher, in_week, in_window, in_year, share }) => (
              <tr key={teacher.id}>
                <th scope="row">{toText(teacher)}</th>
                <td>{in_week}</td>
                {isOther && <td>{in_window}</td>}
                <td>{in_year}</td>
                <td>{shares.format(share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
