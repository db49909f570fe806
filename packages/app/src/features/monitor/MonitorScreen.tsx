import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ErrorState } from '../../ui/States.tsx';
import styles from './MonitorScreen.module.css';

/** The element of the widgets package as the server hands it out; the app does not carry it. */
const SCRIPT = '/widgets/monitor.js';

/** Resolves when the element is defined. */
function loadElement(): Promise<unknown> {
  if (customElements.get('kreide-monitor')) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = SCRIPT;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`No script ${SCRIPT}`));
    document.head.append(script);
  });
}

/** `/monitor/view?token=…&begins_at=…`: the monitor element in a page (T-2.132 to T-2.137). */
export function MonitorScreen() {
  const { t } = useTranslation(['monitor', 'shell']);
  const [query] = useSearchParams();
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    loadElement().catch((thrown: unknown) => {
      console.error(thrown);
      setIsBroken(true);
    });
  }, []);
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
        <kreide-monitor token={query.get('token') ?? ''} begins-at={query.get('begins_at') ?? ''} />
      )}
    </main>
  );
}
