import { writeWait } from '@kreide/core/kernel';
import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { toReason } from './reason.ts';

beforeAll(() => i18next.init({ lng: 'de' }));

it('a refusal says when the server lets one go on; where it says nothing, in a minute', () => {
  const say = (key: string, { when }: { when: string }) => `${key} ${when}`;
  expect(toReason(say, { code: 'too_many', retryAfter: 7200 })).toBe(`errors:too_many ${writeWait('de', 7200)}`);
  expect(toReason(say, { code: 'too_many', retryAfter: undefined })).toBe(`errors:too_many ${writeWait('de', 60)}`);
});
