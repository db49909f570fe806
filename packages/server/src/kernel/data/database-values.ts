import { types as defaults } from 'pg';

/** PostgreSQL's type numbers of the values that we parse ourselves (docs/architecture.md, The contract). */
const OID = {
  int8: 20,
  date: 1082,
  time: 1083,
  timestamptz: 1184,
  numeric: 1700,
  int8Array: 1016,
  dateArray: 1182,
  timeArray: 1183,
  timestamptzArray: 1185,
  numericArray: 1231,
} as const;

type Parser = (text: string) => unknown;

const parsers = new Map<number, Parser>([
  [OID.int8, Number],
  [OID.numeric, Number],
  [OID.date, (text) => text],
  [OID.time, parseTime],
  [OID.timestamptz, parseInstant],
  [OID.int8Array, listOf(Number)],
  [OID.numericArray, listOf(Number)],
  [OID.dateArray, listOf((text) => text)],
  [OID.timeArray, listOf(parseTime)],
  [OID.timestamptzArray, listOf(parseInstant)],
]);

/**
 * How values are read from the database, for `types` of a pg client: int8 and numeric as number, date as `YYYY-MM-DD`,
 * time as `HH:MM`, timestamptz as ISO 8601 with milliseconds and Z. The global parsers of pg are left alone.
 */
export const valueTypes = {
  // biome-ignore lint/suspicious/noExplicitAny: the shape that pg declares for its parsers.
  getTypeParser(oid: number, format?: 'text' | 'binary'): any {
    const own = format === 'binary' ? undefined : parsers.get(oid);
    return own ?? defaults.getTypeParser(oid, format as 'text');
  },
};

/** `08:05:00` → `08:05`. */
export function parseTime(text: string): string {
  return text.slice(0, 5);
}

/** `2026-11-18 06:40:00.5+00` → `2026-11-18T06:40:00.500Z`; `infinity` is kept. */
export function parseInstant(text: string): string {
  if (text.endsWith('+00') && text.length >= 22 && text[10] === ' ') {
    const fraction = text.slice(20, -3).padEnd(3, '0').slice(0, 3);
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
  }
  const instant = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  return Number.isNaN(instant.getTime()) ? text : instant.toISOString();
}

/** Arrays of the types above contain neither quotes nor braces, apart from the quotes around a timestamp. */
function listOf(parse: Parser): Parser {
  const parseItem = (item: string): unknown => (item === 'NULL' ? null : parse(item.replaceAll('"', '')));
  return (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(parseItem));
}
