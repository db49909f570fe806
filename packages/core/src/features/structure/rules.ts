import { addDays, addMonths, isDate } from '../../kernel/calendar/dates.ts';
import { STORAGE_KEYS } from '../../kernel/product.ts';
import { isAfter, isSameOrBefore } from '../../validation/dates.ts';
import type { SchoolYear } from './schema.ts';

/** Longest school year, calendar months. */
export const SCHOOL_YEAR_MONTHS_MAXIMUM = 13;

/** First and last day of a school year as somebody writes it. */
export interface SchoolYearDraft {
  begins_at: string;
  ends_at: string;
}

/** The problems that a school year can have; the text is `structure:rules.<rule>`, in form, command and answer. */
export type SchoolYearRule =
  | 'beginRequired'
  | 'endRequired'
  | 'endBeforeBegin'
  | 'yearTooLong'
  | 'sameName'
  | 'overlaps';

/** The problems that a school year can have only while its school is set up. */
export type OnboardingYearRule = 'beginTooFar' | 'endTooFar';

/** One thing that is wrong, at its field. */
export interface SchoolYearProblem<Rule extends string = SchoolYearRule> {
  field: keyof SchoolYearDraft;
  rule: Rule;
  params: Record<string, string | number>;
}

/** The name of a school year, `2026 / 2027`: the calendar years of its first and last day (P-5.31). */
export function toYearName({ begins_at, ends_at }: SchoolYearDraft): string {
  return `${begins_at.slice(0, 4)} / ${ends_at.slice(0, 4)}`;
}

/**
 * Everything that is wrong with a school year beside the `others` of its school, at most one problem a field; used by
 * form, command and server (T-5.24, T-5.25, T-5.27).
 */
export function schoolYearProblems(
  draft: SchoolYearDraft,
  others: readonly Pick<SchoolYear, 'name' | 'begins_at' | 'ends_at'>[],
): SchoolYearProblem[] {
  const { begins_at, ends_at } = draft;
  const missing: SchoolYearProblem[] = [];
  if (!isDate(begins_at)) missing.push({ field: 'begins_at', rule: 'beginRequired', params: {} });
  if (!isDate(ends_at)) missing.push({ field: 'ends_at', rule: 'endRequired', params: {} });
  if (missing.length > 0) return missing;
  if (!isAfter(ends_at, begins_at)) return [{ field: 'ends_at', rule: 'endBeforeBegin', params: {} }];
  const maximum = SCHOOL_YEAR_MONTHS_MAXIMUM;
  if (!isSameOrBefore(ends_at, addDays(addMonths(begins_at, maximum), -1)))
    return [{ field: 'ends_at', rule: 'yearTooLong', params: { maximum } }];
  const other = others.find((year) => year.begins_at <= ends_at && year.ends_at >= begins_at);
  if (other) {
    const field = other.begins_at <= begins_at ? 'begins_at' : 'ends_at';
    return [{ field, rule: 'overlaps', params: { name: other.name } }];
  }
  const name = toYearName(draft);
  if (others.some((year) => year.name === name)) return [{ field: 'begins_at', rule: 'sameName', params: { name } }];
  return [];
}

/**
 * What is wrong beyond that with a school year while the school is set up: it begins in the last calendar year or this one (P-5.34,
 * T-5.36) and ends in this one or the next (P-5.35, T-5.37).
 * @param today in the school's zone
 */
export function onboardingYearProblems(
  { begins_at, ends_at }: SchoolYearDraft,
  today: string,
): SchoolYearProblem<OnboardingYearRule>[] {
  const year = Number(today.slice(0, 4));
  const isIn = (date: string, first: number) => [first, first + 1].includes(Number(date.slice(0, 4)));
  const problems: SchoolYearProblem<OnboardingYearRule>[] = [];
  if (isDate(begins_at) && !isIn(begins_at, year - 1))
    problems.push({ field: 'begins_at', rule: 'beginTooFar', params: { first: year - 1, last: year } });
  if (isDate(ends_at) && !isIn(ends_at, year))
    problems.push({ field: 'ends_at', rule: 'endTooFar', params: { first: year, last: year + 1 } });
  return problems;
}

/** The problems that only a new school year can have: it lies outside of the one that is suggested. */
export type NewYearRule = 'outsideSuggested';

/**
 * What is wrong with the days of a new school year beside the one that is suggested: they lie in its calendar years, from
 * 1 January of the first to 31 December of the second (T-5.26). One problem a field.
 */
