import type { KeyValueStore } from '../kernel/storage.ts';

const KEY = 'reloaded_version';

/** Whether the error means that a part of the app could not be fetched, as after an update of the server (P-8.21). */
export function isChunkError(error: unknown): boolean {
  const text = error instanceof Error ? error.message : String(error);
  return /unable to preload|dynamically imported module|importing a module script failed|mime type/i.test(text);
}

/** Whether the page may be reloaded for this version: true once per version (P-8.21). */
export function mayReload(version: string, store: KeyValueStore): boolean {
  if (store.getItem(KEY) === version) return false;
  store.setItem(KEY, version);
  return true;
}

/**
 * Reloads the page when a part of the app is missing, at most once per version, and returns whether it does. Never
 * offline: the part is out of reach rather than missing, and the current page would be lost.
 */
export function reloadForNewVersion(
  error: unknown,
  version: string,
  store: KeyValueStore,
  reload: () => void,
  isOnline = globalThis.navigator?.onLine ?? true,
): boolean {
  if (!isOnline || !isChunkError(error) || !mayReload(version, store)) return false;
  reload();
  return true;
}
