import { isDate } from '../../kernel/calendar/dates.ts';

/** Which comes first in `03/04/2012`. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/**
 * The order of days and months of a column: any part above 12 proves it. Null: nothing proves it, or both are proven;
 * then a person has to say it.
 */
export function dateOrderOf(values: readonly string[]): DateOrder | null {
  let isDayFirst = false;
  let isMonthFirst = false;
  for (const value of values) {
    const found = SLASHED.exec(value.trim());
    if (!found) continue;
    if (Number(found[1]) > 12) isDayFirst = true;
    if (Number(found[2]) > 12) isMonthFirst = true;
  }
  if (isDayFirst === isMonthFirst) return null;
  return isDayFirst ? 'dmy' : 'mdy';
}

const two = (part: string) => part.padStart(2, '0');

/**
 * A date as offices write it, as `YYYY-MM-DD`: `15.03.2014`, `2014-03-15`, `20140315`, and with slashes in the order of
 * the column. Null: there is no such date, or its order is not known.
 */
export function parseDate(text: string, order: DateOrder | null): string | null {
  const value = text.trim().replace(/[ T]00:00(:00(\.0+)?)?$/, '');
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(value);
  if (iso) return existing(`${iso[1]}-${iso[2]}-${iso[3]}`);
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(value) ?? /^(\d{1,2})-(\d{1,2})-(\d{4})$/.exec(value);
  if (dotted) return existing(`${dotted[3]}-${two(dotted[2]!)}-${two(dotted[1]!)}`);
  const slashed = SLASHED.exec(value);
  if (!slashed) return null;
  const [first, second] = [slashed[1]!, slashed[2]!];
  // The same day either way.
  const known = first === second ? 'dmy' : order;
  if (known === null) return null;
  const [day, month] = known === 'dmy' ? [first, second] : [second, first];
  return existing(`${slashed[3]}-${two(month)}-${two(day)}`);
}

const existing = (date: string) => (isDate(date) ? date : null);

/** Dates that programs fill in where nothing is known. */
const PLACEHOLDERS = new Set(['1970-01-01', '1900-01-01', '1899-12-30', '1899-12-31']);
export const isPlaceholderDate = (date: string): boolean => PLACEHOLDERS.has(date);

/** Youngest and oldest pupil, years. */
const PUPIL_YEARS = { minimum: 3, maximum: 80 } as const;

/** Can somebody of that type have been born then? */
export function isBirthDate(date: string, today: string, isPupil: boolean): boolean {
  if (date < '1900-01-01' || date > today) return false;
  if (!isPupil) return true;
  const years = Number(today.slice(0, 4)) - Number(date.slice(0, 4)) - (today.slice(5) < date.slice(5) ? 1 : 0);
  return years >= PUPIL_YEARS.minimum && years <= PUPIL_YEARS.maximum;
}
