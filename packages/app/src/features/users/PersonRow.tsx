import type { ListedUser } from '@kreide/core/features/users';
import { memo } from 'react';
import { Avatar } from '../../ui/Avatar.tsx';
import { Link } from '../../ui/Link.tsx';
import styles from './PeopleScreen.module.css';
import { PersonTag } from './PersonTag.tsx';

interface PersonRowProps {
  person: ListedUser;
  grade: string | undefined;
  /** The school's name for the kind of account. */
  role: string | null;
}

/**
 * One person: name, grade, role, account and state, as a link to the page of the account. Drawn again only when one of
 * them changes: the list grows while somebody scrolls.
 */
export const PersonRow = memo(function PersonRow({ person, grade, role }: PersonRowProps) {
  const { id, firstname, lastname, managed } = person;
  if (!managed) return null;
  return (
    <Link to={`/users/${id}`} className={styles.row}>
      <Avatar id={id} name={[firstname, lastname]} />
      <span className={styles.name}>
        {lastname}, {firstname}
      </span>
      <span className={styles.grade}>{grade ?? '–'}</span>
      <span className={styles.role}>{role}</span>
      <span className={styles.account}>{managed.username}</span>
      <span className={styles.state}>
        <PersonTag person={{ ...managed, state: person.state }} />
      </span>
    </Link>
  );
});
