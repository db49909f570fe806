import { Outlet, useLocation } from 'react-router';
import { useSelf } from '../../kernel/session.ts';
import { PageList } from './PageList.tsx';
import styles from './SettingsFrame.module.css';

/** A page of the settings, beside the list of all where there is room. */
export function SettingsFrame() {
  const self = useSelf();
  const { pathname } = useLocation();
  return (
    <div className={styles.frame}>
      <div className={styles.list}>
        {/* The overview begins with the profile here. */}
        <PageList self={self} path={pathname === '/settings' ? `/settings/${self.id}` : pathname} />
      </div>
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  );
}
