import type { PlannedLesson } from '../schema.ts';
import { dayOf, periodOf, span } from './model.ts';

/** A lesson with its place on the grid. */
export interface PlacedLesson {
  readonly lesson: PlannedLesson;
  /** Week kinds, as bits. */
  readonly weeks: number;
  /** `day * DAY_BITS + period`; null: it has no time. */
  readonly start: number | null;
  readonly length: number;
  /** It keeps to no period of the grid. */
  readonly isOdd: boolean;
}

/** Nobody has changed it in this version: what it is beside, it is meant to be beside. */
const isUntouched = ({ lesson }: PlacedLesson) => lesson.version === 1;

/**
 * What belongs together: lessons at overlapping times of the running plan that have other pupils of one class (rails, half
 * groups), or the same teacher or class as nobody has changed it. A room that several use at once is shared, and not
 * counted.
 */
export function couple(
  placed: readonly PlacedLesson[],
  isPart: ReadonlySet<number>,
): { readonly groups: PlacedLesson[][]; readonly sharedRooms: ReadonlySet<number> } {
  const parent = placed.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parent[root] !== root) root = parent[root] as number;
    parent[index] = root;
    return root;
  };
  /** Calls for each two lessons that overlap and have one of the keys in common. */
  const eachPair = (
    keysOf: (lesson: PlannedLesson) => readonly number[],
    call: (one: number, other: number, key: number) => void,
  ) => {
    const byKey = new Map<string, number[]>();
    for (const [index, { lesson, start }] of placed.entries()) {
      if (start === null) continue;
      for (const key of keysOf(lesson)) {
        const place = `${key}/${dayOf(start)}`;
        const others = byKey.get(place);
        if (others) {
          for (const other of others)
            if (isMeanwhile(placed[other] as PlacedLesson, placed[index] as PlacedLesson)) call(other, index, key);
          others.push(index);
        } else byKey.set(place, [index]);
      }
    }
  };
  const isPartOf = ({ lesson }: PlacedLesson) => lesson.course_id !== null && isPart.has(lesson.course_id);
  const idOf = (index: number) => (placed[index] as PlacedLesson).lesson.lesson_id;
  const divided = new Set(placed.flatMap(({ lesson }) => (lesson.lesson_id < 0 ? [-lesson.lesson_id] : [])));
  const join = (one: number, other: number) => {
    parent[rootOf(other)] = rootOf(one);
  };
  eachPair(
    ({ grade_ids }) => grade_ids,
    (one, other) => {
      const [first, second] = [placed[one] as PlacedLesson, placed[other] as PlacedLesson];
      const areParts = isPartOf(first) && isPartOf(second) && first.lesson.course_id !== second.lesson.course_id;
      if (areParts || (isUntouched(first) && isUntouched(second))) join(one, other);
    },
  );
  eachPair(
    ({ teacher_ids }) => teacher_ids,
    (one, other) => {
      if (isUntouched(placed[one] as PlacedLesson) && isUntouched(placed[other] as PlacedLesson)) join(one, other);
    },
  );
  // A double lesson that an import brings as two singles stays a double.
  // What was divided on purpose does not: see `divide`.
  const brought = [...placed.keys()].filter((index) => !divided.has(Math.abs(idOf(index))));
  for (const alike of Map.groupBy(brought, (index) => sameness(placed[index] as PlacedLesson)).values()) {
    const byEnd = new Map(alike.map((index) => [endOf(placed[index] as PlacedLesson), index]));
    for (const index of alike) {
      const before = byEnd.get(placed[index]?.start ?? -1);
      if (before !== undefined) join(before, index);
    }
  }
  const sharedRooms = new Set<number>();
  eachPair(
    ({ bookable_ids }) => bookable_ids,
    (one, other, room) => {
      const areUntouched = isUntouched(placed[one] as PlacedLesson) && isUntouched(placed[other] as PlacedLesson);
      if (areUntouched && rootOf(one) !== rootOf(other)) sharedRooms.add(room);
    },
  );
  const groups = [...Map.groupBy(placed.keys(), rootOf).values()].map((indexes) =>
    indexes.map((index) => placed[index] as PlacedLesson),
  );
  return { groups, sharedRooms };
}

/** What two halves of a double lesson have in common. */
function sameness({ lesson: { course_id, subject_id, grade_ids, teacher_ids }, weeks, start }: PlacedLesson): string {
  const sets = [grade_ids, teacher_ids].map((ids) => ids.toSorted((one, other) => one - other));
  return JSON.stringify([course_id, subject_id, weeks, start === null ? null : dayOf(start), ...sets]);
}

const endOf = ({ start, length }: PlacedLesson) => (start === null ? Number.NaN : start + length);

function isMeanwhile(one: PlacedLesson, other: PlacedLesson): boolean {
  if (one.start === null || other.start === null || (one.weeks & other.weeks) === 0) return false;
  return (span(periodOf(one.start), one.length) & span(periodOf(other.start), other.length)) !== 0;
}
