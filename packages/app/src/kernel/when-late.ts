import { useEffect, useEffectEvent } from 'react';
import { realtime } from './realtime.ts';

/**
 * Asks at once where the line stands already: who begins to listen after that was told nothing of what happened before. What
 * happens later, or before the line stands, is told by `useRealtime`.
 */
export function useWhenLate(ask: () => void): void {
  const tell = useEffectEvent(ask);
  useEffect(() => {
    const end = realtime.onState((state) => state === 'connected' && tell());
    end();
  }, []);
}
