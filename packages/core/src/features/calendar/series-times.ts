import { addDays, daysBetween } from '../../kernel/calendar/dates.ts';
import type { createInstants } from '../../kernel/calendar/zone.ts';
import { EVENT_BEGINS_DEFAULT } from './rules.ts';
import type { EventSpan, EventTimes } from './times.ts';

/** When the events of a series are on their dates: wall times of the school. */
export interface SeriesTimes {
  readonly is_all_day: boolean;
  readonly begins_time: string;
  readonly ends_time: string;
  /** They end so many days after they begin. */
  readonly ends_days: number;
}

/** What of the times of an event holds for each date of its series. */
export const toSeriesTimes = (times: EventTimes): SeriesTimes => ({
  is_all_day: times.is_all_day,
  begins_time: times.begins_time,
  ends_time: times.ends_time,
  ends_days: daysBetween(times.begins_date, times.ends_date),
});

/**
 * When the event of a date is, as it is stored (`toEventSpan`): the wall time stays over changes of the clock.
 * @param instantOf `createInstants` of the zone of the school
 */
export function seriesSpan(
  { is_all_day, begins_time, ends_time, ends_days }: SeriesTimes,
  date: string,
  instantOf: ReturnType<typeof createInstants>,
): Pick<EventSpan, 'begins_at' | 'ends_at'> {
  const end = addDays(date, ends_days);
  const [begins, ends] = is_all_day
    ? [
        instantOf(date, EVENT_BEGINS_DEFAULT).getTime(),
        instantOf(addDays(end, 1), EVENT_BEGINS_DEFAULT).getTime() - 1000,
      ]
    : [instantOf(date, begins_time).getTime(), instantOf(end, ends_time).getTime()];
  // The hour that a clock skips can take an event its end.
  return { begins_at: new Date(begins).toISOString(), ends_at: new Date(Math.max(begins, ends)).toISOString() };
}
