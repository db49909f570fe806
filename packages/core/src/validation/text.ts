/** Is the value empty? Then it passes every rule but `required`, `lengthNoSpaces` and `isBase32`. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

/** Number of characters as people count them (code points), or of entries in a list. */
function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : [...String(value)].length;
}

/** Something is entered; blanks alone do not count, a zero does (P-5.01). */
export const required = (value: unknown): boolean => !isEmpty(value);

/** At least `least` characters or entries (P-5.01). */
export const min = (value: unknown, least: number): boolean => isEmpty(value) || sizeOf(value) >= least;

/** At most `most` characters or entries (P-5.01). */
export const max = (value: unknown, most: number): boolean => isEmpty(value) || sizeOf(value) <= most;

/** Exactly `size` characters or entries (P-5.01). */
export const length = (value: unknown, size: number): boolean => isEmpty(value) || sizeOf(value) === size;

/** Exactly `size` characters without white space; an empty value has none (P-5.07). */
export const lengthNoSpaces = (value: unknown, size: number): boolean =>
  sizeOf(String(value ?? '').replace(/\s/g, '')) === size;

/** The same value; a number equals its text (P-5.01). */
export const is = (value: unknown, other: unknown): boolean => isEmpty(value) || String(value) === String(other);

/** The value or a part of it matches the expression (P-5.01). */
export const regex = (value: unknown, expression: RegExp): boolean =>
  isEmpty(value) || String(value).search(expression) !== -1;

/** An address with http or https and a host (P-5.01). */
export function url(value: unknown): boolean {
  if (isEmpty(value)) return true;
  const parsed = URL.parse(String(value));
  return parsed !== null && ['http:', 'https:'].includes(parsed.protocol) && !/\s/.test(String(value).trim());
}

/** An e-mail address as browsers check it, with a dot in the domain (P-5.01). */
export const email = (value: unknown): boolean => regex(value, EMAIL);

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const EMAIL = new RegExp(`^(?=.{1,254}$)[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${LABEL}(?:\\.${LABEL})+$`, 'i');
