import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { channelOf } from './channel.fixtures.ts';
import type { Channel } from './channel.ts';
import { channelProblems, toChannelCode, unreadCountOf } from './rules.ts';
import { applyChannels, type ChannelChange, compareChannels } from './state.ts';

const START = Date.parse('2026-11-18T08:00:00.000Z');
const IDS = [1, 2, 3];

/** What a server keeps of a channel for one reader, and what it answers. */
interface Kept {
  sent: number;
  changed: number;
  read: number;
  activity: number;
  marked: boolean;
}
const pinned = (id: number) => id === 2;

function fetched(kept: ReadonlyMap<number, Kept>): Channel[] {
  return IDS.map((id) => {
    const { sent, changed, read, activity, marked } = kept.get(id) ?? {
      sent: 0,
      changed: 0,
      read: 0,
      activity: START,
      marked: false,
    };
    const at = new Date(activity).toISOString();
    const chat = { messages_sent: sent, change_seq: changed, read_seq: read, visible_from_seq: id, updated_at: at };
    const fresh = channelOf(id, chat, { activity_at: at });
    const count = Math.max(0, sent - Math.max(read, id));
    return {
      ...fresh,
      is_unread: marked || count > 0,
      meta: { ...fresh.meta, last_unread_count: count, is_unread: marked, is_pinned: pinned(id) },
    };
  }).toSorted(compareChannels);
}

/** Does something on the server and says which event tells of it. */
function happen(
  kept: Map<number, Kept>,
  what: { id: number; kind: 'own' | 'other' | 'read' | 'mark' | 'unmark' },
  at: number,
): ChannelChange {
  const { id: channel_id, kind } = what;
  const one = kept.get(channel_id) ?? { sent: 0, changed: 0, read: 0, activity: START, marked: false };
  if (kind === 'mark' || kind === 'unmark') {
    kept.set(channel_id, { ...one, marked: kind === 'mark' });
    return { type: 'unread', channel_id, is_unread: kind === 'mark' };
  }
  if (kind === 'read') {
    kept.set(channel_id, { ...one, read: one.sent, marked: false });
    return { type: 'read', channel_id, read_seq: one.sent };
  }
  const sent = one.sent + 1;
  const is_own = kind === 'own';
  kept.set(channel_id, { ...one, sent, changed: one.changed + 1, activity: at, read: is_own ? sent : one.read });
  return {
    type: 'message',
    channel_id,
    seq: sent,
    change_seq: one.changed + 1,
    created_at: new Date(at).toISOString(),
    is_own,
  };
}

const step = fc.record({
  id: fc.constantFrom(...IDS),
  kind: fc.constantFrom('own' as const, 'other' as const, 'read' as const, 'mark' as const, 'unmark' as const),
});

describe('the list of channels', () => {
  it('is after events what a fresh fetch gives [C-2.02] [C-4.07] [C-4.15] [C-4.16]', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const kept = new Map<number, Kept>();
        let list = fetched(kept);
        for (const [index, one] of steps.entries())
          list = applyChannels(list, happen(kept, one, START + (index + 1) * 1000));
        expect(list).toEqual(fetched(kept));
      }),
    );
  });

  it('takes no harm from an event that comes twice, or late [C-4.14] [C-4.15]', () => {
    const message = (seq: number): ChannelChange => ({
      type: 'message',
      channel_id: 1,
      seq,
      change_seq: seq,
      is_own: false,
      created_at: new Date(START + seq * 1000).toISOString(),
    });
    const read: ChannelChange = { type: 'read', channel_id: 1, read_seq: 2 };
    const list = [channelOf(1)];
    const once = [message(1), message(2), read].reduce(applyChannels, list);
    expect([message(2), message(1), message(2), read, read].reduce(applyChannels, list)).toEqual(once);
    expect([message(2), message(1), read, { ...read, read_seq: 1 }].reduce(applyChannels, list)).toEqual(once);
    expect(once[0]?.meta.last_unread_count).toBe(0);
  });

  it('has a class in which nobody has written last, until somebody writes [C-2.02]', () => {
    const silent = channelOf(
      3,
      { messages_sent: 0 },
      { target_types: ['students'], activity_at: '2026-11-18T09:00:00.000Z' },
    );
    const list = [silent, channelOf(1)];
    const read: ChannelChange = { type: 'read', channel_id: 1, read_seq: 1 };
    const created_at = '2026-11-18T10:00:00.000Z';
    const own: ChannelChange = { type: 'message', channel_id: 3, seq: 1, change_seq: 1, is_own: true, created_at };
    expect(applyChannels(list, read).map(({ id }) => id)).toEqual([1, 3]);
    expect(applyChannels(list, own).map(({ id }) => id)).toEqual([3, 1]);
  });

  it('leaves alone what it does not know', () => {
    const list = [channelOf(1)];
    expect(applyChannels(list, { type: 'read', channel_id: 9, read_seq: 4 })).toEqual(list);
  });
});

describe('what is said of a channel', () => {
  it('counts as unread what was sent after both, never less than nothing [C-3.03]', () => {
    expect(unreadCountOf({ messages_sent: 9, read_seq: 4, visible_from_seq: 0 })).toBe(5);
    expect(unreadCountOf({ messages_sent: 9, read_seq: 4, visible_from_seq: 7 })).toBe(2);
    expect(unreadCountOf({ messages_sent: 3, read_seq: 4, visible_from_seq: 0 })).toBe(0);
  });

  it('needs a name of 2 to 150 characters, and a short description [C-2.08]', () => {
    const rulesOf = (name: string, description: string | null = null) =>
      channelProblems({ name, description }).map(({ rule }) => rule);
    expect(rulesOf(' ')).toEqual(['nameRequired']);
    expect(rulesOf(' a ')).toEqual(['nameMin']);
    expect(rulesOf('ab')).toEqual([]);
    expect(rulesOf('🎒'.repeat(150), 'x'.repeat(1000))).toEqual([]);
    expect(rulesOf('🎒'.repeat(151), 'x'.repeat(1001))).toEqual(['nameMax', 'descriptionMax']);
  });

  it('has a code that may be typed with blanks and hyphens [C-4.11]', () => {
    expect(toChannelCode(' abcd-2345 ')).toBe('ABCD2345');
  });
});

it('what is new in a muted channel does not lift it above what is newer [C-2.02]', () => {
  const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString();
  const build = (id: number, minutes: number, { is_unread = false, is_muted = false } = {}): Channel => {
    const fresh = channelOf(id, {}, { activity_at: at(minutes) });
    return { ...fresh, is_unread, meta: { ...fresh.meta, is_muted } };
  };
  const channels = [
    build(1, 3),
    build(2, 1, { is_unread: true }),
    build(3, 2, { is_unread: true, is_muted: true }),
    build(4, 0, { is_unread: true }),
  ];
  expect(channels.toSorted(compareChannels).map(({ id }) => id)).toEqual([2, 4, 1, 3]);
});
