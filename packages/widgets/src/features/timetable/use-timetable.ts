import { read } from '@kreide/core/client';
import {
  chunkOf,
  chunkRange,
  ENTITIES,
  type Entity,
  type Timetable,
  timetableApi,
} from '@kreide/core/features/timetable';
import { ApiError, deviceZone, toLocal } from '@kreide/core/kernel';
import { createLastGood, type LastGood } from '../../kernel/last-good.ts';
import { usePolled } from '../../kernel/use-polled.ts';

/** Polling interval, ms. */
const INTERVAL = 5 * 60_000;
const store = createLastGood<Timetable>('timetable');
/** What only an authorised visitor may see stays in memory. */
const forgetful: LastGood<Timetable> = { get: () => null, set: () => {}, remove: () => {} };

export interface TimetableSource {
  readonly api: string;
  readonly school: string | null;
  readonly entity: string;
  readonly id: string | null;
  readonly token: string | null;
}

/** The seven weeks around a day, the same range that the app fetches, so that paging rarely waits. */
export function useTimetable(
  source: TimetableSource,
  day: string,
  today: string,
  onLoad: (timetable: Timetable) => void,
  onError: (error: ApiError) => void,
) {
  const { api, school, entity, id, token } = source;
  const range = chunkRange(chunkOf(day, today), today);
  const isComplete = id !== null && (school !== null || token !== null);
  return usePolled<Timetable>({
    address: isComplete ? [api, school, entity, id, token, range.begins_at].join(' ') : null,
    store: token === null ? store : forgetful,
    interval: INTERVAL,
    async load(signal) {
      if (!isEntity(entity) || id === null) throw new ApiError({ code: 'not_found' });
      const options = { baseUrl: api, token, signal };
      if (token !== null) return (await read(timetableApi.get, { params: { entity, id }, query: range }, options)).data;
      if (entity === 'users' || school === null) throw new ApiError({ code: 'not_found' });
      const params = { slink: school, entity, id };
      return (await read(timetableApi.getPublic, { params, query: range }, options)).data;
    },
    onLoad: ({ value }) => onLoad(value),
    onError,
  });
}

function isEntity(text: string): text is Entity {
  return (ENTITIES as readonly string[]).includes(text);
}

/** Date and minutes in the school's time zone; in the visitor's until the school's is known. */
export function localTimeOf(zone: string | undefined, now: Date) {
  return toLocal(now, zone ?? deviceZone());
}
