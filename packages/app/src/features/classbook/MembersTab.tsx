import { CLASSBOOK_PAGE, classbookApi, type Member } from '@kreide/core/features/classbook';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { toNames } from '../../ui/names.ts';
import { BookList } from './BookList.tsx';
import styles from './Classbook.module.css';
import { useList } from './use-list.ts';

/** Who is in the course or the class (T-2.55). */
export function MembersTab() {
  const { args, bar } = useList();
  const query = useInfiniteQuery(infiniteQueryOf(classbookApi.listUsers, args, CLASSBOOK_PAGE));
  return (
    <BookList query={query} bar={bar}>
      {(member) => <Person member={member} end={member.grade?.shortcut} />}
    </BookList>
  );
}

/** A pupil in a list. */
export function Person({ member: { id, meta }, end }: { member: Pick<Member, 'id' | 'meta'>; end: ReactNode }) {
  return (
    <div className={styles.person}>
      <Avatar id={id} name={toNames(meta.displayname)} size="s" />
      <span className={styles.name}>{meta.displayname}</span>
      <span className={styles.end}>{end}</span>
    </div>
  );
}
