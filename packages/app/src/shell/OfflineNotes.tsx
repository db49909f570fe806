import { Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { useIsOnline } from '../kernel/online.ts';
import { unsent } from '../kernel/outbox.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { UnsentList } from './late.ts';

/** The one banner about the network: that there is none, and what waits to be sent (D-6.07). */
export function OfflineNotes() {
  const { t } = useTranslation('shell');
  const isOnline = useIsOnline();
  const entries = useStore(unsent, (state) => state.entries);
  const [isOpen, setOpen] = useState(false);
  const count = entries.length;
  if (isOnline && count === 0) return null;
  const refused = entries.filter(({ refusal }) => refusal !== null).length;
  const waiting = refused > 0 ? t('unsent.refused', { count: refused }) : t('unsent.waiting', { count });
  return (
    <>
      <Banner
        kind={refused > 0 ? 'danger' : isOnline ? 'info' : 'inverse'}
        icon={isOnline ? 'clock' : 'offline'}
        action={
          count > 0 && (
            <Button look="inverse" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
              {t(isOpen ? 'unsent.hide' : 'unsent.show')}
            </Button>
          )
        }
      >
        {!isOnline && t('offline.banner')} {count > 0 && waiting}
      </Banner>
      <Suspense fallback={null}>{isOpen && count > 0 && <UnsentList entries={entries} />}</Suspense>
    </>
  );
}
