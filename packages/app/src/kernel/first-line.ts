import { useEffect, useEffectEvent } from 'react';
import { realtime } from './realtime.ts';

/**
 * Asks once when the line stands for the first time: what happened since a list was read was told to nobody. Later breaks
 * are told by `useRealtime`. Whoever begins to listen long after the list was read asks also when the line stands already.
 */
export function useFirstLine(ask: () => void, { isLate = false } = {}): void {
  const tell = useEffectEvent(ask);
  useEffect(() => {
    let [isTold, isPast] = [false, !isLate];
    const end = realtime.onState((state) => {
      const isStanding = state === 'connected';
      if (isStanding && !isTold && !isPast) tell();
      isTold ||= isStanding;
      isPast = false;
    });
    return end;
  }, [isLate]);
}
