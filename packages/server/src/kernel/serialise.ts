import type { EndpointDeclaration } from '@kreide/core/kernel';
import fastJson from 'fast-json-stringify';
import * as core from 'zod/v4/core';
import { checkAnswer } from './check.ts';

type JsonSchema = { [key: string]: unknown };

/** `anyOf [X, null]` as `X, nullable`, which the serialiser handles without trying alternatives. */
function toNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toNullable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema as JsonSchema).map(([key, value]) => [key, toNullable(value)] as const);
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

/**
 * Serialises an answer as JSON. In production only declared keys are written, so that nothing undeclared can leak; with
 * `check` (tests, development) an answer that differs from its schema is an error instead.
 */
export function serialiserOf(endpoint: EndpointDeclaration, check: boolean): (value: unknown) => string {
  const schema = endpoint.answer;
  if (schema === null) return () => '';
  if (!check) {
    const jsonSchema = toNullable(
      core.toJSONSchema(schema, { target: 'draft-7', io: 'output', unrepresentable: 'any' }),
    );
    return fastJson(jsonSchema as never);
  }
  return (value) => {
    const text = JSON.stringify(value);
    checkAnswer(endpoint, JSON.parse(text));
    return text;
  };
}
