import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyState } from '../../ui/States.tsx';
import { PeopleFilters } from './PeopleFilters.tsx';
import styles from './PeopleScreen.module.css';
import { PersonRow } from './PersonRow.tsx';
import { gradesQuery, peopleQuery } from './people-queries.ts';
import { usePeopleWish } from './use-people-wish.ts';
import { useRoleNames } from './use-role-names.ts';

/** `/users`: everybody at the school, to be found and opened (P-2.76). */
export function PeopleScreen() {
  const { t } = useTranslation('users');
  const { permissions } = useSelf();
  const manages = permissions.includes('manage-users');
  const filters = usePeopleWish();
  const people = useInfiniteQuery({ ...peopleQuery(filters.wish), enabled: manages });
  const grades = useQuery({ ...gradesQuery, enabled: manages }).data ?? [];
  const roleName = useRoleNames();
  const names = new Map(grades.map(({ id, shortcut }) => [id, shortcut]));
  if (!manages) return <EmptyState icon="lock" title={t('refusedTitle')} text={t('refusedText')} />;
  const isFiltered = Object.keys(filters.wish).length > 0;
  return (
    <div className={styles.screen}>
      <PeopleFilters {...filters} />
      <div className={styles.table}>
        <div className={styles.head} aria-hidden="true">
          <span className={styles.name}>{t('list.name')}</span>
          <span>{t('list.grade')}</span>
          <span>{t('list.role')}</span>
          <span>{t('list.account')}</span>
          <span>{t('list.status')}</span>
        </div>
        <InfiniteList
          query={people}
          idOf={({ id }) => id}
          className={styles.list}
          label={t('list.title')}
          skeleton={{ type: 'list', label: t('list.loading') }}
          errorTitle={t('list.errorTitle')}
          empty={
            <EmptyState
              icon="search"
              title={t('list.noneTitle')}
              text={t(isFiltered ? 'list.noneText' : 'list.emptyText')}
            />
          }
        >
          {(person) => (
            <PersonRow
              person={person}
              grade={names.get(person.grade_id ?? 0)}
              role={person.managed && roleName(person.managed.role)}
            />
          )}
        </InfiniteList>
      </div>
    </div>
  );
}
