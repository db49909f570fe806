import { isSensitiveHeader } from '../user-import/index.ts';
import { SYNC_ATTRIBUTES, type SyncSource } from './schema.ts';

/** Where the class stands in a pattern. */
export const CLASS_PLACE = '{class}';

/** The name of an entry itself, where the name of an attribute is asked. */
export const ENTRY_NAME = 'dn';

export type SyncRule = 'filter' | 'attribute' | 'sensitive' | 'pattern' | 'patternAlone';
export interface SyncProblem {
  readonly field: keyof SyncSource;
  readonly rule: SyncRule;
}

/** An attribute has a name of letters, or is written as numbers (RFC 4512 §1.4). */
const isAttribute = (name: string) => /^[A-Za-z][\w-]*$|^\d+(\.\d+)+$/.test(name);

/** Has a filter the form that a directory understands: one pair of brackets around all, each of them closed? */
export function isPeopleFilter(filter: string): boolean {
  let depth = 0;
  for (const [at, sign] of [...filter].entries()) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && at < [...filter].length - 1)) return false;
  }
  return depth === 0 && /^\([&|!(]*[\w.;-]+[~<>:]?[^()]*=/.test(filter);
}

/** One place for the class, at most one `*` on each side of it, and a sign between. */
function isPattern(pattern: string): boolean {
  const sides = pattern.split(CLASS_PLACE);
  const [before = '', after = ''] = sides;
  const stars = sides.map((side) => side.split('*').length - 1);
  return sides.length === 2 && stars.every((count) => count < 2) && !before.endsWith('*') && !after.startsWith('*');
}

/** What is wrong with a place that people are to be read from. */
export function syncProblems(source: SyncSource): SyncProblem[] {
  const { filter, class_pattern } = source;
  const found: (SyncProblem | false)[] = [
    !isPeopleFilter(filter.trim()) && { field: 'filter', rule: 'filter' },
    ...SYNC_ATTRIBUTES.map((field): SyncProblem | false => {
      const name = source[field]?.trim();
      if (name === undefined) return false;
      if (!isAttribute(name)) return { field, rule: 'attribute' };
      // What no import reads, whatever somebody calls the field.
      return isSensitiveHeader(name) && { field, rule: 'sensitive' };
    }),
    class_pattern !== null && !isPattern(class_pattern) && { field: 'class_pattern', rule: 'pattern' },
    class_pattern !== null && source.class === null && { field: 'class_pattern', rule: 'patternAlone' },
  ];
  return found.filter((one) => one !== false);
}

/** Capitals of the names of a directory mean nothing; every letter keeps its place. */
const fold = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

interface Pattern {
  /** What a value begins with, and what stands right before the class behind anything; undefined: nothing is between. */
  readonly head: string;
  readonly lead: string | undefined;
  /** What stands right behind the class, and what a value ends with behind anything. */
  readonly tail: string;
  readonly end: string | undefined;
}

/** Longest value that names a class, letters. */
const VALUE_MAXIMUM = 1_000;

function findClass(value: string, { head, lead, tail, end }: Pattern): string | null {
  if (value.length > VALUE_MAXIMUM) return null;
  const text = fold(value);
  if (!text.startsWith(head) || !text.endsWith(end ?? tail)) return null;
  const listed = `${text},`;
  const last = text.length - (end?.length ?? 0);
  // Where the class could end, and the next comma: each is looked for once, however often the lead stands there.
  let [to, comma] = [end === undefined ? text.length - tail.length : -1, -1];
  for (let at = lead === undefined ? 0 : text.indexOf(lead, head.length); at >= 0; ) {
    const from = lead === undefined ? head.length : at + lead.length;
    if (end !== undefined && to <= from) to = text.indexOf(tail, from + 1);
    if (to <= from || to + tail.length > last) return null;
    if (comma < from) comma = listed.indexOf(',', from);
    const found = comma < to ? '' : value.slice(from, to).trim();
    if (found !== '') return found;
    // What a comma is in, or blanks alone, stays so from any place before.
    at = lead ? text.indexOf(lead, Math.max(at, (comma < to ? comma : to - 1) - lead.length) + 1) : -1;
  }
  return null;
}

/**
 * The class that one of the values names: the first that fits the pattern, whatever its capitals. Null: none does.
 * @param pattern `cn=gym-{class},cn=klassen,*`; null: the value is the class
 */
export function toClass(pattern: string | null, values: readonly string[]): string | null {
  if (pattern === null) return values[0]?.trim() || null;
  const [before = '', after = ''] = fold(pattern).split(CLASS_PLACE);
  const [head = '', lead] = before.split('*');
  const [tail = '', end] = after.split('*');
  for (const value of values) {
    const found = findClass(value.trim(), { head, lead, tail, end });
    if (found !== null) return found;
  }
  return null;
}

/**
 * A date of birth as an import reads it: `2014-03-09` also of `20140309` and of the time of a directory, `20140309000000Z` (RFC 4517 §3.3.13).
 * Everything else stays as it is: the import says what is wrong with it.
 */
export const toBirthDate = (value: string): string =>
  value.replace(/^(\d{4})(\d\d)(\d\d)(\d{6}(\.\d+)?Z|\d{4}Z|\d\dZ)?$/, '$1-$2-$3');
