import { CLASSBOOK_PAGE, classbookApi } from '@kreide/core/features/classbook';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import type { Whom } from '../absences/index.ts';
import styles from './Classbook.module.css';
import { Person } from './MembersTab.tsx';

/** Finds one of the pupils of the class book whom the caller sees. */
export function PupilPicker({ onPick }: { onPick: (whom: Whom) => void }) {
  const { t } = useTranslation('classbook');
  const { classbook = '' } = useParams();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(typed, (text) => setSearch(text.trim()));
  const args = {
    params: { id: classbook },
    query: { entity: 'users' as const, entity_id: 'all-users', ...(search !== '' && { search }) },
  };
  const query = useInfiniteQuery(infiniteQueryOf(classbookApi.listUsers, args, CLASSBOOK_PAGE));
  return (
    <div className={styles.form}>
      <SearchField label={t('notice.searchUsers')} value={typed} onChange={setTyped} autoFocus />
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.rows}
        label={t('tabs.users')}
        skeleton={{ items: 4, label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        headingLevel={3}
        empty={<EmptyState icon="search" title={t('notice.nobodyFound')} headingLevel={3} />}
      >
        {(member) => (
          <button
            type="button"
            className={styles.pick}
            onClick={() => onPick({ entity: 'users', id: member.id, name: member.meta.displayname })}
          >
            <Person member={member} end={member.grade?.shortcut} />
          </button>
        )}
      </InfiniteList>
    </div>
  );
}
