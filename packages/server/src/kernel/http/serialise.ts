import { isDeepStrictEqual } from 'node:util';
import type { EndpointDeclaration } from '@kreide/core/kernel';
import fastJson from 'fast-json-stringify';
import * as core from 'zod/v4/core';
import { checkAnswer } from './check.ts';

type JsonSchema = { [key: string]: unknown };

/** `anyOf [X, null]` as `X, nullable`, which the serialiser handles without trying alternatives. */
function toNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toNullable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema as JsonSchema).map(
    ([key, value]) => [key, key === 'properties' ? toProperties(value as JsonSchema) : toNullable(value)] as const,
  );
  const copy = Object.fromEntries(entries) as JsonSchema;
  delete copy.pattern;
  delete copy.format;
  delete copy.$schema;
  const alternatives = copy.anyOf;
  if (Array.isArray(alternatives) && alternatives.length === 2) {
    const rest = alternatives.filter((item) => (item as JsonSchema).type !== 'null');
    if (rest.length === 1) {
      const { anyOf: _, ...others } = copy;
      const [one = {}] = rest as JsonSchema[];
      // Alternatives of a list are told apart by a validator, which allows null only where the values name it.
      const values = Array.isArray(one.enum) ? { enum: [...one.enum, null] } : {};
      return { ...others, ...one, ...values, nullable: true };
    }
  }
  return copy;
}

type Write = (value: unknown) => string;

/** The fields of an object, whatever they are called: `format` is a field here, not what the schema says of one. */
const toProperties = (fields: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toNullable(field)]));

/** Built once for each endpoint, when it first answers. */
const built = new WeakMap<EndpointDeclaration, Write>();

/** Writes declared keys only. */
function compactOf(endpoint: EndpointDeclaration): Write {
  const known = built.get(endpoint);
  if (known) return known;
  const schema = core.toJSONSchema(endpoint.answer as core.$ZodType, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
  });
  const write = fastJson(toNullable(schema) as never) as Write;
  built.set(endpoint, write);
  return write;
}

/** One way writes null for a value that may be missing and may be null, the other leaves it out. */
const dropNull = (_: string, value: unknown) => value ?? undefined;

/**
 * Serialises an answer as JSON. In production only declared keys are written, so that nothing undeclared can leak; with
 * `check` (tests, development) an answer that differs from its schema, or that production would write in another way, is an
 * error instead.
 */
export function serialiserOf(endpoint: EndpointDeclaration, check: boolean): Write {
  if (endpoint.answer === null) return () => '';
  if (!check) return compactOf(endpoint);
  return (value) => {
    const text = JSON.stringify(value);
    checkAnswer(endpoint, JSON.parse(text));
    const compact = compactOf(endpoint)(value);
    checkAnswer(endpoint, JSON.parse(compact));
    if (!isDeepStrictEqual(JSON.parse(compact, dropNull), JSON.parse(text, dropNull)))
      throw new Error(`${endpoint.method} ${endpoint.path} is written in another way in production`);
    return text;
  };
}
