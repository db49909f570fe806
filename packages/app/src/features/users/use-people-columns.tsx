import type { ListedUser } from '@kreide/core/features/users';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Link } from '../../ui/Link.tsx';
import type { Column } from '../../ui/table/column.ts';
import styles from './PeopleScreen.module.css';
import { PersonTag } from './PersonTag.tsx';
import { gradesQuery } from './people-queries.ts';
import { useRoleNames } from './use-role-names.ts';

/** What the list says of each person: name, class, role, account and state. The name leads to the account. */
export function usePeopleColumns(isManaging: boolean): readonly Column<ListedUser>[] {
  const { t } = useTranslation('users');
  const grades = useQuery({ ...gradesQuery, enabled: isManaging }).data;
  const roleName = useRoleNames();
  return useMemo(() => {
    const names = new Map(grades?.map(({ id, shortcut }) => [id, shortcut]));
    return [
      {
        key: 'name',
        name: t('list.name'),
        width: 'minmax(0, 3fr)',
        isOrdered: true,
        card: 'title',
        cell: ({ id, firstname, lastname }) => (
          <span className={styles.person}>
            <Avatar id={id} name={[firstname, lastname]} />
            <Link to={`/users/${id}`} tabIndex={-1}>
              {lastname}, {firstname}
            </Link>
          </span>
        ),
      },
      {
        key: 'grade',
        name: t('list.grade'),
        width: 'minmax(3.5rem, 1fr)',
        card: 'below',
        cell: ({ grade_id }) => names.get(grade_id ?? 0) ?? '–',
      },
      {
        key: 'role',
        name: t('list.role'),
        width: 'minmax(0, 2fr)',
        isOrdered: true,
        card: 'below',
        cell: ({ managed }) => managed && roleName(managed.role),
      },
      {
        key: 'username',
        name: t('list.account'),
        width: 'minmax(0, 2fr)',
        isOrdered: true,
        card: 'none',
        cell: ({ managed }) => managed?.username,
      },
      {
        key: 'status',
        name: t('list.status'),
        width: 'minmax(8rem, 1fr)',
        card: 'end',
        cell: ({ managed, state }) => managed && <PersonTag person={{ ...managed, state }} />,
      },
    ];
  }, [t, grades, roleName]);
}
