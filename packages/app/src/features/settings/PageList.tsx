import type { Self } from '@kreide/core/features/users';
import { useStore } from 'zustand';
import { branding } from '../../kernel/branding.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Link } from '../../ui/Link.tsx';
import styles from './PageList.module.css';
import { isPageAt, toSettingsPages } from './pages.ts';

interface PageListProps {
  self: Pick<Self, 'id' | 'type' | 'school'>;
  /** The page that is open. */
  path: string;
}

/** The pages of the settings, each with what it is for (P-2.75). */
export function PageList({ self, path }: PageListProps) {
  const { t } = useTranslation('settings');
  const brand = useStore(branding, (state) => state.brand);
  return (
    <nav aria-label={t('pages.label')}>
      <ul className={styles.pages}>
        {toSettingsPages(self, brand).map((page) => {
          const isOpen = isPageAt(page, path, self.id);
          return (
            <li key={page.key}>
              <Link
                to={page.href}
                className={classes(styles.page, isOpen && styles.open)}
                aria-current={isOpen ? 'page' : undefined}
              >
                <Icon name={page.icon} size={20} />
                <span className={styles.words}>
                  <span className={styles.title}>{t(`pages.${page.key}.title`)}</span>
                  <span className={styles.about}>{t(`pages.${page.key}.about`)}</span>
                </span>
                <Icon name="chevronRight" size={16} className={styles.arrow ?? ''} />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
