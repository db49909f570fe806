import { SOURCES } from '@kreide/core/features/timetable-import';

/** Programs whose own formats are described nowhere, but for tables in a database of Access; schools export texts in the shape of others from them. */
export const UNDESCRIBED: ReadonlySet<string> = new Set(['pupil', 'turboplaner', 'time2007']);

/** The name of a program without a described format; null for any other source. */
export function programOf(source: string | null): string | null {
  if (source === null || !UNDESCRIBED.has(source)) return null;
  return SOURCES.find(({ key }) => key === source)?.name ?? null;
}

/** Formats that no program of the list has for its own. */
const OTHERS = new Map([
  ['fet', 'FET'],
  ['ical', 'iCalendar'],
  ['xhstt', 'XHSTT'],
]);

/** The name of what writes a format. */
export function nameOfFormat(format: string): string {
  const found = SOURCES.find(({ key }) => format === key || format.startsWith(`${key}-`));
  return found?.name ?? OTHERS.get(format) ?? format;
}

/** The name of a source. */
export const nameOfSource = (source: string): string => SOURCES.find(({ key }) => key === source)?.name ?? source;

/** Files of it may be of any other program. */
export function isUndescribed(source: string): boolean {
  return UNDESCRIBED.has(source);
}
