import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { OutboxEntry } from './outbox-entry.ts';

/** An answer as stored on the device. */
export interface KeptAnswer {
  /** Account and name: every account has its own answers. */
  key: [owner: string, name: string];
  /** Epoch milliseconds. */
  kept_at: number;
  value: unknown;
}

interface DeviceSchema extends DBSchema {
  answers: { key: [string, string]; value: KeptAnswer; indexes: { kept_at: number } };
  outbox: { key: number; value: OutboxEntry; indexes: { owner: string } };
}

let opened: Promise<IDBPDatabase<DeviceSchema>> | undefined;

/** The database on this device; rejects where the browser has none (a private window, a full disk). */
export function openDevice(): Promise<IDBPDatabase<DeviceSchema>> {
  opened ??= openDB<DeviceSchema>('kreide', 2, {
    upgrade(database) {
      // Answers come again from the server, so those of an older layout are not worth converting. Texts that somebody wrote do not.
      for (const name of database.objectStoreNames) if (name !== 'outbox') database.deleteObjectStore(name);
      database.createObjectStore('answers', { keyPath: 'key' }).createIndex('kept_at', 'kept_at');
      if (!database.objectStoreNames.contains('outbox'))
        database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true }).createIndex('owner', 'owner');
    },
    // A newer version of the app in another tab needs the database for itself.
    blocking: (_, __, event) => {
      (event.target as IDBDatabase).close();
      opened = undefined;
    },
    terminated: () => {
      opened = undefined;
    },
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

// The browser freezes a page that it keeps for going back in the middle of a write, and the next page would wait for it without end.
globalThis.addEventListener?.('pagehide', () => {
  opened?.then((database) => database.close()).catch(() => {});
  opened = undefined;
});
