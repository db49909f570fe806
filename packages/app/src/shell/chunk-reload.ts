import type { Shelf } from '../kernel/storage.ts';

const KEY = 'reloaded_version';

/** Does the error say that a part of the app could not be fetched, as after a new version was put on the server (P-8.21)? */
export function isChunkError(error: unknown): boolean {
  const text = error instanceof Error ? error.message : String(error);
  return /unable to preload|dynamically imported module|importing a module script failed|mime type/i.test(text);
}

/** May the page be loaded anew for this version? True once per version (P-8.21). */
export function mayReload(version: string, shelf: Shelf): boolean {
  if (shelf.getItem(KEY) === version) return false;
  shelf.setItem(KEY, version);
  return true;
}

/**
 * Loads the page anew when a part of the app is missing, at most once per version. Answers whether it does. Without a network it never
 * does: the part is not missing but out of reach, and the page that is there would be lost.
 */
export function reloadForNewVersion(
  error: unknown,
  version: string,
  shelf: Shelf,
  reload: () => void,
  isOnline = globalThis.navigator?.onLine ?? true,
): boolean {
  if (!isOnline || !isChunkError(error) || !mayReload(version, shelf)) return false;
  reload();
  return true;
}
