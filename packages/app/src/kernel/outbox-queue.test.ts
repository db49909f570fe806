import { ApiError } from '@kreide/core/kernel';
import { describe, expect, it } from 'vitest';
import { isDoubtful, isTemporary, LONGEST_TRY, type OutboxEntry } from './outbox-entry.ts';
import { type OutboxDevice, sendWaiting } from './outbox-queue.ts';

const entryOf = (seq: number, values: Partial<OutboxEntry> = {}): OutboxEntry => ({
  seq,
  owner: 'ada',
  idempotencyKey: `key-${seq}`,
  method: 'POST',
  path: '/news',
  args: {},
  about: `${seq}`,
  editPath: null,
  touches: [],
  created_at: 0,
  tried_at: null,
  refusal: null,
  ...values,
});

/** A device in memory; `answer` says what the server does with an entry. */
function deviceOf(entries: OutboxEntry[], answer: (entry: OutboxEntry) => void) {
  const sent: string[] = [];
  let changes = 0;
  const device: OutboxDevice = {
    list: async (owner) => entries.filter((entry) => entry.owner === owner),
    add: async () => {},
    replace: async (entry) => {
      const index = entries.findIndex(({ seq }) => seq === entry.seq);
      if (index >= 0) entries[index] = entry;
    },
    remove: async (seq) => {
      const index = entries.findIndex((entry) => entry.seq === seq);
      if (index >= 0) entries.splice(index, 1);
    },
    send: async (entry) => {
      sent.push(entry.idempotencyKey);
      answer(entry);
    },
    exclusively: (action) => action(),
    onChange: () => {
      changes += 1;
    },
    now: () => 1_000,
  };
  return { device, sent, changes: () => changes };
}

const refuse = (code: 'conflict' | 'unreachable' | 'timeout' | 'not_ready' | 'session_expired') => () => {
  throw new ApiError({ code, message: `not so: ${code}` });
};

describe('what waits to be sent', () => {
  it('goes in the order of writing, and leaves other accounts alone [D-6.07]', async () => {
    const entries = [entryOf(1), entryOf(2, { owner: 'ben' }), entryOf(3)];
    const { device, sent } = deviceOf(entries, () => {});
    await sendWaiting(device, () => 'ada');
    expect(sent).toEqual(['key-1', 'key-3']);
    expect(entries.map(({ seq }) => seq)).toEqual([2]);
    await sendWaiting(device, () => null);
    expect(entries).toHaveLength(1);
  });

  it('stops while the server cannot be reached and keeps its key and the time of the first try [D-6.07]', async () => {
    for (const code of ['unreachable', 'timeout', 'not_ready', 'session_expired'] as const) {
      const entries = [entryOf(1), entryOf(2)];
      const { device, sent } = deviceOf(entries, refuse(code));
      await sendWaiting(device, () => 'ada');
      // The server forgets a key after a time that begins with the first try.
      await sendWaiting({ ...device, now: () => 9_000 }, () => 'ada');
      expect(sent, code).toEqual(['key-1', 'key-1']);
      expect(entries[0]).toMatchObject({ tried_at: 1_000, refusal: null });
    }
  });

  it('stays with the reason when it is refused, is not sent again by itself, and lets the next one go [D-6.07]', async () => {
    const entries = [entryOf(1), entryOf(2)];
    const { device, sent, changes } = deviceOf(entries, ({ seq }) => {
      if (seq === 1) refuse('conflict')();
    });
    await sendWaiting(device, () => 'ada');
    await sendWaiting(device, () => 'ada');
    expect(sent).toEqual(['key-1', 'key-2']);
    expect(entries).toMatchObject([{ seq: 1, refusal: { reason: 'not so: conflict' } }]);
    expect(changes()).toBe(2);
  });

  it('is not sent by itself once the server may have forgotten the first attempt [D-4.13]', async () => {
    const tried_at = 1_000 - LONGEST_TRY - 1;
    const entries = [entryOf(1, { tried_at })];
    const { device, sent } = deviceOf(entries, () => {});
    await sendWaiting(device, () => 'ada');
    expect([sent, entries[0]?.refusal]).toEqual([[], { reason: null }]);
    expect(isDoubtful(entryOf(1, { tried_at: tried_at + 1 }), 1_000)).toBe(false);
    // Never tried: it cannot have arrived.
    expect(isDoubtful(entryOf(1), Number.MAX_SAFE_INTEGER)).toBe(false);
  });

  it('may succeed later where nothing is wrong with it', () => {
    const of = (status: number) => isTemporary(new ApiError({ code: 'internal', status }));
    expect([401, 429, 502, 503, 504].map(of)).toEqual([true, true, true, true, true]);
    expect([400, 403, 404, 409, 422, 500].map(of)).toEqual([false, false, false, false, false, false]);
    expect(isTemporary(new ApiError({ code: 'unexpected_answer' }))).toBe(false);
  });
});
