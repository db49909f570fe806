import type { ArgsOf, EndpointDeclaration } from '@kreide/core/kernel';
import { ApiError } from '@kreide/core/kernel';
import { createStore } from 'zustand/vanilla';
import { client, sessionStore } from './client.ts';
import { openDevice } from './device-database.ts';
import { keyOf } from './keys.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { isTemporary, reasonOf } from './outbox-entry.ts';
import { type OutboxDevice, sendWaiting } from './outbox-queue.ts';
import { queries } from './query.ts';
import { call, type DataOf } from './reading.ts';

/** How often what waits is tried again while the device says that it is online, ms. */
const REPEAT = 30_000;

const readOwner = () => sessionStore.get()?.uuid ?? null;
const tabs = globalThis.BroadcastChannel ? new BroadcastChannel('kreide-outbox') : null;

/** The entries that the signed-in account has not sent yet, in the order of writing. */
export const unsent = createStore<{ entries: readonly OutboxEntry[] }>(() => ({ entries: [] }));

const device: OutboxDevice = {
  list: async (owner) => (await openDevice()).getAllFromIndex('outbox', 'owner', owner),
  add: async (entry) => {
    // The database numbers it.
    await (await openDevice()).add('outbox', entry as OutboxEntry);
  },
  replace: async (entry) => {
    const transaction = (await openDevice()).transaction('outbox', 'readwrite');
    if (await transaction.store.get(entry.seq)) await transaction.store.put(entry);
    await transaction.done;
  },
  remove: async (seq) => (await openDevice()).delete('outbox', seq),
  send: async ({ method, path, args, idempotencyKey, touches }) => {
    const endpoint = { method, path, auth: 'user', needs: 'member', answer: null, summary: '' } as const;
    await client.call(endpoint, args as ArgsOf<typeof endpoint>, { idempotencyKey, retries: 0, messages: false });
    for (const queryKey of touches) void queries.invalidateQueries({ queryKey });
  },
  exclusively: async (action) => {
    await (navigator.locks ? navigator.locks.request('kreide-outbox', action) : action());
  },
  onChange: () => {
    tabs?.postMessage('changed');
    void read();
  },
  now: () => Date.now(),
};

async function read(): Promise<void> {
  const owner = readOwner();
  const entries = owner ? await device.list(owner).catch(() => []) : [];
  if (entries.length > 0 || unsent.getState().entries.length > 0) unsent.setState({ entries });
}

function send(): void {
  if (unsent.getState().entries.every(({ refusal }) => refusal !== null) || !navigator.onLine) return;
  sendWaiting(device, readOwner).catch((error: unknown) => console.warn('The outbox could not be read', error));
}

/** What a change to be queued says about itself. */
export interface QueueOptions {
  /** What it does, in words. */
  about: string;
  editPath?: string;
  /** Endpoints whose answers show what is changed. */
  touches: readonly EndpointDeclaration[];
  idempotencyKey?: string;
  /** Refused entries stay on the device too, with the reason; entries without a session wait for the next one. */
  isKept?: boolean;
  /** It is on the device before it is sent, so a page that is closed meanwhile, or never gets an answer, loses nothing. Implies `isKept`. */
  isSafe?: boolean;
}

/** The server's answer, or null: the change waits on the device until the server can be reached. */
export type SentOrWaiting<T> = { data: T } | null;

/** The changes of this device that wait to be sent (D-6.07). */
export const outbox = {
  /** Reads what waits from an earlier visit, and sends it now and whenever there is a chance. */
  async start(): Promise<void> {
    tabs?.addEventListener('message', () => void read());
    window.addEventListener('online', send);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && send());
    setInterval(send, REPEAT);
    await this.wake();
  },
  /** Somebody has signed in. */
  async wake(): Promise<void> {
    await read();
    send();
  },
  /**
   * Sends a change, or puts it behind what already waits when the server cannot be reached. Throws ApiError when the
   * server refuses, or when the device cannot keep it.
   */
  async send<D extends EndpointDeclaration>(
    endpoint: D,
    args: ArgsOf<D>,
    { about, editPath, touches, idempotencyKey = crypto.randomUUID(), isKept = false, isSafe = false }: QueueOptions,
  ): Promise<SentOrWaiting<DataOf<D>>> {
    const owner = readOwner();
    const { method, path } = endpoint;
    const waiting = {
      idempotencyKey,
      method,
      path,
      about,
      args: args as OutboxEntry['args'],
      editPath: editPath ?? null,
      touches: touches.map((one) => keyOf(one)),
      created_at: Date.now(),
    };
    if (isSafe && owner) {
      const isStored = await device.add({ ...waiting, owner, tried_at: null, refusal: null }).then(
        () => true,
        // A private window keeps nothing: it is sent at once, or not at all.
        () => false,
      );
      if (isStored) {
        await read();
        device.onChange();
        send();
        return null;
      }
    }
    const isFirst = unsent.getState().entries.every(({ refusal }) => refusal !== null);
    let failure = new ApiError({ code: 'unreachable' });
    let tried_at: number | null = null;
    if (isFirst && navigator.onLine) {
      tried_at = Date.now();
      try {
        return { data: await call(endpoint, args, { idempotencyKey, retries: 1, messages: false }) };
      } catch (thrown) {
        failure = ApiError.from(thrown);
        if (!isKept && (!isTemporary(failure) || failure.status === 401)) throw failure;
      }
    }
    if (!owner) throw failure;
    const entry = { ...waiting, owner, tried_at, refusal: isTemporary(failure) ? null : { reason: reasonOf(failure) } };
    await device.add(entry).catch(() => {
      throw failure;
    });
    device.onChange();
    return null;
  },
  /** Sends a refused change once more: with a new key, since the server would answer the old one as before. */
  async retry(entry: OutboxEntry): Promise<void> {
    await device.replace({ ...entry, refusal: null, tried_at: null, idempotencyKey: crypto.randomUUID() });
    device.onChange();
    await this.wake();
  },
  async discard({ seq, touches }: OutboxEntry): Promise<void> {
    await device.remove(seq);
    device.onChange();
    for (const queryKey of touches) void queries.invalidateQueries({ queryKey });
  },
  /** How much of an account waits on this device. */
  count: async (owner: string): Promise<number> => (await device.list(owner).catch(() => [])).length,
  /** Removes everything that waits for an account. */
  async clear(owner: string): Promise<void> {
    for (const { seq } of await device.list(owner).catch(() => [])) await device.remove(seq).catch(() => {});
    device.onChange();
  },
};
