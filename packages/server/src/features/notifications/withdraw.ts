import { notificationEvents } from '@kreide/core/features/notifications';
import { appendOutboxRows, roomsOf } from '../../kernel/realtime/outbox.ts';
import { countNotifications, type WithdrawTold, withdrawNotifications } from '../channels/index.ts';
import { dropPushes } from './queries/deliveries.ts';

/**
 * Nothing of what is deleted stays where people were told of it: their notifications go, push messages that wait are not
 * sent, and open apps learn the new numbers. A digest counts what is there when it is sent.
 */
export const withdrawTold: WithdrawTold = async (db, withdrawing, now) => {
  const { school_id } = withdrawing;
  const withdrawn = await withdrawNotifications(db, withdrawing, now);
  if (withdrawn.length === 0) return;
  const uuids = withdrawn.flatMap((one) => one.uuids);
  await dropPushes(db, school_id, uuids, now);
  const people = withdrawn.map(({ user_id }) => user_id);
  const counted = await countNotifications(db, school_id, people);
  await appendOutboxRows(
    db,
    counted.map(({ user_id, count, unread_count, change_seq }) => ({
      school_id,
      event: notificationEvents.count.name,
      audience: roomsOf({ users: [user_id] }),
      payload: { count, unread_count, change_seq, notification: null, told: null },
    })),
  );
};
