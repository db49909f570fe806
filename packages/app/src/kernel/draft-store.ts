import { DRAFTS_KEY, type KeyValueStore, shelves } from './storage.ts';

const LONGEST = 30 * 24 * 60 * 60 * 1000;

interface Draft {
  /** Epoch milliseconds. */
  kept_at: number;
  value: unknown;
}

type Drafts = Record<string, Draft>;

/** Unsent drafts, kept on the device for 30 days, separately for each account. */
export function createDraftStore(store: KeyValueStore) {
  function readAll(now: number): Drafts {
    try {
      const all = JSON.parse(store.getItem(DRAFTS_KEY) ?? '{}') as Drafts;
      return Object.fromEntries(Object.entries(all).filter(([, { kept_at }]) => now - kept_at < LONGEST));
    } catch {
      return {};
    }
  }
  function writeAll(all: Drafts): void {
    try {
      if (Object.keys(all).length === 0) store.removeItem(DRAFTS_KEY);
      else store.setItem(DRAFTS_KEY, JSON.stringify(all));
    } catch (error) {
      // Storage is full: the form still works, only the draft is not kept.
      console.warn('The device keeps no drafts', error);
    }
  }
  const keyOf = (user: string, name: string) => `${user} ${name}`;
  return {
    /** @param user uuid of the account */
    read: (user: string, name: string, now: number): unknown => readAll(now)[keyOf(user, name)]?.value,
    write: (user: string, name: string, value: unknown, now: number): void =>
      writeAll({ ...readAll(now), [keyOf(user, name)]: { kept_at: now, value } }),
    remove(user: string, name: string, now: number): void {
      const { [keyOf(user, name)]: _, ...others } = readAll(now);
      writeAll(others);
    },
  };
}

/** The drafts of this device. */
export const draftStore = createDraftStore(shelves.local);
