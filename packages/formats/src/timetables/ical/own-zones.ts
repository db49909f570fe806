import { toDay, toLocal, toMinutes, toTime, weekdayOfDay } from '@kreide/core/kernel';
import { remember } from '../remember.ts';

/** STANDARD or DAYLIGHT of a VTIMEZONE: its properties by name. */
export type RawObservance = ReadonlyMap<string, readonly string[]>;

/** A zone that a calendar describes itself: its wall times on the clock of the school. */
export type OwnZone = (date: string, time: string) => { readonly date: string; readonly time: string };

/** A day of each year: the nth weekday of a month (from its end where negative), or of those from a day on. */
interface Yearly {
  readonly month: number;
  readonly weekday: number;
  /** 0: the first such weekday on or after `from`. */
  readonly nth: number;
  readonly from: number;
}

/** From when the clocks of a zone show what. Times are minutes since 1970 as the clocks show them before. */
interface Observance {
  readonly offset: number;
  readonly before: number;
  readonly begins: readonly number[];
  readonly yearly: {
    readonly day: Yearly;
    readonly time: number;
    readonly first: number;
    readonly last: number;
  } | null;
}

/** More than any zone has had; each time is looked for in all of them. */
const OBSERVANCES = 500;
const MINUTES_OF_DAY = 1440;
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const UNDERSTOOD = new Set(['FREQ', 'INTERVAL', 'BYMONTH', 'BYDAY', 'BYMONTHDAY', 'UNTIL', 'WKST']);

const dayOf = (year: number, month: number, day: number) => Math.floor(Date.UTC(year, month - 1, day) / 86_400_000);

/** `19701025T030000`, of any year; null for anything else. */
function readWall(text: string): number | null {
  const found = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{0,2})?Z?$/.exec(text.trim());
  if (!found) return null;
  const [year, month, day, hours, minutes] = found.slice(1).map((part) => Number(part ?? 0));
  return dayOf(year!, month!, day!) * MINUTES_OF_DAY + hours! * 60 + minutes!;
}

/** `+0130` in minutes. */
function readOffset(text: string): number | null {
  const found = /^([+-])(\d{2})(\d{2})(?:\d{2})?$/.exec(text.trim());
  if (!found || Number(found[2]) > 15 || Number(found[3]) > 59) return null;
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3]));
}

/** `FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU`; null where it says more than that. */
function readYearly(text: string): { day: Yearly; until: number | null } | null {
  const parts = new Map(
    text
      .trim()
      .toUpperCase()
      .split(';')
      .filter(Boolean)
      .map((part) => part.split('=') as [string, string]),
  );
  if (parts.get('FREQ') !== 'YEARLY' || [...parts.keys()].some((key) => !UNDERSTOOD.has(key))) return null;
  const month = Number(parts.get('BYMONTH'));
  const day = /^([+-]?[1-4])?(MO|TU|WE|TH|FR|SA|SU)$/.exec(parts.get('BYDAY') ?? '');
  const days = (parts.get('BYMONTHDAY') ?? '').split(',').filter(Boolean).map(Number);
  const [from = 0] = days;
  const isWeek = days.length === 7 && days.every((one, at) => one === from + at);
  const until = parts.has('UNTIL') ? readWall(parts.get('UNTIL')!) : null;
  if (!(month >= 1 && month <= 12) || !day || (parts.get('INTERVAL') ?? '1') !== '1') return null;
  if ((day[1] === undefined) !== isWeek || (days.length > 0 && !isWeek)) return null;
  if (parts.has('UNTIL') && until === null) return null;
  const weekday = DAYS.indexOf(day[2]!) + 1;
  return { day: { month, weekday, nth: Number(day[1] ?? 0), from }, until };
}

function dayInYear({ month, weekday, nth, from }: Yearly, year: number): number {
  if (nth < 0) {
    const last = dayOf(year, month + 1, 1) - 1;
    return last - ((weekdayOfDay(last) - weekday + 7) % 7) + (nth + 1) * 7;
  }
  const first = dayOf(year, month, nth === 0 ? from : 1);
  return first + ((weekday - weekdayOfDay(first) + 7) % 7) + Math.max(0, nth - 1) * 7;
}

function readObservance(raw: RawObservance): Observance | null {
  const [offset, before] = ['TZOFFSETTO', 'TZOFFSETFROM'].map((name) => readOffset(raw.get(name)?.[0] ?? ''));
  const start = readWall(raw.get('DTSTART')?.[0] ?? '');
  const rules = raw.get('RRULE') ?? [];
  const [rule] = rules;
  const found = rule === undefined ? null : readYearly(rule);
  const dates = (raw.get('RDATE') ?? []).flatMap((line) => line.split(',').map(readWall));
  if (offset == null || before == null || start === null || rules.length > 1) return null;
  if (dates.includes(null) || dates.length > OBSERVANCES || (rule !== undefined && found === null)) return null;
  const time = ((start % MINUTES_OF_DAY) + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  // The end of a rule is told in UTC.
  const last = found?.until == null ? Number.POSITIVE_INFINITY : found.until + before;
  const begins = [start, ...dates.filter((date) => date !== null)];
  return { offset, before, begins, yearly: found && { day: found.day, time, first: start, last } };
}

/** When what an observance says began last, at or before a wall time; null: not yet. */
function lastBegin({ begins, yearly }: Observance, wall: number): number | null {
  const known = begins.filter((begin) => begin <= wall);
  if (yearly) {
    const year = new Date(Math.min(wall, yearly.last) * 60_000).getUTCFullYear();
    for (const one of [year, year - 1]) {
      const begin = dayInYear(yearly.day, one) * MINUTES_OF_DAY + yearly.time;
      if (begin <= wall && begin <= yearly.last && begin >= yearly.first) known.push(begin);
    }
  }
  return known.length > 0 ? Math.max(...known) : null;
}

/** By the rules of a VTIMEZONE (RFC 5545 §3.6.5) onto the clock of an IANA zone; null: they are not understood. */
export function toOwnZone(raw: readonly RawObservance[], schoolZone: string): OwnZone | null {
  if (raw.length > OBSERVANCES) return null;
  const read = raw.map(readObservance);
  const all = read.filter((one) => one !== null);
  if (all.length === 0 || all.length < read.length) return null;
  const earliest = all.reduce((one, other) => (Math.min(...other.begins) < Math.min(...one.begins) ? other : one));
  const offsetAt = (wall: number) => {
    let found: { begin: number; offset: number } | null = null;
    for (const one of all) {
      const begin = lastBegin(one, wall);
      if (begin !== null && (found === null || begin > found.begin)) found = { begin, offset: one.offset };
    }
    return found?.offset ?? earliest.before;
  };
  const move = remember(
    (text) => {
      const [date = '', time = ''] = text.split(' ');
      const wall = toDay(date) * MINUTES_OF_DAY + toMinutes(time);
      const local = toLocal(new Date((wall - offsetAt(wall)) * 60_000), schoolZone);
      return { date: local.date, time: toTime(local.minutes) };
    },
    { longest: 20 },
  );
  return (date, time) => move(`${date} ${time}`);
}
