import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { loadElement } from '../../kernel/elements.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ErrorState } from '../../ui/States.tsx';
import styles from './MonitorScreen.module.css';

/** The parameters of the address: the attributes of the element, written with - or _. */
const ATTRIBUTES = [
  'token',
  'mode',
  'begins-at',
  'locale',
  'branding',
  'stale-minutes',
  'page-seconds',
  'distance',
  'diagonal',
  'kiosk',
] as const;

/**
 * `/monitor/view?token=…&begins_at=…`: the monitor element in a page (T-2.132 to T-2.137), where a host knows files only.
 * The server has a lighter page at this address, `public/monitor/view.html`.
 */
export function MonitorScreen() {
  const { t } = useTranslation(['monitor', 'shell']);
  const [query] = useSearchParams();
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    loadElement('monitor').catch((thrown: unknown) => {
      console.error(thrown);
      setIsBroken(true);
    });
  }, []);
  const attributes = ATTRIBUTES.map((name) => [name, query.get(name) ?? query.get(name.replace('-', '_')) ?? '']);
  return (
    <main id="main" className={styles.screen}>
      <h1 className={styles.title}>{t('monitor:title')}</h1>
      {isBroken ? (
        <ErrorState
          title={t('monitor:broken')}
          text={t('shell:error.text')}
          retryLabel={t('shell:logout.refresh')}
          onRetry={() => window.location.reload()}
        />
      ) : (
        <kreide-monitor kiosk="true" {...Object.fromEntries(attributes.filter(([, value]) => value !== ''))} />
      )}
    </main>
  );
}
