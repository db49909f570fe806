import { toMinutes } from '../../kernel/calendar/times.ts';
import type { Period } from '../structure/index.ts';
import { type Overfull, overfullOf, type SizedCourses, type Sizes } from './capacity.ts';
import { type Hindrance, hindrancesFor, isSoft, type PlanFacts, shareWeeks } from './facts.ts';
import { periodsOn, type Slot, slotAt } from './periods.ts';
import type { Place, PlannedLesson } from './schema.ts';

/** Somebody, or a room, that is needed twice at a time. */
export interface NeededTwice {
  readonly reason: 'teacher' | 'bookable' | 'grade' | 'course';
  /** Of the teacher, room, class or course. */
  readonly id: number;
  /** The lesson that is there. */
  readonly lesson: PlannedLesson;
}

/** Why a lesson cannot be at a time, or, with the rooms that it has, at any. */
export type Clash = NeededTwice | Overfull;

/** A time at which a lesson could begin, with what stands in its way. */
export interface PlaceChoice extends Place {
  readonly slot: Slot;
  readonly clashes: readonly Clash[];
  /** What the master data says of it. */
  readonly hindrances: readonly Hindrance[];
  /** It is there now. */
  readonly is_here: boolean;
}

/** Does nothing stand in the way of a lesson at a time? What somebody would rather not have does not. */
export const isOpenPlace = ({ clashes, hindrances }: Pick<PlaceChoice, 'clashes' | 'hindrances'>): boolean =>
  clashes.length === 0 && hindrances.every(isSoft);

/** Is a time free for a lesson but for its rooms, which are too small at any time? */
export const isOpenTime = ({ clashes, hindrances }: Pick<PlaceChoice, 'clashes' | 'hindrances'>): boolean =>
  isOpenPlace({ clashes: clashes.filter(({ reason }) => reason !== 'capacity'), hindrances });

function isWhole(lesson: PlannedLesson, courses: SizedCourses): boolean {
  return lesson.course_id === null || (courses.get(lesson.course_id)?.is_whole ?? true);
}

/** Those that both need: the same people cannot be in two lessons, parallel courses of a class have other pupils. */
function needsOfBoth(one: PlannedLesson, other: PlannedLesson, courses: SizedCourses): Omit<NeededTwice, 'lesson'>[] {
  const both = (mine: readonly number[], theirs: readonly number[]) => mine.filter((id) => theirs.includes(id));
  const found: Omit<NeededTwice, 'lesson'>[] = [
    ...both(one.teacher_ids, other.teacher_ids).map((id) => ({ reason: 'teacher' as const, id })),
    ...both(one.bookable_ids, other.bookable_ids).map((id) => ({ reason: 'bookable' as const, id })),
  ];
  if (one.course_id !== null && one.course_id === other.course_id) found.push({ reason: 'course', id: one.course_id });
  else if (isWhole(one, courses) || isWhole(other, courses))
    found.push(...both(one.grade_ids, other.grade_ids).map((id) => ({ reason: 'grade' as const, id })));
  return found;
}

/** The others that need what a lesson needs, with what that is, at whatever time they are. */
function rivalsOf(lesson: PlannedLesson, lessons: readonly PlannedLesson[], courses: SizedCourses) {
  return lessons.flatMap((other) => {
    if (other.lesson_id === lesson.lesson_id || other.weekday === null || !shareWeeks(lesson, other)) return [];
    const needs = needsOfBoth(lesson, other, courses);
    return needs.length > 0 ? [{ other, needs }] : [];
  });
}

/**
 * Every time of the week at which a lesson could begin, and what stands in its way there: a teacher, room, class or
 * course that another lesson needs at an overlapping time in a common week, rooms that are too small, or what the master
 * data says of somebody.
 * @param days planned days of the week, from Monday
 */
