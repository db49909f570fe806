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
/** The entries of the elements; the app on the same origin has others. */
const OURS = /^kreide:(timetable|monitor2?|news|texts|theme|substitutions):/;
/** Version of the entries' shape: others are ignored. */
const SHAPE = 1;
/** Entries that were not renewed for so long are over, ms: a screen that was off through the longest holidays has words and a plan. */
export const KEPT_FOR = 60 * 86_400_000;
/** All entries of an origin together, in characters, of which a browser needs two bytes each: 1 MB. */
export const ROOM = 500_000;

/**
 * The last-good store of an element (D-2.11). It uses local storage under `kreide:<name>:<address>`, and memory too: in
 * private mode, or with a full, denied or corrupted storage, only what is kept across reloads is lost. All elements of an origin
 * together take 1 MB at most; the answer that was renewed longest ago, and so was unused for longest, makes room.
 * @param name of the element and the version of its stored values
 */
export function createLastGood<T>(
  name: string,
  storage: () => Storage | null = localStorageOf,
  now: () => number = Date.now,
): LastGood<T> {
  const memory = new Map<string, Kept<T>>();
  const keyOf = (address: string) => `${PREFIX}${name}:${address}`;
  return {
    get(address) {
      const inMemory = memory.get(address);
      if (inMemory) return inMemory;
      try {
        const entry = JSON.parse(storage()?.getItem(keyOf(address)) ?? 'null') as (Kept<T> & { v: number }) | null;
        const isOurs = entry?.v === SHAPE && typeof entry.at === 'number' && now() - entry.at < KEPT_FOR;
        return isOurs ? { at: entry.at, value: entry.value } : null;
      } catch {
        return null;
      }
    },
    set(address, kept) {
      memory.set(address, kept);
      const key = keyOf(address);
      const text = JSON.stringify({ v: SHAPE, ...kept });
      for (let room = ROOM - key.length; text.length <= room; room /= 2) {
        try {
          const shelf = storage();
          if (!shelf) return;
          // Fewer of ours each time: others may have filled the storage.
          makeRoom(shelf, key, room - text.length, kept.at);
          shelf.setItem(key, text);
          return;
        } catch {
          // Full, or denied; memory has it.
        }
      }
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

/** Leaves of our other entries at most so many characters, the latest ones, and none that is over or unreadable. */
function makeRoom(shelf: Storage, own: string, room: number, now: number): void {
  const keys = Array.from({ length: shelf.length }, (_, index) => shelf.key(index) ?? '');
  const others = keys
    .filter((key) => OURS.test(key) && key !== own)
    .map((key) => {
      const text = shelf.getItem(key) ?? '';
      return { key, size: key.length + text.length, at: Number(/^\{"v":\d+,"at":(\d+)/.exec(text)?.[1] ?? 0) };
    })
    .sort((one, other) => other.at - one.at);
  let left = room;
  for (const { key, size, at } of others) {
    left -= size;
    if (left < 0 || now - at >= KEPT_FOR) shelf.removeItem(key);
  }
}
