/** The part of `Storage` that the app uses; tests pass a map. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Storage that outlives the browser, and storage that ends with the tab. */
export interface Shelves {
  local: KeyValueStore;
  session: KeyValueStore;
}

/** Local storage key of unsent drafts; removed on signing out. */
export const DRAFTS_KEY = 'drafts';

/** Local storage key of large files that are on their way in parts; removed on signing out. */
export const UNFINISHED_KEY = 'unfinished-uploads';

/** In-memory storage: for tests, and where a browser denies storage. */
export function memoryStore(): KeyValueStore {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

function storeOf(read: () => Storage): KeyValueStore {
  try {
    const store = read();
    store.getItem('');
    return store;
  } catch {
    return memoryStore();
  }
}

/** The storage of this browser; in memory where it is denied (private windows, blocked cookies). */
export const shelves: Shelves = {
  local: storeOf(() => globalThis.localStorage),
  session: storeOf(() => globalThis.sessionStorage),
};
