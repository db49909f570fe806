import { expect, it } from 'vitest';
import { memoryStore } from '../../kernel/storage.ts';
import { createPlay } from './autoplay.ts';

const blocked = { play: () => Promise.reject(new DOMException('', 'NotAllowedError')) };
const broken = { play: () => Promise.reject(new DOMException('', 'AbortError')) };
const fine = { play: () => Promise.resolve() };

it('a browser that lets nothing sound by itself is told of once on a device [C-8.05]', async () => {
  const shelf = memoryStore();
  let told = 0;
  const tell = () => {
    told += 1;
  };
  const play = createPlay(shelf, tell);
  expect(await play(fine)).toBe(true);
  expect(await play(broken)).toBe(false);
  expect(told).toBe(0);
  expect(await play(blocked)).toBe(false);
  expect(await play(blocked)).toBe(false);
  expect(told).toBe(1);
  // Nor on the next day.
  await createPlay(shelf, tell)(blocked);
  expect(told).toBe(1);
});
