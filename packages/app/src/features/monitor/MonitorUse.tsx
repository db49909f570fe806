import { useQuery } from '@tanstack/react-query';
import type { MonitorUseProps } from '../../kernel/feature.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { DayMessageForm } from './DayMessageForm.tsx';
import { NewScreen } from './NewScreen.tsx';
import { ScreenItem } from './ScreenItem.tsx';
import styles from './Screens.module.css';
import { screensQuery } from './use-screens.ts';

/** The screens of the school, each with its addresses, and what is said on all of them (C-2.47, T-2.135). */
export function MonitorUse({ base, hasNews }: MonitorUseProps) {
  const { t } = useTranslation('monitor');
  const screens = useQuery(screensQuery);
  return (
    <>
      <section className={styles.part} aria-label={t('screens.title')}>
        <h4>{t('screens.title')}</h4>
        {!hasNews && <p className={styles.note}>{t('addresses.newsOff')}</p>}
        <Loaded
          query={screens}
          skeleton={{ items: 1, label: t('screens.loading') }}
          errorTitle={t('screens.errorTitle')}
          headingLevel={3}
        >
          {(all) =>
            all.length === 0 ? (
              <p className={styles.note}>{t('screens.none')}</p>
            ) : (
              <ul className={styles.list}>
                {all.map((screen) => (
                  <ScreenItem key={screen.uuid} screen={screen} base={base} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <NewScreen />
      </section>
      <DayMessageForm />
    </>
  );
}
