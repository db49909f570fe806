import type { UploadTeller } from '../cloud/index.ts';
import { listReachable } from '../users/index.ts';
import { type DeliverTask, orderDelivery } from './deliver-task.ts';
import { toTopic } from './push-message.ts';
import { listWaitingFor, orderPushes } from './queries/deliveries.ts';
import { PUSH_DELAY } from './tell.ts';
import { readTiming } from './timing.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Days for which a device that is off is still called. */
const DAYS = 3;

/**
 * Calls the devices of people because files came into the cloud of a channel (C-7.124). Nothing stays in their notifications:
 * the files are read where they lie. Who is about to be called for this channel is not called once more.
 */
export function uploadTeller(deliver: DeliverTask): UploadTeller {
  return async (db, { school_id, channel_id, people }, now) => {
    const topic = toTopic('upload', school_id, channel_id);
    const waiting = await listWaitingFor(db, school_id, topic);
    const accounts = await listReachable(
      db,
      school_id,
      people.filter((id) => !waiting.has(id)),
      now,
    );
    const ids = accounts.map(({ id }) => id);
    const timing = await readTiming(db, school_id, ids);
    const from = new Date(now.getTime() + PUSH_DELAY);
    const expires_at = new Date(now.getTime() + DAYS * DAY).toISOString();
    const ordered = ids.flatMap((user_id) => {
      const earliest = timing.earliest(user_id, 'upload', false, from);
      if (earliest === null) return [];
      const message = { kind: 'upload' as const, message_uuid: null, topic, is_urgent: false };
      return [{ user_id, ...message, not_before: earliest.toISOString(), expires_at }];
    });
    if ((await orderPushes(db, school_id, ordered, now)) > 0)
      await orderDelivery(db, deliver, school_id, PUSH_DELAY, now);
  };
}
