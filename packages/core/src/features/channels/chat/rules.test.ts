import { describe, expect, it } from 'vitest';
import { channelAbilitiesOf } from '../abilities.ts';
import * as chatApi from './api.ts';
import { chatBlockOf, messageAbilitiesOf, messageProblems, TYPING_CLEARS, toMessageParts } from './rules.ts';

const NOW = new Date('2026-11-23T07:40:00.000Z');
const custom = {
  type: 'CUSTOM' as const,
  is_disabled: false,
  is_outdated: false,
  is_leavable: true,
  is_twoway: true,
  twoway_expires_at: null as string | null,
  expires_at: null as string | null,
};
const nobody = { permissions: new Set<never>() };

it('a text has at least one character that is seen and at most 10,000 [C-7.47]', () => {
  expect(messageProblems(' \n ')).toMatchObject([{ rule: 'contentRequired' }]);
  expect(messageProblems('🎒'.repeat(10_000))).toEqual([]);
  expect(messageProblems('x'.repeat(10_001))).toMatchObject([{ rule: 'contentMax', params: { maximum: 10_000 } }]);
  expect(messageProblems('x'.repeat(201), 200)).toHaveLength(1);
});

it('a text is given up after 18 s, and who types is forgotten after 2 s [C-9.02] [C-9.15]', () => {
  expect(chatApi.send.timeout).toBe(18_000);
  expect(TYPING_CLEARS).toBe(2_000);
});

describe('why nothing can be written', () => {
  it('is said in one order, and agrees with what the channel allows [C-4.02] [C-4.09]', () => {
    const members = [null, { is_admin: false }, { is_admin: true }];
    const both = [true, false];
    const channels = both.flatMap((is_disabled) =>
      both.flatMap((is_twoway) =>
        both.flatMap((is_outdated) =>
          [null, NOW.toISOString()].flatMap((expires_at) =>
            (['CUSTOM', 'CHAT'] as const).map((type) => ({
              ...custom,
              type,
              is_disabled,
              is_outdated,
              is_twoway,
              expires_at,
            })),
          ),
        ),
      ),
    );
    for (const channel of channels)
      for (const member of members)
        expect(chatBlockOf(channel, member, NOW) === null).toBe(
          channelAbilitiesOf(nobody, channel, member, NOW).write === 1,
        );
    expect(chatBlockOf({ ...custom, is_disabled: true, is_twoway: false }, { is_admin: false }, NOW)).toBe(
      'chat_disabled',
    );
  });
});

describe('what may be done with a message', () => {
  const member = channelAbilitiesOf(nobody, custom, { is_admin: false }, NOW);
  const admin = channelAbilitiesOf(nobody, custom, { is_admin: true }, NOW);
  const written = (minutes: number, values: object = {}) => ({
    user_id: 1,
    type: 'MESSAGE',
    is_unset: false,
    has_target: false,
    created_at: new Date(NOW.getTime() - minutes * 60_000).toISOString(),
    ...values,
  });

  it('ends for its author: changing after a quarter of an hour, taking back after a day [D-6.12]', () => {
    expect(messageAbilitiesOf(1, written(15), member, NOW)).toEqual({
      edit: 1,
      delete: 1,
      readers: 1,
      react: 1,
      pin: 0,
    });
    expect(messageAbilitiesOf(1, written(15.01), member, NOW)).toEqual({
      edit: 0,
      delete: 1,
      readers: 1,
      react: 1,
      pin: 0,
    });
    expect(messageAbilitiesOf(1, written(24 * 60 + 1), member, NOW)).toEqual({
      edit: 0,
      delete: 0,
      readers: 1,
      react: 1,
      pin: 0,
    });
    expect(messageAbilitiesOf(1, written(1, { type: 'KNOCK' }), member, NOW).edit).toBe(0);
    expect(messageAbilitiesOf(1, written(1, { has_target: true }), member, NOW).edit).toBe(0);
  });

  it('is for administrators taking back at any time, never changing what others wrote [D-6.12] [C-7.54]', () => {
    expect(messageAbilitiesOf(2, written(9999), admin, NOW)).toEqual({
      edit: 0,
      delete: 1,
      readers: 1,
      react: 1,
      pin: 1,
    });
    expect(messageAbilitiesOf(2, written(1), member, NOW)).toEqual({
      edit: 0,
      delete: 0,
      readers: 0,
      react: 1,
      pin: 0,
    });
    expect(messageAbilitiesOf(1, written(1, { is_unset: true }), admin, NOW)).toEqual({
      edit: 0,
      delete: 0,
      readers: 0,
      react: 0,
      pin: 0,
    });
  });
});

describe('addresses in a text', () => {
  const links = (text: string) => toMessageParts(text).flatMap(({ text: shown, href }) => (href ? [shown, href] : []));

  it('end before the signs around them, and the text stays whole [C-3.14]', () => {
    expect(links('Siehe https://a.example/x?y=1, bitte')).toEqual([
      'https://a.example/x?y=1',
      'https://a.example/x?y=1',
    ]);
    expect(links('(www.schule.example).')).toEqual(['www.schule.example', 'https://www.schule.example/']);
    expect(links('https://a.example/x_(y)')).toEqual(['https://a.example/x_(y)', 'https://a.example/x_(y)']);
    for (const text of ['a https://b.example c www.d.example', 'https://', 'www. nichts', 'javascript:alert(1)'])
      expect(
        toMessageParts(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    expect(links('javascript:alert(1) http:// data:x')).toEqual([]);
  });
});
