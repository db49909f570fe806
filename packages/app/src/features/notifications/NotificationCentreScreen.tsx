import styles from './NotificationList.module.css';
import { NotificationList } from './NotificationList.tsx';

/** The notifications as a page of their own, for small screens (C-2.36, P-2.35). */
export function NotificationCentreScreen() {
  return (
    <div className={styles.page}>
      <NotificationList />
    </div>
  );
}
