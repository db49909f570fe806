import { endpointsOf } from '@kreide/core/contract';
import { describe, expect, it } from 'vitest';
import * as core from 'zod/v4/core';

/** They are hashed, or compared with what is known, and never stored as they came. */
const COMPARED = new Set([
  'audience',
  'current_password',
  'device_token',
  'expires',
  'own_password',
  'password',
  'password_confirmation',
  'refresh_token',
  'revision',
  'signature',
  'terms_version',
  'ticket',
  'token',
  'website',
]);

const fields = endpointsOf().flatMap(({ name, endpoint }) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const shape = (endpoint[part] as core.$ZodObject | undefined)?._zod.def.shape ?? {};
    return Object.entries(shape).map(([field, schema]) => ({ place: `${name} ${part}.${field}`, field, schema }));
  }),
);

describe('a field of the contract', () => {
  it.each([
    ['a NUL', 'a\0b'],
    ['half of a character', 'a\ud800'],
  ])('takes no text with %s, which PostgreSQL cannot store [D-4.08]', (_, text) => {
    expect(fields.length).toBeGreaterThan(1000);
    const taking = fields.filter(({ field, schema }) => !COMPARED.has(field) && core.safeParse(schema, text).success);
    expect(taking.map(({ place }) => place)).toEqual([]);
  });
});
