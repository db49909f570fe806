import type { Weeks } from '@kreide/core/features/timetable-import';
import { addDays, type Weekday, weekdayOf } from '@kreide/core/kernel';
import { parseDate } from '../plan.ts';
import type { XmlNode } from '../xml.ts';
import { findChild, listChildren, readText } from '../xml-node.ts';

/** One school week: its number in this file, its Monday, its label (`A`). Weeks without school have no number. */
export interface SchoolWeek {
  number: number;
  monday: string | null;
  label: string;
}

/**
 * `Schulwochen/Sw`; older files have the label where newer ones have the date (docs/import-formats.md, Indiware splan).
 */
export function readSchoolWeeks(root: XmlNode): SchoolWeek[] {
  return listChildren(findChild(root, 'Schulwochen'), 'Sw').flatMap((node) => {
    const number = Number(node.text.trim());
    if (!Number.isInteger(number) || number <= 0) return [];
    const old = (node.attributes.SwDatum ?? '').trim();
    const date = parseDate(node.attributes.SwDatumVon ?? '') ?? parseDate(old);
    const label = (node.attributes.SwWo ?? (parseDate(old) ? '' : old)).trim();
    return [{ number, monday: date === null ? null : addDays(date, 1 - weekdayOf(date)), label }];
  });
}

/** From the first to the last week of the calendar that the file has (`Schulwochen`, `Kalenderwochen`): its school year. */
export function readYear(root: XmlNode): { begins_at: string; ends_at: string } | null {
  const bounds = (list: string, item: string) =>
    listChildren(findChild(root, list), item).flatMap(({ attributes }) => {
      const from = parseDate(attributes[`${item}DatumVon`] ?? attributes[`${item}Datum`] ?? '');
      return from === null ? [] : [from, parseDate(attributes[`${item}DatumBis`] ?? '') ?? addDays(from, 4)];
    });
  const dates = [...bounds('Schulwochen', 'Sw'), ...bounds('Kalenderwochen', 'Kw')].sort();
  return dates.length === 0 ? null : { begins_at: dates[0]!, ends_at: dates.at(-1)! };
}

/** `0102` to 1 and 2; null when it is not a list of two-digit groups. */
export function parseWeekNumbers(value: string): number[] | null {
  const text = value.replace(/[\s,]/g, '');
  if (text === '' || text.length % 2 !== 0 || !/^\d+$/.test(text)) return null;
  return (text.match(/\d\d/g) ?? []).map(Number);
}

/** The weeks that a file covers: a weekly file has a few of the school year's. */
export interface WeekRange {
  from: string;
  to: string;
}

/** `Basisdaten/BaDatumVon`, `BaDatumBis`; null for the basic plan, which covers the whole year. */
export function readWeekRange(root: XmlNode): WeekRange | null {
  const base = findChild(root, 'Basisdaten');
  const from = base ? parseDate(readText(base, 'BaDatumVon') ?? '') : null;
  const to = base ? parseDate(readText(base, 'BaDatumBis') ?? '') : null;
  return from && to && from <= to ? { from, to } : null;
}

/** What determines the weeks of a placement. */
export interface WeekContext {
  weeks: readonly SchoolWeek[];
  range: WeekRange | null;
}

/** `toWeeks` for many entries: those that say the same share one answer; equal weeks have the same number. */
export function createWeeks(context: WeekContext) {
  const known = new Map<string, { weeks: Weeks; number: number }>();
  const numbersOf = new Map<string, number>();
  return (numbers: readonly number[] | null, label: string, weekday: Weekday) => {
    const key = `${weekday} ${numbers?.join() ?? '-'} ${label}`;
    let found = known.get(key);
    if (!found) {
      const weeks = toWeeks(numbers, label, weekday, context);
      const text = JSON.stringify(weeks);
      const number = numbersOf.get(text) ?? numbersOf.size;
      numbersOf.set(text, number);
      found = { weeks, number };
      known.set(key, found);
    }
    return found;
  };
}

/**
 * The weeks of one entry from its school weeks (`PlSw`) and its label (`PlWo`). Where the file dates its school weeks
 * the result is dates, because these numbers skip holidays and other systems' do not; else numbers or the label. Every
 * week when nothing is left out and the plan covers the whole year.
 */
export function toWeeks(
  numbers: readonly number[] | null,
  label: string,
  weekday: Weekday,
  { weeks, range }: WeekContext,
): Weeks {
  const isHeld = (week: SchoolWeek) =>
    (numbers === null || numbers.includes(week.number)) && (label === '' || week.label === label);
  const isDated = weeks.length > 0 && weeks.every((week) => week.monday !== null);
  const knowsLabel = label === '' || weeks.some((week) => week.label === label);
  if (isDated && knowsLabel) {
    const held = weeks.filter(isHeld);
    if (range === null && held.length === weeks.length) return { kind: 'every' };
    const dates = held.map((week) => addDays(week.monday!, weekday - 1));
    return { kind: 'dates', dates: dates.filter((date) => range === null || (date >= range.from && date <= range.to)) };
  }
  if (range !== null) {
    const dates: string[] = [];
    for (
      let date = addDays(range.from, (weekday - weekdayOf(range.from) + 7) % 7);
      date <= range.to;
      date = addDays(date, 7)
    )
      dates.push(date);
    return { kind: 'dates', dates };
  }
  if (label !== '') return { kind: 'label', label };
  return numbers === null ? { kind: 'every' } : { kind: 'school_weeks', weeks: [...numbers] };
}
