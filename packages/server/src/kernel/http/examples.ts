type Json = Record<string, unknown>;

/** Sample values; the first that fits a field is its example. */
const CANDIDATES = [
  'Text',
  'demo',
  '1',
  'true',
  '2026-11-18',
  '2026-11-18T09:10:00.000Z',
  '08:00',
  '#0b6b53',
  '2026 / 2027',
  '0f8fad5b-d9cb-469f-a165-70867728950e',
  '0f8fad5b-d9cb-469f-a165-70867728950e-sub',
];
const BY_FORMAT: Record<string, string> = { date: '2026-11-18', 'date-time': '2026-11-18T09:10:00.000Z' };

function exampleOf({ format, pattern, allOf, minLength }: Json): string | undefined {
  if (typeof format === 'string' && BY_FORMAT[format]) return BY_FORMAT[format];
  const parts = [{ pattern }, ...(Array.isArray(allOf) ? (allOf as Json[]) : [])];
  const patterns = parts.flatMap((part) => (typeof part.pattern === 'string' ? [new RegExp(part.pattern, 'u')] : []));
  if (patterns.length === 0) return undefined;
  const least = typeof minLength === 'number' ? minLength : 0;
  return CANDIDATES.find((text) => text.length >= least && patterns.every((one) => one.test(text)));
}

/**
 * The schema with an example at every text that has a pattern or a format: viewers would generate random text
 * otherwise.
 */
export function withExamples<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withExamples) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withExamples(value)])) as Json;
  const example = copy.type === 'string' && !('enum' in copy) ? exampleOf(copy) : undefined;
  return (example === undefined ? copy : { ...copy, examples: [example] }) as T;
}
