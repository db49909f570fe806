import { CLASSBOOK_PAGE, classbookApi } from '@kreide/core/features/classbook';
import { useInfiniteQuery } from '@tanstack/react-query';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Tag } from '../../ui/Tag.tsx';
import { EmptyList } from './book-context.tsx';
import styles from './Classbook.module.css';
import { ListBar } from './ListBar.tsx';
import { Person } from './MembersTab.tsx';
import { useList } from './use-list.ts';

/** How often and how long each pupil was away (T-2.59). */
export function StatisticsTab() {
  const { t } = useTranslation('classbook');
  const { args, typed, setTyped } = useList();
  const query = useInfiniteQuery(infiniteQueryOf(classbookApi.getStatistics, args, CLASSBOOK_PAGE));
  const figure = (label: string, { count, minutes }: { count: number; minutes: number }) =>
    count > 0 && (
      <Tag>
        {label} {t('statistics.value', { number: count, length: minutes })}
      </Tag>
    );
  return (
    <div className={styles.list}>
      <ListBar typed={typed} onType={setTyped} />
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.rows}
        label={t('tabs.statistics')}
        skeleton={{ label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        headingLevel={3}
        empty={<EmptyList />}
      >
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
      </InfiniteList>
    </div>
  );
}
