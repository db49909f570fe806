import { weekdayOf } from '../../kernel/calendar/dates.ts';
import { DAY_MINUTES } from '../../kernel/calendar/times.ts';
import { joinDoubles } from './doubles.ts';
import { DRAWN_MINUTES_MINIMUM } from './limits.ts';
import { lookOf } from './look.ts';
import { compareOccurrences, type Occurrence, partsOf } from './occurrence.ts';

/** A box of a day column: one lesson, or a strip of those that are held at once (T-2.34). */
export type Box = {
  /** Index in time order within its day: the key of the box, so that the next week reuses the elements. */
  readonly place: number;
  /** One occurrence, or all of a strip, in time order. */
  readonly occurrences: readonly Occurrence[];
  /** Minutes since midnight, half-open. */
  readonly begins: number;
  readonly ends: number;
  /** A column of the day is whole (1) or divided into two lanes; the box starts at `lane` and covers `span` of them. */
  readonly lane: number;
  readonly span: number;
  readonly lanes: number;
};

/** A day of the week view, its boxes in time order. */
export type DayColumn = { readonly date: string; readonly weekday: number; readonly boxes: readonly Box[] };

type Draft = Omit<Box, 'place'>;

/**
 * Lays out the lessons of some days: doubles are one box, no two boxes of a day overlap, every lesson is in exactly one
 * box. Lessons held at once are a strip that one button opens, however many they are; two that only overlap, or of which
 * one came in place of the other, stand side by side (T-2.34).
 * @param occurrences in any order; those on other dates are ignored
 * @param dates the days to draw, one column each
 * @param hasLanes false where a column is too narrow for two: then these are a strip as well
 */
export function layoutWeek(occurrences: readonly Occurrence[], dates: readonly string[], hasLanes = true): DayColumn[] {
  const byDate = new Map<string, Occurrence[]>(dates.map((date) => [date, []]));
  for (const occurrence of occurrences) byDate.get(occurrence.date)?.push(occurrence);
  return dates.map((date) => ({
    date,
    weekday: weekdayOf(date),
    boxes: layoutDay(byDate.get(date) ?? [], hasLanes),
  }));
}

function layoutDay(occurrences: Occurrence[], hasLanes: boolean): Box[] {
  const drafts = joinDoubles(occurrences.sort(compareOccurrences)).map(toDraft);
  return clustersOf(drafts)
    .flatMap((cluster) => layoutCluster(cluster, hasLanes))
    .sort((a, b) => a.begins - b.begins || a.lane - b.lane)
    .map((box, place) => ({ place, ...box }));
}

/** Long enough to be hit, and inside the day. */
function toDraft(occurrence: Occurrence): Draft {
  const { minutes_begins_at, minutes_ends_at } = occurrence;
  const begins = Math.min(minutes_begins_at, DAY_MINUTES - DRAWN_MINUTES_MINIMUM);
  const ends = Math.min(DAY_MINUTES, Math.max(minutes_ends_at, begins + DRAWN_MINUTES_MINIMUM));
  return { occurrences: [occurrence], begins, ends, lane: 0, span: 1, lanes: 1 };
}

/** Groups that overlap in time, directly or through others. */
function clustersOf<T extends { begins: number; ends: number }>(sorted: readonly T[]): T[][] {
  const clusters: T[][] = [];
  let ends = Number.NEGATIVE_INFINITY;
  for (const item of sorted) {
    if (item.begins >= ends) clusters.push([]);
    clusters.at(-1)!.push(item);
    ends = Math.max(ends, item.ends);
  }
  return clusters;
}

/** Of drafts in order of time. */
function layoutCluster(cluster: readonly Draft[], hasLanes: boolean): readonly Draft[] {
  if (cluster.length === 1) return cluster;
  const isCoupled = areCoupled(cluster);
  if (!isCoupled) {
    const lanes = hasLanes ? inTwoLanes(cluster) : null;
    if (lanes) return lanes;
    // Doubles beside singles: period by period they are strips of lessons that really are at once.
    const singles = cluster.flatMap(({ occurrences }) => partsOf(occurrences[0]!));
    if (singles.length > cluster.length) {
      const drafts = singles.sort(compareOccurrences).map(toDraft);
      return clustersOf(drafts).flatMap((part) => layoutCluster(part, hasLanes));
    }
  }
  const begins = Math.min(...cluster.map((draft) => draft.begins));
  const ends = Math.max(...cluster.map((draft) => draft.ends));
  return [{ ...cluster[0]!, occurrences: cluster.flatMap((draft) => draft.occurrences), begins, ends }];
}

/** Courses at the same time. Two of which one is an event or additional lesson tell each other's story: no strip. */
function areCoupled(cluster: readonly Draft[]): boolean {
  const [first] = cluster;
  const isSameTime = cluster.every((draft) => draft.begins === first!.begins && draft.ends === first!.ends);
  const isCourse = ({ occurrences }: Draft) => /^(regular|changed|CANCLED)$/.test(lookOf(occurrences[0]!.lesson));
  return isSameTime && (cluster.length > 2 || cluster.every(isCourse));
}

/** Two lanes side by side, each lesson as wide as it is alone; null where more than two overlap. */
function inTwoLanes(cluster: readonly Draft[]): Draft[] | null {
  const ends = [0, 0];
  const placed: Draft[] = [];
  for (const draft of cluster) {
    const lane = ends.findIndex((end) => end <= draft.begins);
    if (lane === -1) return null;
    ends[lane] = draft.ends;
    placed.push({ ...draft, lane, lanes: 2 });
  }
  return placed.map((draft) => {
    const isAlone = !placed.some(
      (other) => other.lane > draft.lane && other.begins < draft.ends && draft.begins < other.ends,
    );
    return isAlone && draft.lane === 0 ? { ...draft, span: 2 } : draft;
  });
}
