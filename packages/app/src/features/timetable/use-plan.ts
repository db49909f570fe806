import {
  courseColorsOf,
  type DateRange,
  type Entity,
  inOwnColors,
  type Timetable,
  timetableApi,
  timetableEvents,
} from '@kreide/core/features/timetable';
import { ApiError } from '@kreide/core/kernel';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { invalidateQueries } from '../../kernel/data.ts';
import { keyOf } from '../../kernel/keys.ts';
import { queries } from '../../kernel/query.ts';
import { reach } from '../../kernel/reach.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';
import { joinPlans, type PlanAnswer } from './plan-answer.ts';
import { isRefusal, planQuery } from './plan-query.ts';

/** A plan on screen. */
export interface Plan {
  /** All known data; that of another range while this one loads; null before anything has loaded. */
  readonly timetable: Timetable | null;
  /** The lessons of the requested range are still loading. */
  readonly isLoading: boolean;
  /** Loading failed, and nothing is known from before. */
  readonly isMissing: boolean;
  /** Why nothing, or nothing newer, was loaded. */
  readonly error: ApiError | null;
  /** When the server last confirmed the shown data, epoch milliseconds. */
  readonly checkedAt: number | null;
  readonly isFetching: boolean;
  readonly refetch: () => void;
}

/** The plan of one entity over the ranges that a page needs, refreshed by time, focus and network. */
export function usePlan(entity: Entity, id: string, ranges: readonly DateRange[]): Plan {
  const results = useQueries({ queries: ranges.map((range) => planQuery(entity, id, range)) });
  const answers = results.map((result, index) => result.data ?? findCovering(entity, id, ranges[index]));
  const [first, second] = answers.map((answer) => answer?.timetable);
  const count = answers.length;
  const joined = useMemo(() => joinPlans([first, second].slice(0, count)), [first, second, count]);
  const failed = results.find((result) => result.error !== null);
  const isRepeated = joined === null && results.some((result) => result.errorUpdateCount > 0);
  const error = failed ? ApiError.from(failed.error) : isRepeated ? UNKNOWN : null;
  const isRefused = error !== null && isRefusal(error);
  const { properties } = useSelf();
  const known = isRefused ? null : (joined ?? findKnown(entity, id));
  const timetable = useMemo(() => known && inColors(known, properties), [known, properties]);
  return {
    timetable,
    isLoading: joined === null && error === null,
    isMissing: error !== null && (joined === null || isRefused),
    error,
    checkedAt: joined ? Math.min(...answers.map((answer) => answer?.checked_at ?? 0)) : null,
    isFetching: results.some((result) => result.isFetching),
    refetch: () => {
      reach.find();
      for (const result of results) void result.refetch();
    },
  };
}

/** The plan in the colours that the reader gave to courses; the same where they gave none. */
function inColors(plan: Timetable, properties: Parameters<typeof courseColorsOf>[0]): Timetable {
  const lessons = inOwnColors(plan.lessons, courseColorsOf(properties));
  return lessons === plan.lessons ? plan : { ...plan, lessons: [...lessons] };
}

/** A retry of a failed first request: the query has dropped the error but still counts the failure. */
const UNKNOWN = new ApiError({ code: 'unreachable' });

/** A loaded range that contains the requested one: a month is often known from the weeks around it. */
function findCovering(entity: Entity, id: string, range: DateRange | undefined): PlanAnswer | undefined {
  return knownPlans(entity, id).find(
    ({ timetable }) => range && timetable.begins_at <= range.begins_at && range.ends_at <= timetable.ends_at,
  );
}

/** Any loaded range of the plan: keeps heading and hours in place while another one loads. */
function findKnown(entity: Entity, id: string): Timetable | null {
  return knownPlans(entity, id)[0]?.timetable ?? null;
}

function knownPlans(entity: Entity, id: string): PlanAnswer[] {
  const all = queries.getQueriesData<PlanAnswer>({ queryKey: keyOf(timetableApi.get, { params: { entity, id } }) });
  return all.flatMap(([, answer]) => answer ?? []);
}

/** Refetches every plan on screen when a new one takes effect; cached ones are refetched when shown next. */
export function usePublication(): void {
  const refresh = () => void invalidateQueries(timetableApi.get);
  useRealtime(timetableEvents.published, refresh, refresh);
}
