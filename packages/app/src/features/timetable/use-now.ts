import { type LocalTime, toLocal } from '@kreide/core/kernel';
import { useMemo } from 'react';
import { useMinute } from '../../kernel/clock.ts';

/** Date and minute in the school's time zone, as they are now (T-9.09). */
export function useNow(zone: string): LocalTime {
  const minute = useMinute();
  return useMemo(() => toLocal(new Date(minute), zone), [minute, zone]);
}
