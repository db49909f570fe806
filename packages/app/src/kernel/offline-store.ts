import { type KeptAnswer, openDevice } from './device-database.ts';

/** Entries older than this are removed, ms. */
const LONGEST = 30 * 24 * 60 * 60 * 1000;

/** How long to wait for the store of the device, ms: another page may hold it. */
const PATIENCE = 1_000;

/** What was found in time, else nothing. What is still under way is not ended. */
export const atMost = <T>(reading: Promise<T>): Promise<T | undefined> =>
  Promise.race([reading, new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE))]);

/** A private window or a full disk: the app still works, only without the stored answers. */
async function ifPossible<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    console.warn('The device keeps no answers', error);
    return undefined;
  }
}

/** All answers of an account whose name begins with this. */
const rangeOf = (owner: string, prefix = '') => IDBKeyRange.bound([owner, prefix], [owner, `${prefix}\uffff`]);

/**
 * Answers that outlive the tab, so that the last plan appears at once and offline (T-7.03, D-6.07). Every account has
 * its own, named by its uuid (`owner`); signing out removes them.
 */
export const offlineStore = {
  async read(owner: string, name: string): Promise<unknown> {
    const kept = await atMost(ifPossible(async () => (await openDevice()).get('answers', [owner, name])));
    return kept?.value;
  },
  /** Every answer of the account whose name begins with `prefix`. */
  async list(owner: string, prefix: string): Promise<KeptAnswer[]> {
    return (await ifPossible(async () => (await openDevice()).getAll('answers', rangeOf(owner, prefix)))) ?? [];
  },
  async write(owner: string, name: string, value: unknown, now: number): Promise<void> {
    await ifPossible(async () => {
      const transaction = (await openDevice()).transaction('answers', 'readwrite');
      const old = transaction.store.index('kept_at').iterate(IDBKeyRange.upperBound(now - LONGEST));
      for await (const cursor of old) await cursor.delete();
      await transaction.store.put({ key: [owner, name], kept_at: now, value });
      await transaction.done;
    });
  },
  async remove(owner: string, name: string): Promise<void> {
    await ifPossible(async () => (await openDevice()).delete('answers', [owner, name]));
  },
  /** Removes all answers of the account, or of every account. */
  async clear(owner?: string): Promise<void> {
    await ifPossible(async () => {
      const database = await openDevice();
      await (owner === undefined ? database.clear('answers') : database.delete('answers', rangeOf(owner)));
    });
  },
};