export function placesOf(
  lesson: PlannedLesson,
  {
    lessons,
    periods,
    courses,
    days,
    wishes = [],
    teachers = [],
    grades = [],
    bookables = [],
  }: {
    readonly lessons: readonly PlannedLesson[];
    readonly periods: readonly Period[];
    readonly courses: SizedCourses;
    readonly days: number;
  } & Partial<PlanFacts & Pick<Sizes, 'bookables'>>,
): PlaceChoice[] {
  const rivals = rivalsOf(lesson, lessons, courses);
  const overfull = overfullOf(lesson, courses, { grades, bookables });
  const always: readonly Clash[] = overfull ? [overfull] : [];
  const hindrancesAt = hindrancesFor(lesson, { wishes, teachers, grades }, { lessons, periods, days });
  return Array.from({ length: days }, (_, index) => index + 1).flatMap((weekday) => {
    const ofDay = rivals.filter(({ other }) => other.weekday === weekday);
    return periodsOn(periods, weekday).flatMap(({ hour }): PlaceChoice[] => {
      const slot = slotAt(periods, { weekday, hour }, lesson.length);
      if (!slot) return [];
      const needed = ofDay.flatMap(({ other, needs }): Clash[] => {
        const isMeanwhile =
          (other.time_begins_at ?? '') < slot.time_ends_at && slot.time_begins_at < (other.time_ends_at ?? '');
        return isMeanwhile ? needs.map((need) => ({ ...need, lesson: other })) : [];
      });
      const is_here = lesson.weekday === weekday && lesson.time_begins_at === slot.time_begins_at;
      const clashes = [...always, ...needed];
      return [{ weekday, hour, slot, clashes, hindrances: hindrancesAt(weekday, slot), is_here }];
    });
  });
}

/** How many times are proposed for a lesson. */
export const PROPOSED_PLACES = 3;

/**
 * The best free times of a lesson, at most three, whether or not its rooms are large enough: a day on which its classes do not have the subject yet before others,
 * a time that somebody would rather have before one that they would rather not, a period in which somebody of the school has a lesson, beside another lesson of its classes before one behind a gap, early
 * before late.
 */
export function bestPlaces(
  lesson: PlannedLesson,
  lessons: readonly PlannedLesson[],
  choices: readonly PlaceChoice[],
): PlaceChoice[] {
  const ofClasses = lessons.filter(
    (other) =>
      other.lesson_id !== lesson.lesson_id &&
      other.weekday !== null &&
      shareWeeks(lesson, other) &&
      other.grade_ids.some((id) => lesson.grade_ids.includes(id)),
  );
  const usual = new Set(lessons.map(({ time_begins_at }) => time_begins_at));
  const rank = ({ weekday, slot, hindrances }: PlaceChoice) => {
    const sameDay = ofClasses.filter((other) => other.weekday === weekday);
    const isRepeated = sameDay.some(({ subject_id }) => subject_id !== null && subject_id === lesson.subject_id);
    const gaps = sameDay.map((other) => minutesBetween(slot, other));
    const begins = toMinutes(slot.time_begins_at);
    const unwanted = -hindrances.reduce((sum, { reason, count }) => (isSoft({ reason }) ? sum + count : sum), 0);
    const isUsual = usual.has(slot.time_begins_at);
    return [isRepeated ? 1 : 0, unwanted, isUsual ? 0 : 1, gaps.length > 0 ? Math.min(...gaps) : 0, begins, weekday];
  };
  return choices
    .filter((choice) => isOpenTime(choice) && !choice.is_here)
    .map((choice) => ({ choice, rank: rank(choice) }))
    .sort((one, other) => compareRanks(one.rank, other.rank))
    .slice(0, PROPOSED_PLACES)
    .map(({ choice }) => choice);
}

/** Minutes from the end of the earlier to the begin of the later. */
function minutesBetween(slot: Slot, other: PlannedLesson): number {
  const before = toMinutes(slot.time_begins_at) - toMinutes(other.time_ends_at ?? '00:00');
  const after = toMinutes(other.time_begins_at ?? '00:00') - toMinutes(slot.time_ends_at);
  return Math.max(before, after, 0);
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  const differing = one.findIndex((value, index) => value !== other[index]);
  return differing === -1 ? 0 : (one[differing] as number) - (other[differing] as number);
}
