import { expect, it } from 'vitest';
import { NOTHING, toKept } from './mentioning-text.ts';

it('a draft of the device is read as it was kept, from before there were mentions too, and without what is none', () => {
  const mention = { user: 7, at: 0, length: 3 };
  expect(toKept({ content: '@Li', mentions: [mention] })).toEqual({ content: '@Li', mentions: [mention] });
  expect(toKept('Hallo')).toEqual({ content: 'Hallo', mentions: [] });
  expect(toKept({ content: '@Li', mentions: [null, { user: 7 }, mention] })).toEqual({
    content: '@Li',
    mentions: [mention],
  });
  expect([null, 7, {}].map(toKept)).toEqual([NOTHING, NOTHING, NOTHING]);
});
