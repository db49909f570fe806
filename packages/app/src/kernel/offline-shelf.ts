/** An answer as stored on the device. */
interface Kept {
  key: string;
  /** Epoch milliseconds; entries older than `LONGEST` are removed. */
  kept_at: number;
  value: unknown;
}

const STORE = 'answers';
const LONGEST = 30 * 24 * 60 * 60 * 1000;

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('kreide', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE, { keyPath: 'key' }).createIndex('kept_at', 'kept_at');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

async function run<T>(mode: IDBTransactionMode, action: (store: IDBObjectStore) => IDBRequest<T> | undefined) {
  try {
    const transaction = (await open()).transaction(STORE, mode);
    const request = action(transaction.objectStore(STORE));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
    return request?.result;
  } catch (error) {
    // A private window or a full disk: the app still works, only without the stored answers.
    console.warn('The device keeps no answers', error);
    return undefined;
  }
}

/**
 * Answers that outlive the tab, so that the last plan appears at once and offline (T-7.03). Keys include the account;
 * emptied on signing in and out.
 */
export const offlineShelf = {
  async read(key: string): Promise<unknown> {
    const kept = await run<Kept | undefined>('readonly', (store) => store.get(key));
    return kept?.value;
  },
  async write(key: string, value: unknown, now: number): Promise<void> {
    await run('readwrite', (store) => {
      const old = store.index('kept_at').openKeyCursor(IDBKeyRange.upperBound(now - LONGEST));
      old.onsuccess = () => {
        if (!old.result) return;
        store.delete(old.result.primaryKey);
        old.result.continue();
      };
      return store.put({ key, kept_at: now, value } satisfies Kept);
    });
  },
  async remove(key: string): Promise<void> {
    await run('readwrite', (store) => store.delete(key));
  },
  async clear(): Promise<void> {
    await run('readwrite', (store) => store.clear());
  },
};
