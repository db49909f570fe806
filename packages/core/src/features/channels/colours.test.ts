import { expect, it } from 'vitest';
import { HUES } from '../../kernel/hues.ts';
import { CHANNEL_COLOURS, hueOf } from './colours.ts';

it('each colour of a channel is drawn in the hue that it is called by, and none in none', () => {
  expect(Object.keys(CHANNEL_COLOURS)).toEqual([...HUES]);
  expect(Object.values(CHANNEL_COLOURS).map(hueOf)).toEqual(HUES.map((_, at) => at + 1));
  expect(hueOf(null)).toBeNull();
});
