import { describe, expect, it } from 'vitest';
import { isExportName, isNewContent, lookAgain, settled, startWatch, TOGETHER, toRetryWait } from './watch.ts';

const SETTLE = 5_000;
const look = (files: Record<string, [size: number, mtime: number]>) =>
  new Map(Object.entries(files).map(([name, [size, mtime]]) => [name, { size, mtime }]));

describe('watching a folder', () => {
  it('waits until nothing has moved, and takes files written together as one export [D-3.08]', () => {
    let state = startWatch(look({}), 0);
    const at = (now: number, files: Parameters<typeof look>[0]) => {
      const result = lookAgain(state, look(files), now, SETTLE);
      state = result.state;
      return result.complete;
    };
    expect(at(1_000, { b: [10, 1_000] })).toBeNull();
    expect(at(5_500, { b: [90, 5_000] })).toBeNull();
    expect(at(7_000, { b: [90, 5_000], a: [0, 7_000] })).toBeNull();
    expect(at(60_000, { b: [90, 5_000], a: [0, 7_000] })).toBeNull();
    expect(at(61_000, { b: [90, 5_000], a: [7, 61_000] })).toBeNull();
    expect(at(66_000, { b: [90, 5_000], a: [7, 61_000] })).toEqual(['a', 'b']);
    state = settled(state, ['a', 'b']);
    expect(at(90_000, { b: [90, 5_000], a: [7, 61_000] })).toBeNull();
    expect(at(91_000, { b: [90, 5_000] })).toBeNull();
    expect(at(99_000, { b: [90, 5_000] })).toBeNull();
  });

  it('begins with the newest export that is there and leaves older ones alone [D-3.08]', () => {
    const files = look({ old: [1, 0], part: [1, TOGETHER * 3], whole: [1, TOGETHER * 4] });
    const result = lookAgain(startWatch(files, 0), files, SETTLE, SETTLE);
    expect(result.complete).toEqual(['part', 'whole']);
  });

  it('brings exports that had to wait one by one, the oldest first', () => {
    const files = look({ first: [1, 0], second: [1, TOGETHER * 2] });
    let state = lookAgain(startWatch(look({}), 0), files, 1, SETTLE).state;
    expect(lookAgain(state, files, 1 + SETTLE, SETTLE).complete).toEqual(['first']);
    state = settled(state, ['first']);
    expect(lookAgain(state, files, 1 + SETTLE, SETTLE).complete).toEqual(['second']);
  });

  it('knows exports by their endings and drafts by theirs', () => {
    expect(['GPU001.TXT', 'plan.xml', 'a.zip', '10b.ics', 'plan.fet'].every(isExportName)).toBe(true);
    expect(['.plan.xml', '~plan.xml', 'plan.xml.tmp', 'plan', 'notes.pdf'].some(isExportName)).toBe(false);
  });

  it('tells new content from the same content written again [D-3.08]', () => {
    expect(isNewContent({ a: '1' }, { a: '1', b: '2' })).toBe(false);
    expect(isNewContent({ a: '1', c: '1' }, { a: '1' })).toBe(true);
  });

  it('tries again after 10 s, 20 s and so on, at most 10 minutes [D-3.12]', () => {
    expect([1, 2, 3, 20].map(toRetryWait)).toEqual([10_000, 20_000, 40_000, 600_000]);
  });
});
