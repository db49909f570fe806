import { type LocalTime, toLocal } from '@kreide/core/kernel';
import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** Date and minute in the school's time zone, updated every minute and when the page becomes visible again (T-9.09). */
export function useNow(zone: string): LocalTime {
  const [now, setNow] = useState(() => toLocal(new Date(), zone));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const instant = new Date();
      const next = toLocal(instant, zone);
      setNow((former) => (former.date === next.date && former.minutes === next.minutes ? former : next));
      clearTimeout(timer);
      timer = setTimeout(tick, MINUTE - (instant.getTime() % MINUTE) + 20);
    };
    tick();
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [zone]);
  return now;
}
