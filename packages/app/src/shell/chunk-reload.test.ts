import { expect, it } from 'vitest';
import { memoryStore } from '../kernel/storage.ts';
import { isChunkError, reloadForNewVersion } from './chunk-reload.ts';

const failure = new TypeError('Failed to fetch dynamically imported module: /assets/feed-1.js');

it('knows the ways in which browsers say that a part is missing [P-8.21]', () => {
  const texts = [
    'Unable to preload CSS for /assets/feed-1.css',
    'error loading dynamically imported module: /assets/feed-1.js',
    'Importing a module script failed.',
    "'text/html' is not a valid JavaScript MIME type.",
  ];
  for (const text of texts) expect(isChunkError(new Error(text)), text).toBe(true);
  expect(isChunkError(failure)).toBe(true);
  expect(isChunkError(new Error('Failed to fetch'))).toBe(false);
});

it('reloads at most once per version [P-8.21]', () => {
  const store = memoryStore();
  let reloads = 0;
  const attempt = (version: string) => reloadForNewVersion(failure, version, store, () => (reloads += 1));
  expect([attempt('1'), attempt('1'), attempt('2'), attempt('2')]).toEqual([true, false, true, false]);
  expect(reloads).toBe(2);
  expect(reloadForNewVersion(new Error('other'), '3', store, () => (reloads += 1))).toBe(false);
});

it('leaves the page alone without a network', () => {
  const store = memoryStore();
  let reloads = 0;
  const attempt = (isOnline: boolean) => reloadForNewVersion(failure, '1', store, () => (reloads += 1), isOnline);
  expect([attempt(false), reloads, attempt(true), reloads]).toEqual([false, 0, true, 1]);
});
