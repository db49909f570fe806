import type { SyncSource } from './schema.ts';

/** Where the class stands in a pattern. */
export const CLASS_PLACE = '{class}';

/** The name of an entry itself, where the name of an attribute is asked. */
export const ENTRY_NAME = 'dn';

export type SyncRule = 'filter' | 'attribute' | 'pattern' | 'patternAlone';
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

const isPattern = (pattern: string) => pattern.split(CLASS_PLACE).length === 2;

/** What is wrong with a place that people are to be read from. */
export function syncProblems(source: SyncSource): SyncProblem[] {
  const { filter, class_pattern } = source;
  const found: (SyncProblem | false)[] = [
    !isPeopleFilter(filter.trim()) && { field: 'filter', rule: 'filter' },
    ...(['external_id', 'lastname', 'firstname', 'email', 'birth_date', 'class', 'shortcut'] as const).map(
      (field): SyncProblem | false =>
        source[field] !== null && !isAttribute(source[field].trim()) && { field, rule: 'attribute' },
    ),
    class_pattern !== null && !isPattern(class_pattern) && { field: 'class_pattern', rule: 'pattern' },
    class_pattern !== null && source.class === null && { field: 'class_pattern', rule: 'patternAlone' },
  ];
  return found.filter((one) => one !== false);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * The class that one of the values names: the first that fits the pattern, whatever its capitals. Null: none does.
 * @param pattern `cn=gym-{class},cn=klassen,*`; null: the value is the class
 */
export function toClass(pattern: string | null, values: readonly string[]): string | null {
  if (pattern === null) return values[0]?.trim() || null;
  const [before = '', after = ''] = pattern.split(CLASS_PLACE).map((part) => part.split('*').map(escaped).join('.*'));
  const fits = new RegExp(`^${before}([^,]+?)${after}$`, 'i');
  for (const value of values) {
    const found = fits.exec(value.trim())?.[1]?.trim();
    if (found) return found;
  }
  return null;
}

/**
 * A date of birth as an import reads it: `2014-03-09` also of `20140309` and of the time of a directory, `20140309000000Z` (RFC 4517 §3.3.13).
 * Everything else stays as it is: the import says what is wrong with it.
 */
export const toBirthDate = (value: string): string =>
  value.replace(/^(\d{4})(\d\d)(\d\d)(\d{6}(\.\d+)?Z|\d{4}Z|\d\dZ)?$/, '$1-$2-$3');
