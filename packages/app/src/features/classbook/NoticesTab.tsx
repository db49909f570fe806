import { CLASSBOOK_PAGE, classbookApi } from '@kreide/core/features/classbook';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { late } from '../../kernel/late.ts';
import { BookList } from './BookList.tsx';
import { useBookContext } from './book-context.ts';
import { NoticeCard } from './NoticeCard.tsx';
import { useList } from './use-list.ts';

const UsersDialog = late(async () => (await import('./UsersDialog.tsx')).UsersDialog);

/** Whose names an address asks for; the address forgets it at once (T-2.70). */
function useAskedUsers() {
  const { asked } = useBookContext();
  const [, setSearch] = useSearchParams();
  const [notice, setNotice] = useState<number | null>(null);
  const wanted = asked.showNoticeUsersModal ? asked.noticeId : null;
  useEffect(() => {
    if (!asked.showNoticeUsersModal && asked.noticeId === null) return;
    if (wanted !== null) setNotice(wanted);
    setSearch(
      (former) => {
        const next = new URLSearchParams(former);
        next.delete('showNoticeUsersModal');
        next.delete('noticeId');
        return next;
      },
      { replace: true },
    );
  }, [asked.showNoticeUsersModal, asked.noticeId, wanted, setSearch]);
  return { notice, close: () => setNotice(null) };
}

/** The notices of the course or class, newest first (T-2.57). */
export function NoticesTab() {
  const { book } = useBookContext();
  const { args, bar } = useList();
  const { notice, close } = useAskedUsers();
  const query = useInfiniteQuery(infiniteQueryOf(classbookApi.listNotices, args, CLASSBOOK_PAGE));
  return (
    <>
      <BookList query={query} bar={bar}>
        {(one) => <NoticeCard notice={one} hasLesson />}
      </BookList>
      {notice !== null && (
        <Suspense fallback={null}>
          <UsersDialog book={book.id} id={notice} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
