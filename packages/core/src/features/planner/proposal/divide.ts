import { placeOf, splitLesson } from '../parts.ts';
import { slotAt } from '../periods.ts';
import type { PlannedLesson } from '../schema.ts';
import type { ProposalInput } from './build.ts';
import { explain } from './explain.ts';
import type { Model, Placement } from './model.ts';
import type { LessonPlace } from './places.ts';

/**
 * The lesson that a number of a divided plan stands for: the second part of a lesson goes by the number of the lesson with a
 * minus until it has one of its own.
 */
export const lessonIdOf = (id: number): number => Math.abs(id);

const lengthOfFirst = ({ length }: Pick<PlannedLesson, 'length'>) => Math.ceil(length / 2);

/** How many periods have no place. */
export const openHours = (model: Model, placements: readonly Placement[]): number =>
  model.units.reduce(
    (sum, { lessons }, unit) =>
      placements[unit] ? sum : sum + lessons.reduce((hours, { length }) => hours + length, 0),
    0,
  );

/**
 * The lessons that may become two so that fewer stay open: wished whole, not pinned, and with nobody beside them. Those that
 * have no place themselves come first; if there are none, those that stand in the way of one without a place.
 */
export function toDivide(model: Model, input: ProposalInput, placements: readonly Placement[]): Set<number> {
  const wished = new Set(
    input.lessons
      .filter(({ is_divisible, length, lesson_id }) => is_divisible && length > 1 && !input.pinned.has(lesson_id))
      .map(({ lesson_id }) => lesson_id),
  );
  const alone = new Set(
    model.units.flatMap(({ fixed, lessons: [first, ...others] }) =>
      fixed === null && first && others.length === 0 && wished.has(first.lesson_id) ? [first.lesson_id] : [],
    ),
  );
  if (alone.size === 0) return alone;
  const open = [...model.units.keys()].filter((unit) => placements[unit] === null);
  const own = open.flatMap((unit) => model.units[unit]?.lessons ?? []).map(({ lesson_id }) => lesson_id);
  const divided = new Set(own.filter((id) => alone.has(id)));
  if (divided.size > 0) return divided;
  const inTheWay = open.flatMap((unit) =>
    explain(model, placements, unit).times.flatMap(({ blockers }) => blockers.flatMap(({ lesson_ids }) => lesson_ids)),
  );
  return new Set(inTheWay.filter((id) => alone.has(id)));
}

/** The same lessons, some of them as two that may be at any times; where they were before they follow each other. */
export function divide(input: ProposalInput, ids: ReadonlySet<number>): ProposalInput {
  const lessons = input.lessons.flatMap((lesson): PlannedLesson[] => {
    const rest = ids.has(lesson.lesson_id) ? splitLesson(lesson, input.periods)?.added?.[0] : undefined;
    if (!rest) return [lesson];
    const part = (lesson_id: number, length: number, place: ReturnType<typeof placeOf>): PlannedLesson => {
      const slot = place && slotAt(input.periods, place, length);
      const times = slot
        ? { weekday: place.weekday, ...slot }
        : { weekday: null, hour: null, time_begins_at: null, time_ends_at: null };
      return { ...lesson, lesson_id, length, is_divisible: false, ...times };
    };
    const first = lengthOfFirst(lesson);
    return [part(lesson.lesson_id, first, placeOf(lesson)), part(-lesson.lesson_id, rest.length, rest.place)];
  });
  return { ...input, lessons };
}

/** Where the units of a divided model are by a plan of the same lessons undivided; rooms are looked for anew. */
export function carryPlacements(model: Model, placements: readonly Placement[], divided: Model): (number | null)[] {
  const starts = new Map(
    model.units.flatMap(({ lessons }, unit) => {
      const start = placements[unit]?.start;
      return start === undefined ? [] : lessons.map(({ lesson_id, offset }) => [lesson_id, start + offset] as const);
    }),
  );
  const lengths = new Map(
    divided.units.flatMap(({ lessons }) => lessons.map(({ lesson_id, length }) => [lesson_id, length] as const)),
  );
  return divided.units.map(({ lessons: [first] }) => {
    if (!first) return null;
    const known = starts.get(first.lesson_id);
    if (known !== undefined) return known - first.offset;
    const before = first.lesson_id < 0 ? starts.get(-first.lesson_id) : undefined;
    return before === undefined ? null : before + (lengths.get(-first.lesson_id) ?? 0);
  });
}

/** A lesson that became two. */
export interface DividedLesson {
  readonly lesson_id: number;
  /** Periods of the first part, which keeps the number of the lesson, and of the second one. */
  readonly lengths: readonly [first: number, rest: number];
  /** Where the second part came to be. */
  readonly rest: Omit<LessonPlace, 'lesson_id'>;
}

const areSame = (one: LessonPlace, other: LessonPlace) => JSON.stringify(one.rooms) === JSON.stringify(other.rooms);

/** What really is divided in a plan: parts that follow each other in the same rooms, or have no place both, are one lesson. */
export function dividedOf(
  lessons: readonly PlannedLesson[],
  places: readonly LessonPlace[],
): { places: LessonPlace[]; divided: DividedLesson[] } {
  const lengths = new Map(lessons.map((lesson) => [lesson.lesson_id, lesson.length]));
  const rests = new Map(places.flatMap((place) => (place.lesson_id < 0 ? [[-place.lesson_id, place] as const] : [])));
  const divided: DividedLesson[] = [];
  const whole = places.flatMap((place): LessonPlace[] => {
    if (place.lesson_id < 0) return [];
    const other = rests.get(place.lesson_id);
    if (!other) return [place];
    const length = lengths.get(place.lesson_id) ?? 0;
    const [first, rest] = [lengthOfFirst({ length }), length - lengthOfFirst({ length })];
    if (place.start === null && other.start === null) return [place];
    if (place.start !== null && other.start !== null && areSame(place, other)) {
      if (place.start + first === other.start) return [place];
      if (other.start + rest === place.start) return [{ ...place, start: other.start }];
    }
    divided.push({
      lesson_id: place.lesson_id,
      lengths: [first, rest],
      rest: { start: other.start, rooms: other.rooms },
    });
    return [place];
  });
  return { places: whole, divided };
}
