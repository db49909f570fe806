import { weekdayOf } from '../../kernel/calendar/dates.ts';
import { DAY_MINUTES } from '../../kernel/calendar/times.ts';
import { DRAWN_MINUTES_MINIMUM, PARALLEL_MAXIMUM, SHORT_BREAK_MINUTES } from './limits.ts';
import { compareOccurrences, isSameTeaching, type Occurrence } from './occurrence.ts';

/** A box of a day column: one lesson, or the parallel ones that do not fit (T-2.34). */
export type Box = {
  /** Index in time order within its day: the key of the box, so that the next week reuses the elements. */
  readonly place: number;
  /** One occurrence, or all behind "+N more", in time order. */
  readonly occurrences: readonly Occurrence[];
  /** Minutes since midnight, half-open. */
  readonly begins: number;
  readonly ends: number;
  /** Columns of the day are divided into `lanes`; the box starts at `lane` and covers `span` of them. */
  readonly lane: number;
  readonly span: number;
  readonly lanes: number;
  /**
   * The same lesson ended a short break ago in the same lanes: the box begins there, so that both look like one block
   * (T-9.02).
   */
  readonly continues: boolean;
};

/** A day of the week view, its boxes in time order. */
export type DayColumn = { readonly date: string; readonly weekday: number; readonly boxes: readonly Box[] };

type Unplaced = Omit<Box, 'place' | 'continues'>;
type Draft = Omit<Box, 'place' | 'continues' | 'span' | 'lanes'>;

/** Whether a pause between two minutes is a short break: 0 to 7 minutes (T-9.02). */
export function isShortBreak(ends: number, begins: number): boolean {
  return begins >= ends && begins - ends <= SHORT_BREAK_MINUTES;
}

/**
 * Lays out the lessons of some days: no two boxes of a day overlap, every lesson is in exactly one box, up to four
 * parallel lessons have lanes of their own; with five or more, the rest is behind one box in the fourth lane (T-2.34).
 * @param occurrences in any order; those on other dates are ignored
 * @param dates the days to draw, one column each
 */
export function layoutWeek(occurrences: readonly Occurrence[], dates: readonly string[]): DayColumn[] {
  const byDate = new Map<string, Occurrence[]>(dates.map((date) => [date, []]));
  for (const occurrence of occurrences) byDate.get(occurrence.date)?.push(occurrence);
  return dates.map((date) => ({ date, weekday: weekdayOf(date), boxes: layoutDay(byDate.get(date) ?? []) }));
}

function layoutDay(occurrences: Occurrence[]): Box[] {
  const drafts = occurrences.sort(compareOccurrences).map(toDraft);
  const placed: Unplaced[] = [];
  for (const cluster of clustersOf(drafts)) placed.push(...layoutCluster(cluster));
  placed.sort((a, b) => a.begins - b.begins || a.lane - b.lane);
  return placed.map((box, place) => {
    const earlier = predecessorOf(box, placed, place);
    return { ...box, place, begins: earlier ? earlier.ends : box.begins, continues: earlier !== null };
  });
}

/** Long enough to be hit, and inside the day. */
function toDraft(occurrence: Occurrence): Draft {
  const { minutes_begins_at, minutes_ends_at } = occurrence;
  const begins = Math.min(minutes_begins_at, DAY_MINUTES - DRAWN_MINUTES_MINIMUM);
  const ends = Math.min(DAY_MINUTES, Math.max(minutes_ends_at, begins + DRAWN_MINUTES_MINIMUM));
  return { occurrences: [occurrence], begins, ends, lane: 0 };
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

function layoutCluster(cluster: readonly Draft[]): Unplaced[] {
  const sorted = [...cluster].sort((a, b) => a.begins - b.begins);
  const laneEnds: number[] = [];
  const inLanes = sorted.map((draft) => {
    const free = laneEnds.findIndex((ends) => ends <= draft.begins);
    const lane = free === -1 ? laneEnds.length : free;
    laneEnds[lane] = draft.ends;
    return { ...draft, lane };
  });
  const isCrowded = laneEnds.length > PARALLEL_MAXIMUM;
  const drafts = isCrowded ? collapse(inLanes) : inLanes;
  const lanes = isCrowded ? PARALLEL_MAXIMUM : laneEnds.length;
  return drafts.map((draft) => ({ ...draft, lanes, span: spanOf(draft, drafts, lanes) }));
}

/** Everything from the last lane on goes behind one box there; a single lesson keeps its own. */
function collapse(drafts: readonly Draft[]): Draft[] {
  const lane = PARALLEL_MAXIMUM - 1;
  const kept = drafts.filter((draft) => draft.lane < lane);
  const rest = clustersOf(drafts.filter((draft) => draft.lane >= lane));
  for (const group of rest) {
    kept.push({
      occurrences: group.flatMap((draft) => draft.occurrences),
      begins: Math.min(...group.map((draft) => draft.begins)),
      ends: Math.max(...group.map((draft) => draft.ends)),
      lane,
    });
  }
  return kept;
}

/** How many lanes to the right are free for as long as the box lasts. */
function spanOf(draft: Draft, drafts: readonly Draft[], lanes: number): number {
  let next = lanes;
  for (const other of drafts) {
    if (other.lane > draft.lane && other.begins < draft.ends && draft.begins < other.ends)
      next = Math.min(next, other.lane);
  }
  return next - draft.lane;
}

/** The box of the same lesson that ended a short break ago in the same lanes, so that a double lesson is one block. */
function predecessorOf(box: Unplaced, boxes: readonly Unplaced[], place: number): Unplaced | null {
  for (let index = place - 1; index >= 0 && box.occurrences.length === 1; index -= 1) {
    const earlier = boxes[index]!;
    if (earlier.lane !== box.lane || earlier.ends > box.begins) continue;
    const isSame =
      earlier.span === box.span &&
      earlier.lanes === box.lanes &&
      earlier.occurrences.length === 1 &&
      isShortBreak(earlier.ends, box.begins) &&
      isSameTeaching(earlier.occurrences[0]!.lesson, box.occurrences[0]!.lesson);
    return isSame ? earlier : null;
  }
  return null;
}
