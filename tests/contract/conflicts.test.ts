import { readFileSync } from 'node:fs';
import { endpointsOf } from '@kreide/core/contract';
import { ERROR_STATUS, type ErrorCode, LANGUAGES } from '@kreide/core/kernel';
import { describe, expect, it } from 'vitest';

const endpoints = endpointsOf();
const codes = Object.keys(ERROR_STATUS) as ErrorCode[];
const conflicts = codes.filter((code) => ERROR_STATUS[code] === 409);
const declaring = (code: ErrorCode) =>
  endpoints.filter(({ endpoint }) => (endpoint.errors as readonly ErrorCode[] | undefined)?.includes(code));

/** What a change was made from: only then “somebody else has changed this” is what is in the way. */
const MADE_FROM = ['updated_at', 'former', 'former_id', 'former_ids', 'former_note', 'version', 'known_origins', 'ids'];
/** What is numbered by who sends it: only then “this has been sent before” is what is in the way. */
const NUMBERED = ['uuid', 'has_lobby'];

describe('a change that is refused says what is in the way', () => {
  it.each(LANGUAGES)('with words of its own for each reason in %s', (language) => {
    const words = JSON.parse(readFileSync(`locales/${language}/errors.json`, 'utf8')) as Record<string, string>;
    const others = (code: ErrorCode) => codes.filter((other) => other !== code && words[other] === words[code]);
    expect(conflicts.filter((code) => !words[code] || others(code).length > 0)).toEqual([]);
  });

  it('and never by a general sentence where a reason can be named', () => {
    const without = (code: ErrorCode, fields: readonly string[]) =>
      declaring(code).flatMap(({ name, endpoint: { body } }) =>
        fields.some((field) => field in ((body as { shape?: object } | undefined)?.shape ?? {})) ? [] : [name],
      );
    expect(without('conflict', MADE_FROM)).toEqual([]);
    expect(without('duplicate', NUMBERED)).toEqual([]);
  });

  it('and every reason that has words is one that something answers', () => {
    expect(conflicts.filter((code) => declaring(code).length === 0)).toEqual([]);
  });
});
