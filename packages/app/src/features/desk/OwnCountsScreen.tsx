import { CountsTable } from './CountsTable.tsx';
import styles from './Desk.module.css';

/** How many substitutions a teacher has given. */
export function OwnCountsScreen() {
  return (
    <div className={styles.screen}>
      <CountsTable />
    </div>
  );
}
