import { CLASSBOOK_PAGE, classbookApi } from '@kreide/core/features/classbook';
import { useInfiniteQuery } from '@tanstack/react-query';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyList } from './book-context.tsx';
import styles from './Classbook.module.css';
import { HomeworkCard } from './HomeworkCard.tsx';
import { ListBar } from './ListBar.tsx';
import { useList } from './use-list.ts';

/** The homework of the course or class, or of one's own lessons (T-2.58). */
export function HomeworkTab() {
  const { t } = useTranslation('classbook');
  const { args, typed, setTyped } = useList();
  const query = useInfiniteQuery(infiniteQueryOf(classbookApi.listHomeworks, args, CLASSBOOK_PAGE));
  return (
    <div className={styles.list}>
      <ListBar typed={typed} onType={setTyped} />
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.rows}
        label={t('tabs.homework')}
        skeleton={{ label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        headingLevel={3}
        empty={<EmptyList />}
      >
        {(homework) => <HomeworkCard homework={homework} hasLesson />}
      </InfiniteList>
    </div>
  );
}
