import { endpointsOf } from '@kreide/core/contract';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';

/** The specification shows their shape: the token stands beside `data`, or without it. */
const SHOWN = ['auth.login', 'auth.refresh'];

it('every answer is data and meta, and meta holds lists of sentences [C-7.121]', () => {
  const answers = endpointsOf().flatMap(({ name, endpoint }) =>
    endpoint.answer && !SHOWN.includes(name)
      ? [{ name, answer: z.toJSONSchema(endpoint.answer, { io: 'input', unrepresentable: 'any' }) }]
      : [],
  );
  expect(answers.length).toBeGreaterThan(40);
  for (const { name, answer } of answers) {
    expect(Object.keys(answer.properties ?? {}), name).toEqual(expect.arrayContaining(['data', 'meta']));
    const lists = { type: 'array', items: { type: 'string' } };
    expect(answer.properties?.meta, name).toMatchObject({
      properties: { errors: lists, warnings: lists, successes: lists },
    });
  }
});
