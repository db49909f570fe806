import type { ComponentProps, ReactNode } from 'react';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyState } from '../../ui/States.tsx';
import { useBookContext } from './book-context.ts';
import styles from './Classbook.module.css';
import { ListBar } from './ListBar.tsx';

interface BookListProps<Row> {
  query: ComponentProps<typeof InfiniteList<Row>>['query'];
  /** What is searched for above it. */
  bar: ComponentProps<typeof ListBar>;
  /** Between what is asked for and the rows. */
  above?: ReactNode;
  children: (row: Row) => ReactNode;
}

/** The list of the open tab: its filters and its search, and the rows below. */
export function BookList<Row extends { id: number | string }>({ query, bar, above, children }: BookListProps<Row>) {
  const { t } = useTranslation('classbook');
  const { place } = useBookContext();
  return (
    <div className={styles.list}>
      <ListBar {...bar} />
      {above}
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.rows}
        label={t(`tabs.${place.list}`)}
        skeleton={{ label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        headingLevel={3}
        empty={<EmptyState icon="list" title={t('list.emptyTitle')} text={t('list.emptyText')} headingLevel={3} />}
      >
        {children}
      </InfiniteList>
    </div>
  );
}
