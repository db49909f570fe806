import { useLocation } from 'react-router';
import { useStore } from 'zustand';
import { branding } from '../../kernel/branding.ts';
import { withBranding } from '../../kernel/guards.ts';
import { getLanguage } from '../../kernel/i18n.ts';
import { readLastSchool } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { ChalkWeek } from './ChalkWeek.tsx';
import styles from './StartScreen.module.css';

/** The start of every sign-in: the texts of the brand and the link to the school search (P-2.10). */
export function StartScreen() {
  const { t } = useTranslation('auth');
  const { search } = useLocation();
  const brand = useStore(branding, (state) => state.brand);
  const { title, text } = brand.start_page[getLanguage()];
  const last = readLastSchool();
  return (
    <div className={styles.start}>
      <div className={styles.words}>
        <h1>{title}</h1>
        <p>{text}</p>
        <div className={styles.actions}>
          {last && (
            <LinkButton look="primary" icon="arrowRight" href={withBranding(`/${last.slink}/login`, search)}>
              {t('start.continue', { school: last.name })}
            </LinkButton>
          )}
          <LinkButton look={last ? 'secondary' : 'primary'} icon="search" href={withBranding('/select-school', search)}>
            {t('start.find')}
          </LinkButton>
          {brand.two_factor && (
            <LinkButton look="quiet" icon="clock" href={withBranding('/authenticator/start', search)}>
              {t('start.authenticator')}
            </LinkButton>
          )}
        </div>
      </div>
      <div className={styles.board}>
        <ChalkWeek />
      </div>
    </div>
  );
}
