import { addDays, isDate, weekdayOf } from '../../kernel/calendar/dates.ts';
import { suggestSchoolYear, toYearName } from '../structure/index.ts';

/** Longest note about a version, characters: one line of the list. */
export const VERSION_NOTE_MAXIMUM = 80;
/** Longest lesson, in periods; a timetable has singles and doubles, an import a whole day in a workshop. */
export const LESSON_LENGTH_MAXIMUM = 12;
/** Most classes, teachers or rooms of one lesson. */
export const LESSON_UNITS_MAXIMUM = 60;
/** Most weeks of a pattern: those of the longest school year. */
export const PATTERN_WEEKS_MAXIMUM = 60;
/** Longest name of a pattern. */
export const PATTERN_NAME_MAXIMUM = 40;
/** Most lessons that one push moves, changes, adds or removes, each. */
export const EDITS_MAXIMUM = 200;
/** Most changed lessons that others are told one by one: of more they fetch the whole again. */
export const TOLD_MAXIMUM = 20;
/** Most steps of the history that are shown, the newest first. */
export const HISTORY_MAXIMUM = 50;
/** How many days before its end a school year counts as old (T-4.05, T-9.28). */
export const YEAR_OLD_DAYS = 21;

/** Is a school year nearly over, or over: later than three weeks before its end [T-4.05]? @param today in the school's zone */
export function isOldYear({ ends_at }: { readonly ends_at: string }, today: string): boolean {
  return today > addDays(ends_at, -YEAR_OLD_DAYS);
}

/** The name of the school year that one plans for on a day: from 21 June on it is the next one (T-4.03, T-5.39). */
export function suggestedYearName(today: string): string {
  return toYearName(suggestSchoolYear(today, []));
}

/** What the choice of a version looks at. */
interface Choosable {
  /** The name of its school year. */
  readonly name: string;
  /** Its number within the school year. */
  readonly number: number;
}

/**
 * The version that the editor opens when nobody has named one: of the suggested school year, else of the latest by name;
 * of several in a year the newest; null: there is none (T-4.02, T-4.03, T-4.04).
 */
export function chooseVersion<Version extends Choosable>(versions: readonly Version[], today: string): Version | null {
  const wanted = suggestedYearName(today);
  const latest = versions.reduce((name, version) => (version.name > name ? version.name : name), '');
  const name = versions.some((version) => version.name === wanted) ? wanted : latest;
  const ofYear = versions.filter((version) => version.name === name);
  return ofYear.toSorted((one, other) => other.number - one.number)[0] ?? null;
}

/** What can be wrong with the day from which a version is published; the text is `planner:rules.<rule>`. */
export type PublishRule = 'fromRequired' | 'fromPast' | 'fromAfterYear';

/** A version is published from today on at the earliest: what has been held stays as it was. */
export function publishProblem(
  from: string,
  { ends_at }: { readonly ends_at: string },
  today: string,
): PublishRule | null {
  if (!isDate(from)) return 'fromRequired';
  if (from < today) return 'fromPast';
  return from > ends_at ? 'fromAfterYear' : null;
}

/** The day that is suggested: the next Monday, or the first day of a school year that has not begun. */
export function suggestPublishDay(year: { readonly begins_at: string }, today: string): string {
  if (today < year.begins_at) return year.begins_at;
  const day = new Date(`${today}T00:00:00Z`).getUTCDay();
  return addDays(today, (8 - day) % 7 || 7);
}

/** What can be wrong with a lesson; the text is `planner:rules.<rule>`. */
export type LessonRule = 'subjectRequired' | 'peopleRequired' | 'weeksOfYear';

export interface LessonProblem {
  readonly field: 'subject_id' | 'grade_ids' | 'pattern';
  readonly rule: LessonRule;
}

/** A lesson is of something and with somebody, and its weeks are Mondays of the school year. */
export function lessonProblems(
  lesson: {
    readonly subject_id: number | null;
    readonly course_id: number | null;
    readonly grade_ids: readonly number[];
    readonly teacher_ids: readonly number[];
    readonly pattern: { readonly weeks: readonly string[] } | null;
  },
  year: { readonly begins_at: string; readonly ends_at: string },
): LessonProblem[] {
  const problems: LessonProblem[] = [];
  if (lesson.subject_id === null && lesson.course_id === null)
    problems.push({ field: 'subject_id', rule: 'subjectRequired' });
  if (lesson.grade_ids.length === 0 && lesson.teacher_ids.length === 0)
    problems.push({ field: 'grade_ids', rule: 'peopleRequired' });
  const first = addDays(year.begins_at, 1 - weekdayOf(year.begins_at));
  const isWeek = (week: string) => weekdayOf(week) === 1 && week >= first && week <= year.ends_at;
  if (lesson.pattern && !lesson.pattern.weeks.every(isWeek)) problems.push({ field: 'pattern', rule: 'weeksOfYear' });
  return problems;
}

/** For how long a removed version can be restored, hours. */
export const VERSION_RESTORE_HOURS = 24;

/** Longest short name of a subject, teacher, room, class or course: it has to stand in a lesson. */
export const UNIT_SHORTCUT_MAXIMUM = 20;
/** Longest name of one of them, or of what is said of it. */
export const UNIT_NAME_MAXIMUM = 120;
/** Longest text of year levels, and the last place of a class. */
export const LEVEL_RANGE_MAXIMUM = 5;
export const CLASS_ORDER_MAXIMUM = 9999;
/** Longest kind of a course, characters. */
export const COURSE_TYPE_MAXIMUM = 60;
/** Most lessons a week that a contract says. */
export const CONTRACT_HOURS_MAXIMUM = 60;
/** Most days of a week without a lesson. */
export const FREE_DAYS_MAXIMUM = 6;
/** Most people in a room: the hall. */
export const CAPACITY_MAXIMUM = 5000;

/** Seconds that a proposal is searched for. */
export const PROPOSAL_SECONDS_MINIMUM = 5;
export const PROPOSAL_SECONDS_MAXIMUM = 600;
/** Highest weight of a soft rule; 0: it does not count. */
export const WEIGHT_MAXIMUM = 5;
/** Most lessons that a proposal of few changes moves. */
export const MOVED_MAXIMUM = 500;
/** Most periods of a day. */
export const DAY_HOURS_MAXIMUM = 16;
/** Highest number that a search begins with. */
export const SEED_MAXIMUM = 1_000_000;
/** Most proposals of a version that are shown, the newest first. */
export const PROPOSALS_MAXIMUM = 10;

/** The weights and limits that the form begins with. */
export const PROPOSAL_START = {
  seconds: 60,
  seed: 1,
  most_moved: 20,
  most_class_hours: 8,
  most_teacher_hours: 8,
  most_teacher_days: 5,
} as const;

/** What can be wrong with the settings of a proposal; the text is `planner:rules.<rule>`. */
export type ProposalRule = 'classesRequired';

/** A proposal for some classes names them. */
export function proposalProblem({
  mode,
  grade_ids,
}: {
  readonly mode: string;
  readonly grade_ids: readonly number[];
}): ProposalRule | null {
  return mode === 'CLASSES' && grade_ids.length === 0 ? 'classesRequired' : null;
}
