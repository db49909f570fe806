import type { Self } from '@kreide/core/features/users';
import { Avatar } from '../ui/Avatar.tsx';
import styles from './PersonLine.module.css';

/** Avatar and name of the signed-in user, with a line below. */
export function PersonLine({ self, about }: { self: Self; about: string }) {
  return (
    <span className={styles.person}>
      <Avatar id={self.id} name={[self.firstname, self.lastname]} />
      <span className={styles.words}>
        <span className={styles.name}>{self.displayname}</span>
        <span className={styles.about}>{about}</span>
      </span>
    </span>
  );
}
