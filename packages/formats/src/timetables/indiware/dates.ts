import type { HolidayRecord } from '@kreide/core/features/timetable-import';
import { addDays, daysBetween, weekdayOf } from '@kreide/core/kernel';
import { parseShortDate } from '../calendar.ts';
import { parseDate } from '../plan.ts';
import type { XmlNode } from '../xml.ts';
import { listChildren } from '../xml-node.ts';

const MONTHS = [
  'januar',
  'februar',
  'märz',
  'april',
  'mai',
  'juni',
  'juli',
  'august',
  'september',
  'oktober',
  'november',
  'dezember',
];

/** `Dienstag, 06. August 2024 (A-Woche)` to `2024-08-06`; null when the text contains no date. */
export function parseLongDate(text: string): string | null {
  const found = /(\d{1,2})\.\s*([a-zäöü]+)\s+(\d{4})/i.exec(text);
  const month = MONTHS.indexOf(found?.[2]?.toLowerCase() ?? '') + 1;
  return found && month > 0 ? parseDate(`${found[1]}.${month}.${found[3]}`) : null;
}

/** `PlanKl20240805.xml` to `2024-08-05`; null without eight digits that form a date. */
export function parseFileDate(name: string): string | null {
  const found = /(?<!\d)(\d{8})(?!\d)/.exec(name);
  return found ? parseDate(found[1]!) : null;
}

/** Day and month of a text (`(05.01.)`) in the year that brings it closest to the plan's date. */
export function resolveDayMonth(day: number, month: number, near: string): string | null {
  const year = Number(near.slice(0, 4));
  const candidates = [year - 1, year, year + 1].map((candidate) => parseDate(`${day}.${month}.${candidate}`));
  const distance = (date: string) => Math.abs(daysBetween(near, date));
  return candidates.filter((date) => date !== null).sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** The next possible school day: a weekend between two free days belongs to them. */
function isNextSchoolDay(from: string, to: string): boolean {
  const next = addDays(from, 1);
  return next === to || (weekdayOf(from) === 5 && addDays(from, 3) === to);
}

/**
 * `FreieTage/ft` (`YYMMDD`, attribute `feier`) as holidays, one for each run of days; the file has no names for them.
 */
export function readFreeDays(container: XmlNode | null): HolidayRecord[] {
  const days = listChildren(container, 'ft').flatMap((node) => {
    const date = parseShortDate(node.text) ?? parseDate(node.text);
    return date === null ? [] : [{ date, is_public: node.attributes.feier === '1' }];
  });
  const holidays: HolidayRecord[] = [];
  for (const { date, is_public } of days.sort((a, b) => (a.date < b.date ? -1 : 1))) {
    const last = holidays.at(-1);
    if (last && last.is_public === is_public && (last.ends_at === date || isNextSchoolDay(last.ends_at, date))) {
      last.ends_at = date;
    } else {
      const name = is_public ? 'Feiertag' : 'Unterrichtsfrei';
      holidays.push({ name, shortcut: null, begins_at: date, ends_at: date, is_public });
    }
  }
  return holidays;
}
