import { type Filter, parse } from 'scim2-parse-filter';
import { isObject, type Json, KREIDE_SCHEMA, read, ScimError, toBoolean } from './protocol.ts';

export type { Filter } from 'scim2-parse-filter';

/** Characters of a filter: far more than a service writes, and little enough to be read at once. */
const LENGTH_MAXIMUM = 4000;
/** Brackets and negations within each other. */
const DEPTH_MAXIMUM = 50;

const refuse = (detail: string): never => {
  throw new ScimError(400, detail, 'invalidFilter');
};

/** Attributes whose capitals count; all other texts are compared without. */
const EXACT: ReadonlySet<string> = new Set([
  'id',
  'externalid',
  'meta.version',
  'meta.location',
  'members.value',
  'groups.value',
  `${KREIDE_SCHEMA.toLowerCase()}.schoolnumber`,
]);

/** An attribute as its names, one within the other: `name.familyName`, also with the schema before it. */
export function toNames(path: string): string[] {
  const core = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;
  const bare = path.replace(core, '');
  if (bare.toLowerCase().startsWith(`${KREIDE_SCHEMA.toLowerCase()}:`))
    return [KREIDE_SCHEMA, ...bare.slice(KREIDE_SCHEMA.length + 1).split('.')];
  return bare.toLowerCase().startsWith('urn:') ? [bare] : bare.split('.');
}

/** The parser keeps the signs of JSON within a text as they were written. */
function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text.replaceAll('"', '\\"')}"`) as string;
  } catch {
    return text;
  }
}

function refuseControl(text: string): string {
  return /\p{Cc}/u.test(text) ? refuse('The filter contains a control character.') : text;
}

function decode(filter: Filter, depth = 0): Filter {
  if (depth > DEPTH_MAXIMUM) return refuse('The filter has too many brackets within each other.');
  if ('filters' in filter) return { ...filter, filters: filter.filters.map((one) => decode(one, depth + 1)) };
  if ('filter' in filter) return { ...filter, filter: decode(filter.filter, depth + 1) };
  if ('valFilter' in filter) return { ...filter, valFilter: decode(filter.valFilter, depth + 1) };
  if ('compValue' in filter && typeof filter.compValue === 'string')
    return { ...filter, compValue: refuseControl(unescaped(filter.compValue)) };
  return filter;
}

/** A filter (RFC 7644 §3.4.2.2); 400 `invalidFilter` where it is none. */
export function parseFilter(text: string): Filter {
  if (text.length > LENGTH_MAXIMUM) return refuse(`The filter is longer than ${LENGTH_MAXIMUM} characters.`);
  // The parser looks at a line break in a text in more ways than one; JSON has none there.
  refuseControl(text);
  if ((text.match(/[([]|\bnot\b/gi)?.length ?? 0) > DEPTH_MAXIMUM) return refuse('The filter has too many brackets.');
  let filter: Filter;
  try {
    filter = parse(text);
  } catch {
    return refuse(`This is no filter: ${text.slice(0, 200)}`);
  }
  return decode(filter);
}

type Scalar = string | number | boolean | null;

/** The values of an attribute: those of every element where it has several. A complex one stands for its `value`. */
function valuesOf(of: unknown, names: readonly string[]): unknown[] {
  if (of === undefined || of === null) return [];
  if (Array.isArray(of)) return of.flatMap((each) => valuesOf(each, names));
  const [name, ...rest] = names;
  if (name === undefined) return [of];
  return isObject(of) ? valuesOf(read(of, name), rest) : [];
}

const toCompared = (value: unknown): unknown => (isObject(value) ? read(value, 'value') : value);

type Operator = Extract<Filter, { compValue: unknown }>['op'];

const order = <T extends string | number>(one: T, other: T): number => (one < other ? -1 : one > other ? 1 : 0);

/** Instants are compared as such, in whatever zone they are written. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

function compareTexts(op: Operator, one: string, other: string): boolean {
  const areInstants = INSTANT.test(one) && INSTANT.test(other);
  const by = areInstants ? order(Date.parse(one), Date.parse(other)) : order(one, other);
  const results: Record<Operator, () => boolean> = {
    eq: () => by === 0,
    ne: () => by !== 0,
    co: () => one.includes(other),
    sw: () => one.startsWith(other),
    ew: () => one.endsWith(other),
    gt: () => by > 0,
    ge: () => by >= 0,
    lt: () => by < 0,
    le: () => by <= 0,
  };
  return results[op]();
}

function isMatch(op: Operator, value: unknown, wanted: Scalar, isExact: boolean): boolean {
  if (typeof value === 'boolean') {
    if (op !== 'eq' && op !== 'ne') return refuse(`A value that is true or false cannot be compared with "${op}".`);
    return (value === toBoolean(wanted)) === (op === 'eq');
  }
  if (typeof value !== 'string') return false;
  const fold = (text: string) => (isExact ? text : text.toLowerCase());
  return compareTexts(op, fold(value), fold(String(wanted)));
}

/** Does a resource, or an element of one of its attributes (`at`), match? */
export function matches(of: Json, filter: Filter, at: readonly string[] = []): boolean {
  switch (filter.op) {
    case 'and':
      return filter.filters.every((one) => matches(of, one, at));
    case 'or':
      return filter.filters.some((one) => matches(of, one, at));
    case 'not':
      return !matches(of, filter.filter, at);
    case '[]': {
      const names = toNames(filter.attrPath);
      return valuesOf(of, names).some((each) =>
        matches(isObject(each) ? each : { value: each }, filter.valFilter, [...at, ...names]),
      );
    }
    case 'pr':
      return valuesOf(of, toNames(filter.attrPath)).some((value) => value !== '');
    default: {
      const { op, compValue } = filter;
      const names = toNames(filter.attrPath);
      const values = valuesOf(of, names).map(toCompared);
      const isExact = EXACT.has([...at, ...names].join('.').toLowerCase());
      if (compValue === null) return (op === 'eq') === (values.length === 0);
      if (op === 'ne') return values.every((value) => isMatch('ne', value, compValue, isExact));
      return values.some((value) => isMatch(op, value, compValue, isExact));
    }
  }
}

/** What a filter says that everybody who matches has for certain: by it few are looked at instead of all. */
export interface Wanted {
  readonly id?: string;
  readonly userName?: string;
  readonly externalId?: string;
  readonly email?: string;
  readonly displayName?: string;
}

const KEYS: Readonly<Record<string, keyof Wanted>> = {
  id: 'id',
  username: 'userName',
  externalid: 'externalId',
  'emails.value': 'email',
  emails: 'email',
  displayname: 'displayName',
};

export function wantedOf(filter: Filter | null, at = ''): Wanted {
  if (filter === null) return {};
  if (filter.op === 'and') return Object.assign({}, ...filter.filters.map((one) => wantedOf(one, at))) as Wanted;
  if (filter.op === '[]') return wantedOf(filter.valFilter, `${toNames(filter.attrPath).join('.')}.`);
  if (filter.op !== 'eq' || typeof filter.compValue !== 'string') return {};
  const key = KEYS[`${at}${toNames(filter.attrPath).join('.')}`.toLowerCase()];
  return key === undefined ? {} : { [key]: filter.compValue };
}
