import fc from 'fast-check';
import * as core from 'zod/v4/core';

type JsonSchema = {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
};

/** The fields of a part of the input as JSON Schema: name, schema, and whether it is required. */
export interface Field {
  name: string;
  schema: JsonSchema;
  isRequired: boolean;
}

/** What was found of a schema: the tests of an endpoint ask again and again. */
const known = new WeakMap<core.$ZodType, readonly Field[]>();

/** Fields of a params, query or body schema. */
export function fieldsOf(schema: core.$ZodType | undefined): readonly Field[] {
  if (!schema) return [];
  const fields = known.get(schema) ?? readFields(schema);
  known.set(schema, fields);
  return fields;
}

function readFields(schema: core.$ZodType): Field[] {
  const { properties = {}, required = [] } = core.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as JsonSchema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    isRequired: required.includes(name),
  }));
}

/** Texts that often break servers. */
export const NASTY_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u0001\u001f\u007f',
  '\ud800',
  'a\udfff',
  '\u202e\ufeff',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  "'; drop table users; --",
  "1' or '1'='1",
  '1; select pg_sleep(10)',
  '$1',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '%00',
  '%',
  '_%\\',
  '99999999999999999999999999',
  '-1',
  '0',
  '1e309',
  '0x10',
  'NaN',
  '0000-01-01',
  '9999-12-31',
  '2026-02-30',
  '__proto__',
  'constructor',
  '😀'.repeat(50),
  'x'.repeat(5000),
] as const;

/** Values of every JSON type, for a field that accepts only one of them. */
const NASTY_VALUES: readonly unknown[] = [
  ...NASTY_TEXTS,
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  2 ** 53 + 2,
  [],
  [[]],
  ['a'],
  {},
  { $gt: '' },
  { length: 1 },
];

/** Any JSON value, notorious ones first. */
export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY_VALUES) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) },
);

/** Any text that can be part of an address. */
export const nastyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
);

/** A percent-encoded text; half of a surrogate pair becomes the bytes that careless programs send. */
export function toAddressPart(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffe')).replaceAll('%EF%BF%BE', '%ED%A0%80');
}

/** Whether the field's schema rules out the value's type: then a 4xx is required; otherwise it may be legal. */
export function isWrongType({ schema }: Field, value: unknown): boolean {
  const types = typesOf(schema);
  if (types.size === 0) return false;
  const own = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return !(types.has(own) || (own === 'number' && types.has('integer')));
}

function typesOf(schema: JsonSchema): Set<string> {
  if (schema.anyOf) return new Set(schema.anyOf.flatMap((one) => [...typesOf(one)]));
  const listed = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  const given = schema.type === undefined ? [] : [schema.type].flat();
  return new Set([...given, ...listed.map((value) => (value === null ? 'null' : typeof value))]);
}
