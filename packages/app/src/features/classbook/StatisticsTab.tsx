import { CLASSBOOK_PAGE, classbookApi } from '@kreide/core/features/classbook';
import { useInfiniteQuery } from '@tanstack/react-query';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Tag } from '../../ui/Tag.tsx';
import { BookList } from './BookList.tsx';
import styles from './Classbook.module.css';
import { Person } from './MembersTab.tsx';
import { useList } from './use-list.ts';

/** How often and how long each pupil was away (T-2.59). */
export function StatisticsTab() {
  const { t } = useTranslation('classbook');
  const { args, bar } = useList();
  const query = useInfiniteQuery(infiniteQueryOf(classbookApi.getStatistics, args, CLASSBOOK_PAGE));
  const figure = (label: string, { count, minutes }: { count: number; minutes: number }) =>
    count > 0 && (
      <Tag>
        {label} {t('statistics.value', { number: count, length: minutes })}
      </Tag>
    );
  return (
    <BookList query={query} bar={bar}>
      {(row) => (
        <Person
          member={row}
          end={
            <span className={styles.tags}>
              {figure(t('statistics.absent'), row.absent)}
              {figure(t('statistics.late'), row['too-late'])}
            </span>
          }
        />
      )}
    </BookList>
  );
}
