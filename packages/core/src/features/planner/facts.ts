import type { Period } from '../structure/index.ts';
import { periodsOn, type Slot } from './periods.ts';
import type { PlannedGrade, PlannedLesson, PlannedTeacher, PlannedWish } from './schema.ts';
import { AWAY, STANDBY } from './wishes.ts';

/** Why a time is bad, or good, for a lesson, though nobody is needed twice (D-8.02). */
export type HindranceReason = 'away' | 'standby' | 'long_day' | 'no_free_day' | 'unwanted' | 'wanted';

/** Somebody, or a room, of whom the master data says something about a time. */
export interface Hindrance {
  readonly reason: HindranceReason;
  readonly entity: PlannedWish['entity'];
  readonly id: number;
  /** The period that is marked; null: it is about the whole day. */
  readonly hour: string | null;
  /** What was wished; of a long day its periods, of a missing free day the days with lessons. */
  readonly count: number;
  /** The most that may be. */
  readonly most: number;
}

/** What the master data says of those who are planned. */
export interface PlanFacts {
  readonly wishes: readonly PlannedWish[];
  readonly teachers: readonly Pick<PlannedTeacher, 'id' | 'most_a_day' | 'free_days'>[];
  readonly grades: readonly Pick<PlannedGrade, 'id' | 'most_a_day' | 'pupils'>[];
}

/** Does it only speak for or against a time, and does not forbid it? */
export const isSoft = ({ reason }: Pick<Hindrance, 'reason'>): boolean => reason === 'unwanted' || reason === 'wanted';

/** Are there days on which both are held, by their spans and weeks? */
export function shareWeeks(one: PlannedLesson, other: PlannedLesson): boolean {
  const begins = one.begins_at > other.begins_at ? one.begins_at : other.begins_at;
  const ends = one.ends_at < other.ends_at ? one.ends_at : other.ends_at;
  if (begins > ends) return false;
  if (one.pattern === null || other.pattern === null) return true;
  const weeks = new Set(one.pattern.weeks);
  return other.pattern.weeks.some((week) => weeks.has(week));
}

/** What is done in some weeks; null: in all. */
interface Done<What> {
  readonly weeks: readonly string[] | null;
  readonly what: readonly What[];
}

/** How much different is done in the fullest week. */
function fullest<What>(all: readonly Done<What>[], within: readonly string[] | null): number {
  const weeks = within ?? [...new Set(all.flatMap((one) => one.weeks ?? []))];
  const counts = (weeks.length > 0 ? weeks : ['']).map((week) => {
    const then = all.filter((one) => one.weeks === null || one.weeks.includes(week));
    return new Set(then.flatMap(({ what }) => what)).size;
  });
  return Math.max(...counts);
}

const hoursOf = (day: readonly Period[], begins_at: string, ends_at: string) =>
  day.filter((one) => one.begins_at < ends_at && begins_at < one.ends_at).map(({ hour }) => hour);

const doneBy = (lesson: PlannedLesson, day: readonly Period[]): Done<string> => ({
  weeks: lesson.pattern?.weeks ?? null,
  what: hoursOf(day, lesson.time_begins_at ?? '', lesson.time_ends_at ?? ''),
});

/** How many periods somebody teaches, or a class has, in the fullest week; those without a time count too. */
export function hoursAWeek(lessons: readonly PlannedLesson[]): number {
  return fullest(
    lessons.map(({ lesson_id, length, pattern }) => ({
      weeks: pattern?.weeks ?? null,
      what: Array.from({ length }, (_, at) => `${lesson_id}|${at}`),
    })),
    null,
  );
}

const IDS = { teachers: 'teacher_ids', grades: 'grade_ids', bookables: 'bookable_ids' } as const;
const isWith = (lesson: PlannedLesson, entity: PlannedWish['entity'], id: number) => lesson[IDS[entity]].includes(id);

/** Whose days are limited, and what they have on each without the lesson. */
function limitsOf(
  lesson: PlannedLesson,
  { teachers, grades }: PlanFacts,
  { lessons, periods, days }: { lessons: readonly PlannedLesson[]; periods: readonly Period[]; days: number },
) {
  const limited = [
    ...teachers.map((one) => ({ ...one, entity: 'teachers' as const })),
    ...grades.map((one) => ({ ...one, entity: 'grades' as const, free_days: null })),
  ].filter(({ entity, id, most_a_day, free_days }) => (most_a_day !== null || free_days) && isWith(lesson, entity, id));
  return limited.map(({ entity, id, most_a_day, free_days }) => {
    const others = lessons.filter(
      (other) =>
        other.lesson_id !== lesson.lesson_id &&
        other.weekday !== null &&
        isWith(other, entity, id) &&
        shareWeeks(lesson, other),
    );
    const byDay = Map.groupBy(others, ({ weekday }) => weekday ?? 0);
    const done = new Map(
      [...byDay].map(([weekday, all]) => {
        const day = periodsOn(periods, weekday);
        return [weekday, all.map((other) => doneBy(other, day))] as const;
      }),
    );
    return { entity, id, most_a_day, most_days: free_days ? Math.max(0, days - free_days) : null, done };
  });
}

/**
 * What the master data says of a lesson at any time of the week: who is not there or on standby, whose day would be too
 * long, who would lose a free day, and who would rather or rather not.
 */
export function hindrancesFor(
  lesson: PlannedLesson,
  facts: PlanFacts,
  plan: { readonly lessons: readonly PlannedLesson[]; readonly periods: readonly Period[]; readonly days: number },
): (weekday: number, slot: Slot) => Hindrance[] {
  const wishes = Map.groupBy(
    facts.wishes.filter(({ entity, id }) => isWith(lesson, entity, id)),
    ({ weekday }) => weekday,
  );
  const limits = limitsOf(lesson, facts, plan);
  const weeks = lesson.pattern?.weeks ?? null;
  return (weekday, slot) => {
    const hours = hoursOf(periodsOn(plan.periods, weekday), slot.time_begins_at, slot.time_ends_at);
    const marked = (wishes.get(weekday) ?? [])
      .filter(({ hour }) => hours.includes(hour))
      .map(({ entity, id, hour, wish }): Hindrance => {
        const reason =
          wish <= AWAY ? 'away' : wish >= STANDBY ? 'standby' : wish < 0 ? ('unwanted' as const) : ('wanted' as const);
        return { reason, entity, id, hour, count: wish, most: 0 };
      });
    const full = limits.flatMap(({ entity, id, most_a_day, most_days, done }): Hindrance[] => {
      const found: Hindrance[] = [];
      const count = fullest([...(done.get(weekday) ?? []), { weeks, what: hours }], weeks);
      if (most_a_day !== null && count > most_a_day)
        found.push({ reason: 'long_day', entity, id, hour: null, count, most: most_a_day });
      const taught = new Set([...done.keys(), weekday]).size;
      if (most_days !== null && !done.has(weekday) && taught > most_days)
        found.push({ reason: 'no_free_day', entity, id, hour: null, count: taught, most: most_days });
      return found;
    });
    return [...marked, ...full];
  };
}
