import { CLASSBOOK_PAGE, classbookApi } from '@kreide/core/features/classbook';
import { useInfiniteQuery } from '@tanstack/react-query';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { BookList } from './BookList.tsx';
import { HomeworkCard } from './HomeworkCard.tsx';
import { useList } from './use-list.ts';

/** The homework of the course or class, or of one's own lessons (T-2.58). */
export function HomeworkTab() {
  const { args, bar } = useList();
  const query = useInfiniteQuery(infiniteQueryOf(classbookApi.listHomeworks, args, CLASSBOOK_PAGE));
  return (
    <BookList query={query} bar={bar}>
      {(homework) => <HomeworkCard homework={homework} hasLesson />}
    </BookList>
  );
}
