import { notificationEvents, type PushKind } from '@kreide/core/features/notifications';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { appendOutboxRows, roomsOf, roomsOfSessions } from '../../kernel/realtime/outbox.ts';
import {
  countNotifications,
  type NotificationReceiver,
  type NotificationText,
  writeNotifications,
} from '../channels/index.ts';
import { type DeliverTask, orderDelivery } from './deliver-task.ts';
import { orderPushes } from './queries/deliveries.ts';
import { readTiming } from './timing.ts';

/** How people's devices are told of a text. */
export interface PushOf {
  kind: PushKind;
  /** Messages of one topic replace each other while a device is off. */
  topic: string;
  expires_at: Date;
  /** Rings in quiet hours too. */
  isUrgent?: boolean;
}

/** Milliseconds that a message waits, in case its receiver is reading already. */
export const PUSH_DELAY = 10_000;

/** What is told to whom: texts, how devices are told of each, and for each receiver which of them. */
export interface Telling {
  school_id: number;
  texts: readonly NotificationText[];
  pushes: readonly PushOf[];
  receivers: readonly NotificationReceiver[];
  /** The open pages of these sessions alone are told; left out: those of all receivers. */
  sessions?: readonly number[] | undefined;
}

export type Teller = (db: Kysely<DB>, telling: Telling, now: Date) => Promise<number>;

/**
 * Puts notifications into people's personal channels, tells their open apps the new numbers and orders the push
 * messages, in the caller's transaction: the same few statements for one person and for a thousand. Answers to how many
 * devices a message goes.
 */
export function createTeller(deliver: DeliverTask): Teller {
  return async (db, { school_id, texts, pushes, receivers, sessions }, now) => {
    const written = await writeNotifications(db, school_id, texts, receivers, now);
    const people = [...new Set(written.map(({ user_id }) => user_id))];
    const lines = new Map(written.map(({ user_id, text }) => [user_id, texts[text]?.content.split('\n')[0]]));
    const counted = await countNotifications(db, school_id, people);
    await appendOutboxRows(
      db,
      counted.map(({ user_id, count, unread_count, change_seq }) => ({
        school_id,
        event: notificationEvents.count.name,
        audience: sessions ? roomsOfSessions(sessions) : roomsOf({ users: [user_id] }),
        payload: { count, unread_count, change_seq, notification: null, told: lines.get(user_id) ?? null },
      })),
    );
    const timing = await readTiming(db, school_id, people);
    const from = new Date(now.getTime() + PUSH_DELAY);
    const ordered = written.flatMap(({ user_id, uuid, text }) => {
      const { kind, topic, expires_at, isUrgent = false } = pushes[text] as PushOf;
      const earliest = timing.earliest(user_id, kind, isUrgent, from);
      if (earliest === null) return [];
      const when = { not_before: earliest.toISOString(), expires_at: expires_at.toISOString() };
      return [{ user_id, kind, topic, message_uuid: uuid, is_urgent: isUrgent, ...when }];
    });
    const devices = await orderPushes(db, school_id, ordered, now);
    if (devices > 0) await orderDelivery(db, deliver, school_id, PUSH_DELAY, now);
    return devices;
  };
}
