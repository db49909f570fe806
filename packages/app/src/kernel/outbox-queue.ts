import { ApiError } from '@kreide/core/kernel';
import { isDoubtful, isTemporary, type OutboxEntry, reasonOf } from './outbox-entry.ts';

/** What the queue needs from the device. */
export interface OutboxDevice {
  /** The entries of an account in the order of writing. */
  list: (owner: string) => Promise<OutboxEntry[]>;
  add: (entry: Omit<OutboxEntry, 'seq'>) => Promise<void>;
  /** Replaces an entry; nothing happens when it has been removed. */
  replace: (entry: OutboxEntry) => Promise<void>;
  remove: (seq: number) => Promise<void>;
  /** Throws ApiError. */
  send: (entry: OutboxEntry) => Promise<void>;
  /** Runs alone among all tabs. */
  exclusively: (action: () => Promise<void>) => Promise<void>;
  onChange: () => void;
  now: () => number;
}

/** Sends waiting entries one after the other in the order of writing; an entry that the server refuses stays until the person decides. */
export async function sendWaiting(device: OutboxDevice, readOwner: () => string | null): Promise<void> {
  await device.exclusively(async () => {
    for (;;) {
      const owner = readOwner();
      const entry = owner && (await device.list(owner)).find(({ refusal }) => refusal === null);
      if (!entry || !(await sendOne(device, entry))) return;
    }
  });
}

/** @returns whether the next one may be sent */
async function sendOne(device: OutboxDevice, entry: OutboxEntry): Promise<boolean> {
  const now = device.now();
  if (isDoubtful(entry, now)) {
    await device.replace({ ...entry, refusal: { reason: null } });
    device.onChange();
    return true;
  }
  const tried = { ...entry, tried_at: entry.tried_at ?? now };
  await device.replace(tried);
  try {
    await device.send(tried);
    await device.remove(entry.seq);
  } catch (thrown) {
    if (isTemporary(ApiError.from(thrown))) return false;
    await device.replace({ ...tried, refusal: { reason: reasonOf(thrown) } });
  }
  device.onChange();
  return true;
}
