import { type DeskPerson, overlaps, type Span } from './people.ts';

/** Something that takes place on the day, with all changes of the day. */
export interface DayLesson extends Span {
  /** Null: additional, moved here, or an event of its own. */
  readonly lesson_id: number | null;
  readonly hour: string | null;
  readonly subject_id: number | null;
  readonly course_id: number | null;
  readonly grade_ids: readonly number[];
  readonly teacher_ids: readonly number[];
  readonly bookable_ids: readonly number[];
  /** Nothing has been changed of it. */
  readonly is_planned: boolean;
  /** It is taught: neither an event nor without somebody who is there. */
  readonly is_taught: boolean;
  /** What the desk has decided about it; null: nothing. */
  readonly decision: { readonly id: number; readonly version: number } | null;
}

export interface DayRoom {
  readonly id: number;
  readonly shortcut: string;
  readonly building: string | null;
  readonly capacity: number | null;
  /** When it cannot be used. */
  readonly absent: readonly Span[];
}

/** In which pupils of a class are looked after whatever is cancelled; null: from the beginning or to the end of the day. */
export interface CoreTime {
  readonly begins_at: string | null;
  readonly ends_at: string | null;
}

/** What is known of a day to answer an open lesson without somebody in its teacher's place. */
export interface DayPlan {
  /** Everything else that takes place. */
  readonly others: readonly DayLesson[];
  readonly periods: readonly (Span & { readonly hour: string })[];
  readonly people: ReadonlyMap<number, DeskPerson>;
  readonly rooms: ReadonlyMap<number, DayRoom>;
  /** By class; one that is missing has none. */
  readonly core: ReadonlyMap<number, CoreTime>;
  /** How many pupils take part, by lesson. */
  readonly sizes: ReadonlyMap<number, number>;
  /** The year levels of a class, as far as they are known. */
  readonly levels: ReadonlyMap<number, readonly number[]>;
}

const shares = (one: readonly number[], other: readonly number[]): boolean => one.some((id) => other.includes(id));
const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

/** What else the classes of a lesson have on the day. */
export const ofItsClasses = ({ grade_ids }: DayLesson, others: readonly DayLesson[]): DayLesson[] =>
  others.filter((other) => shares(other.grade_ids, grade_ids));

/** Do the same pupils have both lessons: those of a course, or of a class that has nothing beside either? */
export function isOfSamePupils(one: DayLesson, other: DayLesson, others: readonly DayLesson[]): boolean {
  if (one.course_id !== null && one.course_id === other.course_id) return true;
  const isAlone = (lesson: DayLesson) =>
    !ofItsClasses(lesson, others).some((also) => also !== one && also !== other && overlaps(also, lesson));
  return one.grade_ids.length > 0 && isSame(one.grade_ids, other.grade_ids) && isAlone(one) && isAlone(other);
}

/** How a time lies to the core times of classes: outside of all that there are, inside one, or there is none. */
export function liesToCore(
  span: Span,
  gradeIds: readonly number[],
  core: DayPlan['core'],
): { at: 'outside' | 'none' } | { at: 'inside'; core: CoreTime } {
  const known = gradeIds.flatMap((id) => core.get(id) ?? []).filter((one) => one.begins_at ?? one.ends_at);
  const inside = known.find(
    ({ begins_at, ends_at }) =>
      (ends_at === null || span.begins_at < ends_at) && (begins_at === null || span.ends_at > begins_at),
  );
  if (inside) return { at: 'inside', core: inside };
  return { at: known.length > 0 ? 'outside' : 'none' };
}

/** Can somebody hold a lesson at a time at which they had nothing planned? */
export function isFree(person: DeskPerson | undefined, span: Span): boolean {
  if (!person) return false;
  return ![...person.absent, ...person.away, ...person.busy].some((one) => overlaps(one, span));
}

/** Rooms that lie side by side: one building, names that differ in a number by one or two (doors of one side count in twos). */
export function stepsBetween(one: DayRoom, other: DayRoom): number | null {
  const [a, b] = [one, other].map(({ shortcut }) => /^(.*?)(\d+)(\D*)$/.exec(shortcut));
  if (!a || !b || one.id === other.id || one.building !== other.building) return null;
  if (a[1] !== b[1] || a[3] !== b[3]) return null;
  const steps = Math.abs(Number(a[2]) - Number(b[2]));
  return steps === 1 || steps === 2 ? steps : null;
}
