import type { ListedUser } from '@kreide/core/features/users';
import type { Role } from '@kreide/core/kernel';
import { Avatar } from '../../ui/Avatar.tsx';
import { Link } from '../../ui/Link.tsx';
import styles from './PeopleScreen.module.css';
import { PersonTag } from './PersonTag.tsx';

interface PersonRowProps {
  person: ListedUser;
  grade: string | undefined;
  roleName: (kind: Role) => string;
}

/** One person: name, grade, role, account and state, as a link to the page of the account. */
export function PersonRow({ person, grade, roleName }: PersonRowProps) {
  const { id, firstname, lastname, managed } = person;
  if (!managed) return null;
  return (
    <Link to={`/users/${id}`} className={styles.row}>
      <Avatar id={id} name={[firstname, lastname]} />
      <span className={styles.name}>
        {lastname}, {firstname}
      </span>
      <span className={styles.grade}>{grade ?? '–'}</span>
      <span className={styles.role}>{roleName(managed.role)}</span>
      <span className={styles.account}>{managed.username}</span>
      <span className={styles.state}>
        <PersonTag person={{ ...managed, state: person.state }} />
      </span>
    </Link>
  );
}
