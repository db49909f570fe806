import { addDays, daysBetween, type Weekday, weekdayOf } from '@kreide/core/kernel';
import { remember } from '../remember.ts';
import { readMoment } from './moments.ts';

/** How an event repeats, as far as timetables do: by days or weeks. */
export interface Rule {
  /** Days from one round to the next: 1 for `DAILY`, 7 for `WEEKLY`, times the interval. */
  step: number;
  /** Of a weekly rule; null: the day of the start. Of a daily one: only these. */
  weekdays: Weekday[] | null;
  is_weekly: boolean;
  until: string | null;
  count: number | null;
  week_starts: Weekday;
}

/** The end of a rule names no zone. */
const NONE = new Map<string, never>();
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const UNDERSTOOD: ReadonlySet<string> = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'UNTIL', 'COUNT', 'WKST']);
/** A rule that began more days before the end of what is asked is a mistake, and endless to count through. */
const REACH = 4000;

function toWeekday(text: string): Weekday | null {
  const at = DAYS.indexOf(text.trim());
  return at < 0 ? null : ((at + 1) as Weekday);
}

const toNumber = (text: string | undefined) =>
  text !== undefined && /^\d{1,4}$/.test(text) && Number(text) > 0 ? Number(text) : null;

/** `parseRule`, which calendars ask the same thing for each of their events. */
export const readRule = (value: string, schoolZone: string): Rule | null => rulesIn(schoolZone)(value);
const rulesIn = remember((zone) => remember((value) => parseRule(value, zone), { longest: 150, most: 1000 }), {
  longest: 60,
  most: 20,
});

/** A repetition by days or weeks; null for one that no weekly plan has (`MONTHLY`, `BYSETPOS` …). */
function parseRule(value: string, schoolZone: string): Rule | null {
  const parts = new Map(
    value
      .trim()
      .toUpperCase()
      .split(';')
      .filter(Boolean)
      .map((part) => [part.split('=')[0] ?? '', part.split('=')[1] ?? ''] as const),
  );
  const freq = parts.get('FREQ');
  if ((freq !== 'WEEKLY' && freq !== 'DAILY') || [...parts.keys()].some((key) => !UNDERSTOOD.has(key))) return null;
  const interval = parts.has('INTERVAL') ? toNumber(parts.get('INTERVAL')) : 1;
  const count = parts.has('COUNT') ? toNumber(parts.get('COUNT')) : null;
  const until = parts.has('UNTIL')
    ? readMoment(parts.get('UNTIL')!, undefined, { school: schoolZone, own: NONE })
    : null;
  const listed = parts.get('BYDAY')?.split(',').map(toWeekday) ?? null;
  const starts = parts.has('WKST') ? toWeekday(parts.get('WKST')!) : 1;
  if (interval === null || starts === null || listed?.includes(null)) return null;
  if ((parts.has('COUNT') && count === null) || (parts.has('UNTIL') && until === null)) return null;
  return {
    step: interval * (freq === 'WEEKLY' ? 7 : 1),
    weekdays: listed && [...new Set(listed.filter((day) => day !== null))],
    is_weekly: freq === 'WEEKLY',
    until: until?.written ?? null,
    count,
    week_starts: starts,
  };
}

/** The weekdays of a rule that holds in every week alike until its end; null for any other. */
export function everyWeek(rule: Rule, start: string): Weekday[] | null {
  if (rule.count !== null || (rule.step !== 1 && !(rule.is_weekly && rule.step === 7))) return null;
  if (rule.weekdays) return rule.weekdays;
  return rule.is_weekly ? [weekdayOf(start)] : [1, 2, 3, 4, 5, 6, 7];
}

/** The days of a rule from its start to `end`, both included; null when it reaches back too far. */
export function expandRule(rule: Rule, start: string, end: string): string[] | null {
  if (daysBetween(start, end) > REACH) return null;
  const last = rule.until !== null && rule.until < end ? rule.until : end;
  const offset = (day: Weekday) => (day - rule.week_starts + 7) % 7;
  const first = rule.is_weekly ? addDays(start, -offset(weekdayOf(start))) : start;
  const wanted = rule.weekdays ?? (rule.is_weekly ? [weekdayOf(start)] : null);
  const offsets = rule.is_weekly ? (wanted ?? []).map(offset).sort((a, b) => a - b) : [0];
  const dates: string[] = [];
  for (let round = first; round <= last; round = addDays(round, rule.step)) {
    for (const date of offsets.map((days) => addDays(round, days))) {
      if (date < start || date > last) continue;
      if (!rule.is_weekly && wanted && !wanted.includes(weekdayOf(date))) continue;
      dates.push(date);
      if (dates.length === rule.count) return dates;
    }
  }
  return dates;
}
