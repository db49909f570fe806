import { describe, expect, it } from 'vitest';
import { isNight, toBoard, toClockError, toLayout, toPageSeconds, toShift, toViewing } from './screen.ts';

const USUAL = toViewing(null, null);

describe('the sizes of a screen', () => {
  it.each([
    [1920, 1080, 'beside'],
    [3840, 2160, 'beside'],
    [1280, 720, 'beside'],
    [1080, 1920, 'stacked'],
    [1024, 768, 'beside'],
    [400, 480, 'one'],
  ] as const)(
    'on %d × %d: a line of text is 4 percent of the lower side or more, boards stand %s [D-2.02]',
    (width, height, boards) => {
      const layout = toLayout(width, height, USUAL);
      expect(layout.boards).toBe(boards);
      if (width > 400) expect(layout.size / Math.min(width, height)).toBeGreaterThanOrEqual(0.03);
      if (width / height > 1.7) expect(layout.size / height).toBeGreaterThanOrEqual(0.04);
    },
  );

  it('grow with the distance and on a smaller screen, and a board gives way before a line does', () => {
    const usual = toLayout(1920, 1080, USUAL);
    expect(usual.size).toBe(44);
    const far = toLayout(1920, 1080, toViewing('12', null));
    expect([far.size, far.boards]).toEqual([66, 'one']);
    expect(toLayout(1920, 1080, toViewing('8', '43')).size).toBeGreaterThan(usual.size);
    expect(toLayout(1920, 1080, toViewing('5', null)).size).toBeLessThan(usual.size);
    for (const wrong of ['', 'x', '-3', '0']) expect(toViewing(wrong, wrong)).toEqual(USUAL);
  });
});

it('a round through all pages takes a minute at most, and no page less than three seconds', () => {
  expect([toPageSeconds(12, 2), toPageSeconds(12, 5), toPageSeconds(12, 10), toPageSeconds(12, 40)]).toEqual([
    12, 12, 6, 3,
  ]);
});

it('a clock is wrong from two minutes on, ahead or behind', () => {
  expect([toClockError(0), toClockError(119_000), toClockError(-119_000)]).toEqual([0, 0, 0]);
  expect([toClockError(120_000), toClockError(-120_000)]).toEqual([-2, 2]);
  expect([toClockError(-7 * 60_000), toClockError(3 * 60_000)]).toEqual([7, -3]);
});

it('at night the screen is dim, and its picture moves by pixels that come back', () => {
  expect([19 * 60 + 59, 20 * 60, 3 * 60, 5 * 60 + 59, 6 * 60].map(isNight)).toEqual([false, true, true, true, false]);
  const places = Array.from({ length: 64 }, (_, minute) => toShift(minute));
  expect(new Set(places.map(String)).size).toBeGreaterThan(20);
  expect(places.reduce((sum, [x, y]) => sum + x + y, 0)).toBe(0);
  for (const [x, y] of places) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(4);
});

it('a board in the colour of any school is dark enough for chalk', () => {
  for (const color of ['#ffffff', '#ffd400', '#1f7a6d', '#8a4fb3', '#000000', '#e30613']) {
    const [r = 0, g = 0, b = 0] = (toBoard(color).board.match(/\d+/g) ?? []).map(Number);
    const linear = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    const light = 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
    expect(1.05 / (light + 0.05), color).toBeGreaterThanOrEqual(9);
  }
});
