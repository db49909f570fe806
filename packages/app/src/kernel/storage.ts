/** The part of `Storage` that the app uses; tests hand in a map. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What outlives the browser, and what ends with the tab. */
export interface Shelves {
  local: Shelf;
  session: Shelf;
}

/** Local storage key of what somebody has written and not sent; gone with the sign-out. */
export const DRAFTS_KEY = 'drafts';

/** A shelf in memory: for tests, and where a browser refuses storage. */
export function memoryShelf(): Shelf {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

function shelfOf(read: () => Storage): Shelf {
  try {
    const shelf = read();
    shelf.getItem('');
    return shelf;
  } catch {
    return memoryShelf();
  }
}

/** The shelves of this browser; in memory where it refuses (private windows, blocked cookies). */
export const shelves: Shelves = {
  local: shelfOf(() => globalThis.localStorage),
  session: shelfOf(() => globalThis.sessionStorage),
};
