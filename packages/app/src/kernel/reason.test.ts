import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError, writeWait } from '@kreide/core/kernel';
import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import errors from '../../../../locales/de/errors.json' with { type: 'json' };
import { toReason, toSaid } from './reason.ts';

beforeAll(() => i18next.init({ lng: 'de', resources: { de: { errors } } }));

it('a refusal says when the server lets one go on; where it says nothing, in a minute', () => {
  const say = (key: string, { when }: { when: string }) => `${key} ${when}`;
  expect(toReason(say, { code: 'too_many', retryAfter: 7200 })).toBe(`errors:too_many ${writeWait('de', 7200)}`);
  expect(toReason(say, { code: 'too_many', retryAfter: undefined })).toBe(`errors:too_many ${writeWait('de', 60)}`);
});

it('a failure is told in the server’s words, those of its fields first; without a network in the sentence of the code, never as the code', () => {
  expect(toSaid(new ApiError({ code: 'unreachable' }))).toBe(errors.unreachable);
  expect(toSaid(new ApiError({ code: 'conflict', message: 'Ada war schneller.' }))).toBe('Ada war schneller.');
  const issues = [{ path: 'body.name', rule: 'required', message: 'Bitte ausfüllen.' }];
  expect(toSaid(new ApiError({ code: 'invalid', message: 'Falsch.', issues }))).toBe('Bitte ausfüllen.');
});

it('no screen says the message of an error as it came, which is the code where nobody answered', () => {
  const cwd = join(import.meta.dirname, '..');
  const raw = /toWords: \(\{ message \}\)|toasts\.show\('error', (\w+\.)?message\)|error\.message\}?\)/;
  const found = globSync('{features,shell}/**/*.{ts,tsx}', { cwd }).filter((file) =>
    raw.test(readFileSync(join(cwd, file), 'utf8')),
  );
  expect(found).toEqual([]);
});
