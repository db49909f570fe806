import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import { late } from '../kernel/late.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/Icon.tsx';
import { Link } from '../ui/Link.tsx';
import styles from './Navigation.module.css';
import { isCurrent, isStartOf, type NavigationEntry } from './navigation.ts';
import { useRouteHandle } from './use-route-title.ts';

// Comes with the bell: both tell what is unread.
const ChatBadge = late(async () => (await import('../features/notifications/Bell.tsx')).ChatBadge);

interface NavigationProps {
  entries: readonly NavigationEntry[];
  /** A column beside the page, or the bar at the bottom of a phone (P-9.06). */
  look: 'side' | 'bottom';
  /** In the middle of the bar. */
  notch?: ReactNode;
}

/** The main navigation. Pressing the current area adds nothing to the history (C-2.94). */
export function Navigation({ entries, look, notch }: NavigationProps) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { group } = useRouteHandle();
  const replaces = look === 'bottom' && isStartOf(pathname);
  const items = entries.map((entry) => {
    const isHere = isCurrent(entry, pathname, group);
    return (
      <li key={entry.key}>
        <Link
          to={entry.href}
          {...(replaces && { replace: true })}
          aria-current={isHere ? 'page' : undefined}
          className={classes(styles.entry, isHere && styles.current)}
          onClick={(event) => pathname === entry.href && event.preventDefault()}
        >
          <span className={styles.mark}>
            <Icon name={entry.icon} />
          </span>
          <span className={styles.word}>{t(`navigation.${entry.key}`)}</span>
          {entry.key === 'channels' && (
            <Suspense>
              <ChatBadge className={styles.badge} isHere={isHere} />
            </Suspense>
          )}
        </Link>
      </li>
    );
  });
  if (notch)
    items.splice(
      Math.ceil(items.length / 2),
      0,
      <li key="notch" className={styles.middle}>
        {notch}
      </li>,
    );
  return (
    <nav aria-label={t('navigation.label')}>
      <ul className={styles[look]}>{items}</ul>
    </nav>
  );
}