export function newYearProblems(draft: SchoolYearDraft, suggested: SchoolYearDraft): SchoolYearProblem<NewYearRule>[] {
  const [first, last] = [suggested.begins_at.slice(0, 4), suggested.ends_at.slice(0, 4)];
  return (['begins_at', 'ends_at'] as const).flatMap((field) => {
    const date = draft[field];
    const isOutside = isDate(date) && (date < `${first}-01-01` || date > `${last}-12-31`);
    return isOutside ? [{ field, rule: 'outsideSuggested' as const, params: { first, last } }] : [];
  });
}

/** Is a new school year one that there is (T-8.03)? */
export const isDuplicateYear = (draft: SchoolYearDraft, others: readonly Pick<SchoolYear, 'name'>[]): boolean =>
  others.some(({ name }) => name === toYearName(draft));

/** The last day (month and day) on which the running school year is still the one that is suggested (P-5.33). */
const LAST_DAY_OF_SUGGESTION = '06-20';

/**
 * The school year that a new one is suggested as: 1 August to 15 July, the next one from 21 June on (P-5.32, P-5.33),
 * and the first that none of the `others` takes.
 */
export function suggestSchoolYear(
  today: string,
  others: readonly Pick<SchoolYear, 'name' | 'begins_at' | 'ends_at'>[],
): SchoolYearDraft {
  const year = Number(today.slice(0, 4));
  for (let first = today.slice(5) > LAST_DAY_OF_SUGGESTION ? year : year - 1; ; first += 1) {
    const draft = { begins_at: `${first}-08-01`, ends_at: `${first + 1}-07-15` };
    if (schoolYearProblems(draft, others).length === 0) return draft;
  }
}

/** How many days before its end a school year counts as ending (C-2.131, T-9.29). */
export const YEAR_REMINDER_DAYS = 21;
/** How many days a school year counts as just begun: so long the reminder says that it has (T-9.30). */
export const YEAR_BEGUN_DAYS = 21;
/** How many days before the end of the active school year the change to the next one opens (T-9.29). */
export const YEAR_CHANGE_OPENS_DAYS = 70;
/** How many days after the first day of the next school year the change to it closes (T-9.30). */
export const YEAR_CHANGE_CLOSES_DAYS = 56;
/** How long the reminder stays closed, ms (C-2.133, C-9.22, T-9.35). */
export const YEAR_REMINDER_PAUSE = 24 * 60 * 60 * 1000;
/** Local storage key of the instant until which it stays closed, epoch milliseconds (C-2.133, T-9.35). */
export const YEAR_REMINDER_KEY = STORAGE_KEYS.schoolYearReminder;

type YearSpan = Pick<SchoolYear, 'id' | 'begins_at' | 'ends_at'>;

/** The first school year that begins after another one has ended. */
export function yearAfter<Year extends YearSpan>(years: readonly Year[], year: YearSpan): Year | null {
  const later = years.filter(({ begins_at }) => begins_at > year.ends_at);
  return later.toSorted((one, other) => (one.begins_at < other.begins_at ? -1 : 1))[0] ?? null;
}

/**
 * Whether somebody should switch the school year: `ended` after the last day of the active one, `begun` in the first three
 * weeks of the next one, `ending` in the last three weeks of the active one while a later one exists; null otherwise
 * (C-2.131, T-9.29, T-9.30).
 * @param today in the school's zone
 */
export function yearReminderOf(
  years: readonly YearSpan[],
  activeId: number | null,
  today: string,
): 'ended' | 'begun' | 'ending' | null {
  const active = years.find(({ id }) => id === activeId);
  if (!active) return null;
  const next = yearAfter(years, active);
  if (today > active.ends_at) {
    const isBegun = next && today >= next.begins_at && today < addDays(next.begins_at, YEAR_BEGUN_DAYS);
    return isBegun ? 'begun' : 'ended';
  }
  return next && today > addDays(active.ends_at, -YEAR_REMINDER_DAYS) ? 'ending' : null;
}

/**
 * The days on which the school year can be changed, first and last included: from ten weeks before the end of the active
 * one until eight weeks after the first day of the next one (T-9.29, T-9.30).
 */
export function yearChangeDays(active: YearSpan, next: YearSpan): { opens_on: string; closes_on: string } {
  return {
    opens_on: addDays(active.ends_at, -YEAR_CHANGE_OPENS_DAYS + 1),
    closes_on: addDays(next.begins_at, YEAR_CHANGE_CLOSES_DAYS - 1),
  };
}
