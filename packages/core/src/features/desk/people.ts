/** Wall times of one day, `HH:MM`, the end excluded. */
export interface Span {
  readonly begins_at: string;
  readonly ends_at: string;
}

/** A lesson that somebody has to take. */
export interface OpenLesson extends Span {
  readonly lesson_id: number;
  readonly subject_id: number | null;
  readonly grade_ids: readonly number[];
  /** Those of its teachers who are there. */
  readonly present_ids: readonly number[];
  /** Of its rooms, as far as they are known. */
  readonly buildings: readonly string[];
}

/** Something that somebody does at a time of the day, with all changes of the day. */
export interface Occupation extends Span {
  readonly what: 'teaching' | 'supervising';
  readonly lesson_id: number | null;
  /** Where it is, as far as that is known. */
  readonly buildings: readonly string[];
}

/** What is known of somebody on a day; what the product does not know stands nowhere here. */
export interface DeskPerson {
  readonly id: number;
  readonly takes_none: boolean;
  /** Grades that they are responsible for. */
  readonly own_grade_ids: readonly number[];
  readonly absent: readonly Span[];
  /** Times of the week at which they are never there. */
  readonly away: readonly Span[];
  readonly busy: readonly Occupation[];
  /** Planned as ready to step in. */
  readonly standby: readonly Span[];
  /** Own lessons that are not held since the class is away. */
  readonly set_free: readonly Span[];
  /** Substitutions of this day that they have been given already. */
  readonly given: readonly (Span & { readonly grade_ids: readonly number[] })[];
  /** Subjects, classes, and `subject|class` that they teach. */
  readonly subject_ids: ReadonlySet<number>;
  readonly grade_ids: ReadonlySet<number>;
  readonly taught: ReadonlySet<string>;
  /** Substitutions given in the week, in the compared days and in the school year. */
  readonly given_in_week: number;
  readonly given_in_window: number;
  readonly given_in_year: number;
  /** The substitutions of the compared days that would be theirs by their part of all lessons. */
  readonly share: number;
}

/** What a school says about substitutions besides weights. */
export interface DeskLimits {
  /** Substitutions; null: as many as there are. */
  readonly daily_maximum: number | null;
  readonly weekly_maximum: number | null;
  /** Nobody is asked to come who has no lesson on the day. */
  readonly only_present: boolean;
}

/** Why somebody cannot take a lesson, in the order in which it is looked for. */
export const EXCLUSIONS = [
  'absent',
  'away',
  'teaching',
  'supervising',
  'no_substitution',
  'off_day',
  'daily_maximum',
  'weekly_maximum',
] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

export const overlaps = (one: Span, other: Span): boolean =>
  one.begins_at < other.ends_at && other.begins_at < one.ends_at;

/** Why somebody cannot take a lesson; null: they can. */
export function exclusionOf(lesson: OpenLesson, person: DeskPerson, limits: DeskLimits): Exclusion | null {
  if (person.absent.some((span) => overlaps(span, lesson))) return 'absent';
  if (person.away.some((span) => overlaps(span, lesson))) return 'away';
  const isHere = lesson.present_ids.includes(person.id);
  const doing = person.busy.filter((one) => overlaps(one, lesson) && one.lesson_id !== lesson.lesson_id);
  if (doing.some(({ what }) => what === 'teaching')) return 'teaching';
  if (doing.length > 0) return 'supervising';
  // Whoever holds the lesson with the absent one is asked all the same.
  if (person.takes_none && !isHere) return 'no_substitution';
  const hasDay = person.busy.length + person.standby.length + person.set_free.length + person.given.length > 0;
  if (limits.only_present && !hasDay) return 'off_day';
  if (limits.daily_maximum !== null && person.given.length >= limits.daily_maximum) return 'daily_maximum';
  if (limits.weekly_maximum !== null && person.given_in_week >= limits.weekly_maximum) return 'weekly_maximum';
  return null;
}
