/** An answer and when it arrived, epoch milliseconds. */
export interface Kept<T> {
  readonly at: number;
  readonly value: T;
}

/** Keeps the last good answer per address, across reloads where the browser allows it. */
export interface LastGood<T> {
  get(address: string): Kept<T> | null;
  set(address: string, kept: Kept<T>): void;
  remove(address: string): void;
}

const PREFIX = 'kreide:';
/** Version of the entries' shape: others are ignored. */
const SHAPE = 1;
/** Entries older than this are dropped when space is needed, ms. */
const KEPT_FOR = 14 * 86_400_000;

/**
 * The last-good store of an element (D-2.11). It uses local storage under `kreide:<name>:<address>`, and memory too: in
 * private mode, or with a full, denied or corrupted storage, only what is kept across reloads is lost.
 * @param name of the element and the version of its stored values
 */
export function createLastGood<T>(name: string, storage: () => Storage | null = localStorageOf): LastGood<T> {
  const memory = new Map<string, Kept<T>>();
  const keyOf = (address: string) => `${PREFIX}${name}:${address}`;
  return {
    get(address) {
      const inMemory = memory.get(address);
      if (inMemory) return inMemory;
      try {
        const entry = JSON.parse(storage()?.getItem(keyOf(address)) ?? 'null') as (Kept<T> & { v: number }) | null;
        return entry?.v === SHAPE && typeof entry.at === 'number' ? { at: entry.at, value: entry.value } : null;
      } catch {
        return null;
      }
    },
    set(address, kept) {
      memory.set(address, kept);
      const text = JSON.stringify({ v: SHAPE, ...kept });
      if (tryToWrite(storage, keyOf(address), text)) return;
      dropOld(storage, kept.at);
      tryToWrite(storage, keyOf(address), text);
    },
    remove(address) {
      memory.delete(address);
      try {
        storage()?.removeItem(keyOf(address));
      } catch {
        // Denied storage holds nothing.
      }
    },
  };
}

/** Reading the property alone throws where storage is denied. */
function localStorageOf(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

function tryToWrite(storage: () => Storage | null, key: string, text: string): boolean {
  try {
    storage()?.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Drops only our own entries, the old and the unreadable ones. */
function dropOld(storage: () => Storage | null, now: number): void {
  try {
    const shelf = storage();
    if (!shelf) return;
    const keys = Array.from({ length: shelf.length }, (_, index) => shelf.key(index) ?? '');
    for (const key of keys.filter((one) => one.startsWith(PREFIX))) {
      const at = /"at":(\d+)/.exec(shelf.getItem(key)?.slice(0, 60) ?? '')?.[1];
      if (at === undefined || now - Number(at) > KEPT_FOR) shelf.removeItem(key);
    }
  } catch {
    // Denied storage holds nothing.
  }
}
