import { CLASSBOOK_PAGE, classbookApi, type Member } from '@kreide/core/features/classbook';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { EmptyList } from './book-context.tsx';
import styles from './Classbook.module.css';
import { ListBar } from './ListBar.tsx';
import { useList } from './use-list.ts';

/** Who is in the course or the class (T-2.55). */
export function MembersTab() {
  const { t } = useTranslation('classbook');
  const { args, typed, setTyped } = useList();
  const query = useInfiniteQuery(infiniteQueryOf(classbookApi.listUsers, args, CLASSBOOK_PAGE));
  return (
    <div className={styles.list}>
      <ListBar typed={typed} onType={setTyped} />
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.rows}
        label={t('tabs.users')}
        skeleton={{ label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        headingLevel={3}
        empty={<EmptyList />}
      >
        {(member) => <Person member={member} end={member.grade?.shortcut} />}
      </InfiniteList>
    </div>
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

/** First and last name for the initials. */
export function toNames(displayname: string): [string, string] {
  const words = displayname.split(' ');
  return [words[0] ?? '', words.length > 1 ? (words.at(-1) ?? '') : ''];
}
