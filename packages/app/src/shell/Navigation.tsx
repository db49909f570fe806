import { NavLink, useLocation } from 'react-router';
import { useTranslation } from '../kernel/use-translation.ts';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './Navigation.module.css';
import { isCurrent, type NavigationEntry } from './navigation.ts';

interface NavigationProps {
  entries: readonly NavigationEntry[];
  /** A column beside the page, or the bar at the bottom of a phone (P-9.06). */
  look: 'side' | 'bottom';
}

/** The main navigation. Pressing the current area adds nothing to the history (C-2.94). */
export function Navigation({ entries, look }: NavigationProps) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  return (
    <nav aria-label={t('navigation.label')}>
      <ul className={classes(styles.list, styles[look])}>
        {entries.map((entry) => (
          <li key={entry.key}>
            <NavLink
              to={entry.href}
              className={classes(styles.entry, isCurrent(entry, pathname) && styles.current)}
              onClick={(event) => pathname === entry.href && event.preventDefault()}
            >
              <span className={styles.mark}>
                <Icon name={entry.icon} />
              </span>
              <span>{t(`navigation.${entry.key}`)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
