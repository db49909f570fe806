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

/** What can be wrong with a school year; the text is `structure:rules.<rule>`, in form, command and answer. */
export type SchoolYearRule =
  | 'beginRequired'
  | 'endRequired'
  | 'endBeforeBegin'
  | 'yearTooLong'
  | 'sameName'
  | 'overlaps';

/** One thing that is wrong, at its field. */
export interface SchoolYearProblem {
  field: keyof SchoolYearDraft;
  rule: SchoolYearRule;
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

/** How many days before its end a school year counts as ending (C-2.131). */
export const YEAR_REMINDER_DAYS = 21;
/** How long the reminder stays closed, ms (C-2.133, C-9.22, T-9.35). */
export const YEAR_REMINDER_PAUSE = 24 * 60 * 60 * 1000;
/** Local storage key of the instant until which it stays closed, epoch milliseconds (C-2.133, T-9.35). */
export const YEAR_REMINDER_KEY = STORAGE_KEYS.schoolYearReminder;

/**
 * Whether somebody should switch the school year: `ended` after the last day of the active one, `ending` in its last
 * three weeks while a later one exists; null otherwise (C-2.131).
 * @param today in the school's zone
 */
export function yearReminderOf(
  years: readonly Pick<SchoolYear, 'id' | 'begins_at' | 'ends_at'>[],
  activeId: number | null,
  today: string,
): 'ended' | 'ending' | null {
  const active = years.find(({ id }) => id === activeId);
  if (!active) return null;
  if (today > active.ends_at) return 'ended';
  const hasNext = years.some(({ begins_at }) => begins_at > active.ends_at);
  return hasNext && today > addDays(active.ends_at, -YEAR_REMINDER_DAYS) ? 'ending' : null;
}
