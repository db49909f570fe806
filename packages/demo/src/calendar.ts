import type { HolidayRecord } from '@kreide/core/features/timetable-import';
import { addDays, daysBetween, mondayOf, toLocal, weekdayOf } from '@kreide/core/kernel';

/** First and last day of a school year, both inclusive. */
export interface SchoolYear {
  begins_at: string;
  ends_at: string;
}

/** Zone of the demo schools. */
export const TIME_ZONE = 'Europe/Berlin';

/** The calendar date of an instant in the demo schools' time zone. */
export function localDate(now: Date): string {
  return toLocal(now, TIME_ZONE).date;
}

function yearFrom(year: number): SchoolYear {
  return { begins_at: `${year}-08-01`, ends_at: `${year + 1}-07-15` };
}

/** The school year of a date, 1 August to 15 July; the second half of July belongs to the next one. */
export function schoolYearOf(date: string): SchoolYear {
  const year = Number(date.slice(0, 4));
  return yearFrom(date.slice(5) > '07-15' ? year : year - 1);
}

/** First Monday of week A: the first Monday in the school year. */
export function anchorOf(year: SchoolYear): string {
  const monday = mondayOf(year.begins_at);
  return monday < year.begins_at ? addDays(monday, 7) : monday;
}

/** 0 in a week A, 1 in a week B. Holidays do not interrupt the count. */
export function weekIndex(date: string, anchor: string): 0 | 1 {
  const weeks = Math.round(daysBetween(anchor, mondayOf(date)) / 7);
  return (((weeks % 2) + 2) % 2) as 0 | 1;
}

/** Easter Sunday of a year in the Gregorian calendar (the anonymous algorithm of 1876). */
export function easterOf(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = b - Math.floor(b / 4) - Math.floor((8 * b + 13) / 25);
  const e = (19 * a + d + 15) % 30;
  const f = Math.floor((a + 11 * e) / 319);
  const g = (2 * (b % 4) + 2 * Math.floor(c / 4) - (c % 4) - e + f + 32) % 7;
  const month = Math.floor((e - f + g + 90) / 25);
  const day = (e - f + g + month + 19) % 32;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function off(name: string, shortcut: string, begins_at: string, ends_at: string, is_public = false): HolidayRecord {
  return { name, shortcut, begins_at, ends_at, is_public };
}

/** An invented but plausible calendar of free days of one school year, in order of their first day. */
export function holidaysOf(year: SchoolYear): HolidayRecord[] {
  const first = Number(year.begins_at.slice(0, 4));
  const second = first + 1;
  const easter = easterOf(second);
  const autumn = mondayOf(`${first}-10-15`);
  const winter = mondayOf(`${second}-02-05`);
  const day = (name: string, shortcut: string, date: string) => off(name, shortcut, date, date, true);
  const list = [
    off('Herbstferien', 'Herbst', autumn, addDays(autumn, 11)),
    off('Weihnachtsferien', 'Weihn', `${first}-12-22`, `${second}-01-05`),
    off('Winterferien', 'Winter', winter, addDays(winter, 4)),
    off('Osterferien', 'Ostern', addDays(easter, -6), addDays(easter, 5)),
    off('Pfingstferien', 'Pfingst', addDays(easter, 51), addDays(easter, 54)),
    day('Tag der Deutschen Einheit', '3.10.', `${first}-10-03`),
    day('Allerheiligen', '1.11.', `${first}-11-01`),
    day('Erster Weihnachtstag', '25.12.', `${first}-12-25`),
    day('Zweiter Weihnachtstag', '26.12.', `${first}-12-26`),
    day('Neujahr', '1.1.', `${second}-01-01`),
    day('Karfreitag', 'Karfr', addDays(easter, -2)),
    day('Ostermontag', 'OsterMo', addDays(easter, 1)),
    day('Tag der Arbeit', '1.5.', `${second}-05-01`),
    day('Christi Himmelfahrt', 'Himmelf', addDays(easter, 39)),
    off('Beweglicher Ferientag', 'bewegl', addDays(easter, 40), addDays(easter, 40)),
    day('Pfingstmontag', 'PfingstMo', addDays(easter, 50)),
    day('Fronleichnam', 'Fronl', addDays(easter, 60)),
  ];
  return list.sort((a, b) => a.begins_at.localeCompare(b.begins_at) || a.ends_at.localeCompare(b.ends_at));
}

/** Whether lessons are held on this date: Monday to Friday, within the year, no free day. */
export function isSchoolDay(date: string, year: SchoolYear, holidays: readonly HolidayRecord[]): boolean {
  if (weekdayOf(date) > 5 || date < year.begins_at || date > year.ends_at) return false;
  return !holidays.some((holiday) => holiday.begins_at <= date && date <= holiday.ends_at);
}

/** This date if it is a school day, else the next one; null when the year ends before that. */
export function nextSchoolDay(date: string, year: SchoolYear, holidays: readonly HolidayRecord[]): string | null {
  const start = date < year.begins_at ? year.begins_at : date;
  for (let day = start; day <= year.ends_at; day = addDays(day, 1)) {
    if (isSchoolDay(day, year, holidays)) return day;
  }
  return null;
}
