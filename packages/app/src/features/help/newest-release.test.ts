import { expect, it } from 'vitest';
import german from '../../../../../locales/de/help.json' with { type: 'json' };
import { memoryStore } from '../../kernel/storage.ts';
import { hasNewRelease, NEWEST_RELEASE, noteRelease } from './newest-release.ts';
import { RELEASES } from './releases.ts';

it('a release is told of once, and not to a device that is new to the app [P-1.11]', () => {
  const store = memoryStore();
  expect([hasNewRelease(store), hasNewRelease(store)]).toEqual([false, false]);
  store.setItem('release_seen', 'r0');
  expect([hasNewRelease(store), hasNewRelease(store)]).toEqual([true, true]);
  noteRelease(store);
  expect(hasNewRelease(store)).toBe(false);
});

it('every release has its texts, the newest is the first and the one that is announced', () => {
  const keys = RELEASES.map(({ key }) => key);
  expect(keys).toEqual(Object.keys(german.release));
  expect(keys[0]).toBe(NEWEST_RELEASE);
  const dates = RELEASES.map(({ date }) => date);
  expect(dates.toSorted().toReversed()).toEqual(dates);
});
