import type { CalendarView } from '@kreide/core/features/structure';
import { normaliseQuery, parseLessonId, type TimetableQuery, toSearch } from '@kreide/core/features/timetable';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { useIsLeaving } from '../../kernel/Redirect.tsx';
import { readAddress } from './address.ts';

interface AddressOptions {
  today: string;
  zone: string;
  hasScreenReader: boolean;
  /** Days in the school's week; undefined until the plan has loaded. */
  days: number | undefined;
  /** How the plans of the school open; undefined until the plan has loaded. */
  view: CalendarView | undefined;
  /** The date to open with where the address names none; undefined until the plan has loaded. */
  opening: string | undefined;
  /** False while `days` may still arrive: the address is repaired only once. */
  isSettled: boolean;
}

/** A requested change that is not in the address yet. */
interface Ahead {
  readonly query: TimetableQuery;
  readonly key: string;
  /** Tells its own arrival from an older one at the same page, which the screen may still be about to show. */
  readonly turn: number;
  /** Search strings during which `query` applies instead of the address. */
  readonly passed: ReadonlySet<string>;
}

/**
 * The repaired query of the address, and the functions that change it. Repairs and paging replace the history entry:
 * "back" leaves the plan. Unrelated parameters stay in the address (T-2.18, T-4.45 to T-4.49).
 *
 * The router is asynchronous; a change applies at once, so that quick key presses add up and a swiped page never
 * flashes back.
 */
export function usePlanAddress({ today, zone, hasScreenReader, days, view, opening, isSettled }: AddressOptions) {
  const [search, setSearch] = useSearchParams();
  const { entity, id, lessonId } = useParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const isLeaving = useIsLeaving();
  const [ahead, setAhead] = useState<Ahead | null>(null);
  // From the clock on: an entry of the history that an earlier visit has left is none of these.
  const turns = useRef(Date.now());
  const normalise = useCallback(
    (from: URLSearchParams) =>
      normaliseQuery(from, {
        today,
        hasScreenReader,
        ...(days === undefined ? {} : { days_to_show: days }),
        ...(view === undefined ? {} : { viewType: view }),
        ...(opening === undefined ? {} : { opening }),
      }),
    [today, hasScreenReader, days, view, opening],
  );
  const address = useMemo(
    () => normalise(readAddress(search, { lessonId, today, zone, hasScreenReader })),
    [search, lessonId, today, zone, hasScreenReader, normalise],
  );
  const addressKey = keyOf(search);
  const query = ahead?.passed.has(addressKey) ? ahead.query : address;

  useEffect(() => {
    if (ahead) {
      const isThere = turnOf(state) === ahead.turn || !ahead.passed.has(addressKey);
      // A key that was pressed before this came to run has asked for another one.
      if (isThere) setAhead((latest) => (latest === ahead ? null : latest));
      return;
    }
    // Whoever is on the way to another page is not called back.
    if (!isSettled || isLeaving) return;
    const repaired = withQuery(search, { ...address, lessonId: null });
    // A lesson named in the query opens its details, whose address has it in the path (T-2.22).
    if (address.lessonId !== null && parseLessonId(address.lessonId) !== null) {
      const pathname = `/timetable/${entity}/${id}/lesson/${encodeURIComponent(address.lessonId)}`;
      navigate({ pathname, search: `?${repaired}` }, { replace: true });
    } else if (repaired.toString() !== search.toString()) {
      // The same page: how one came to it stays known.
      setSearch(repaired, { replace: true, preventScrollReset: true, state });
    }
  }, [ahead, addressKey, isSettled, isLeaving, address, search, setSearch, navigate, entity, id, state]);

  const change = useCallback(
    (changed: Partial<TimetableQuery>) => {
      const wanted = { ...query, ...forgetLesson(changed), ...changed, lessonId: null };
      const written = withQuery(new URLSearchParams(), wanted);
      const next = normalise(written);
      turns.current += 1;
      const turn = turns.current;
      setAhead((former) => ({
        query: next,
        turn,
        key: keyOf(withQuery(written, next)),
        passed: new Set([...(former?.passed ?? []), ...(former ? [former.key] : []), addressKey]),
      }));
      setSearch((former) => withQuery(former, next), { replace: true, preventScrollReset: true, state: { turn } });
    },
    [query, normalise, addressKey, setSearch],
  );
  return { query, change };
}

/** Which change of this page an entry of the history came from. */
const turnOf = (state: unknown): unknown => (state as { turn?: number } | null)?.turn;

/** Another range drops the lesson that the address pointed at. */
function forgetLesson(changed: Partial<TimetableQuery>): Partial<TimetableQuery> {
  return changed.startDate === undefined
    ? {}
    : { week: null, weekday: null, time_begins_at: null, time_ends_at: null, lessonInternalId: null };
}

const NAMES = [
  'viewType',
  'daysToShow',
  'startDate',
  'showBackButton',
  'lessonId',
  'lessonInternalId',
  'week',
  'weekday',
  'time_begins_at',
  'time_ends_at',
];

/** The timetable parameters of an address, unparsed. */
const keyOf = (search: URLSearchParams): string => JSON.stringify(NAMES.map((name) => search.get(name)));

function withQuery(search: URLSearchParams, query: TimetableQuery): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of NAMES) next.delete(name);
  for (const [name, value] of Object.entries(toSearch(query))) next.set(name, value);
  return next;
}
