import type { KeyValueStore } from '../../kernel/storage.ts';

/** The release that is announced; a module of its own, as every visit asks for it. */
export const NEWEST_RELEASE = 'r3';

const SEEN_KEY = 'release_seen';

/** This device has been told of the newest release. */
export const noteRelease = (store: KeyValueStore): void => store.setItem(SEEN_KEY, NEWEST_RELEASE);

/** Has the app been updated since this device was last told? On a device that is new to the app everything is new, so nothing is. */
export function hasNewRelease(store: KeyValueStore): boolean {
  const seen = store.getItem(SEEN_KEY);
  if (seen === null) noteRelease(store);
  return seen !== null && seen !== NEWEST_RELEASE;
}
