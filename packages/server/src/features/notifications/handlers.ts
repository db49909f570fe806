import { notificationEvents, notificationsApi, parseSubscription } from '@kreide/core/features/notifications';
import type { FeatureParts } from '../../kernel/feature.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { reserveAttempt, toDeviceName } from '../auth/index.ts';
import { countNotifications, countUnreadMessages, markNotification, toNotification } from '../channels/index.ts';
import { findPerson, requireSelf } from '../users/index.ts';
import { type DeliverTask, orderDelivery } from './deliver-task.ts';
import { hashesOf, hashToken, toTopic } from './push-message.ts';
import { toPushSender } from './push-sender.ts';
import { orderPushes } from './queries/deliveries.ts';
import { countDeliveries, type DeliverySelection, listDeliveries } from './queries/delivery-log.ts';
import { endDevices, findDeviceByToken, hasDevice, listDevices, saveDevice } from './queries/devices.ts';
import { settingsHandlers } from './settings.ts';
import { toDevice } from './shown.ts';
import type { Teller } from './tell.ts';

interface Marking extends Pick<HandlerContext, 'write' | 'emit'> {
  params: { uuid: string };
  actor: Actor;
  fail(code: 'not_found'): never;
}

/** The counts of one person; everybody has a personal channel. */
async function countOf(db: HandlerContext['db'], { school_id, user_id }: Actor) {
  const [counted] = await countNotifications(db, school_id, [user_id]);
  if (!counted) throw new Error('a person without a personal channel');
  const { count, unread_count, change_seq } = counted;
  return { count, unread_count, change_seq };
}

async function mark(isRead: boolean, { params, actor, write, emit, fail }: Marking) {
  const db = await write();
  const marked = await markNotification(db, actor.school_id, actor.user_id, params.uuid, isRead);
  if (!marked) return fail('not_found');
  const notification = toNotification(marked.row);
  if (marked.isChanged) {
    const counts = await countOf(db, actor);
    await emit(notificationEvents.count, { users: [actor.user_id] }, { ...counts, notification, told: null });
  }
  return { data: notification };
}

export interface NotificationsParts extends Pick<FeatureParts, 'secret' | 'appUrl' | 'mail'> {
  deliver: DeliverTask;
  tell: Teller;
}

/** Minutes after which a test message is of no use. */
const TEST_MINUTES = 10;
/** Hours for which a device that is off is still called. */
const ADMIN_HOURS = 24;

/** Does a selection name only a person and a device of the school? */
async function namesOwn(db: HandlerContext['db'], schoolId: number, { user_id, device_uuid }: DeliverySelection) {
  if (user_id !== undefined && !(await findPerson(db, schoolId, user_id))) return false;
  return device_uuid === undefined || (await hasDevice(db, schoolId, device_uuid));
}

export function notificationsHandlers(parts: NotificationsParts) {
  const { deliver, tell } = parts;
  return implement(notificationsApi, {
    markSeen: (context) => mark(true, context),
    markUnseen: (context) => mark(false, context),

    async getActivitySummary({ params, actor, db, fail }) {
      await requireSelf({ params, actor, db, fail });
      // Nobody reads chats at a school that uses none.
      const counts = actor.has_channels;
      const unread_count = counts ? await countUnreadMessages(db, actor.school_id, actor.user_id) : 0;
      return { data: { notifications: await countOf(db, actor), chats: { unread_count } } };
    },

    async saveDevice({ params, body, actor, db, write, record, request, now, fail }) {
      const owner = await requireSelf({ params, actor, db, fail });
      if (body.type === 'web' && parseSubscription(body.token) === null) return fail('push_token_rejected');
      const trx = await write();
      const hash = hashToken(body.type, body.token);
      const uuid = await saveDevice(trx, owner, hash, { ...body, name: toDeviceName(request.user_agent) }, now);
      const saved = (await listDevices(trx, owner)).find((device) => device.uuid === uuid);
      if (!saved) throw new Error('the device that was just saved is not there');
      const { type, push_notification_consent, name } = saved;
      record({ entity: 'devices', id: uuid, after: { type, push_notification_consent, name } });
      return { data: toDevice(saved, now) };
    },

    async listDevices({ params, actor, db, now, fail }) {
      const owner = await requireSelf({ params, actor, db, fail });
      return { data: (await listDevices(db, owner)).map((row) => toDevice(row, now)) };
    },

    async removeToken({ params, body, actor, db, write, record, now, fail }) {
      const owner = await requireSelf({ params, actor, db, fail });
      const device = await findDeviceByToken(db, hashesOf(body.token));
      if (device?.school_id !== owner.school_id || device.user_id !== owner.user_id) return fail('not_found');
      await endDevices(await write(), device.school_id, [device.id], now);
      record({ entity: 'devices', id: device.id });
    },

    async revokeDevice({ body, db, write, record, now }) {
      const device = await findDeviceByToken(db, hashesOf(body.token));
      // Whether there was one is nobody's business.
      if (!device) return;
      await endDevices(await write(), device.school_id, [device.id], now);
      record({ entity: 'devices', id: device.id, by: device });
    },

    async getPushDetails({ actor, db, now }) {
      const { public_key } = toPushSender(parts);
      const devices = await listDevices(db, actor);
      return { data: { public_key, devices: devices.map((row) => toDevice(row, now)) } };
    },

    async testPush({ params, actor, db, write, record, now, fail }) {
      const { school_id, user_id } = await requireSelf({ params, actor, db, fail });
      const trx = await write();
      const expires_at = new Date(now.getTime() + TEST_MINUTES * 60_000).toISOString();
      const push = {
        user_id,
        kind: 'test' as const,
        message_uuid: null,
        topic: toTopic('test', user_id),
        is_urgent: true,
      };
      const devices = await orderPushes(trx, school_id, [{ ...push, not_before: now.toISOString(), expires_at }], now);
      if (devices > 0) await orderDelivery(trx, deliver, school_id, 0, now);
      record({ entity: 'users', id: user_id, after: { devices } });
      return { data: { devices } };
    },

    async sendPush({ params, body, actor, db, write, record, now, fail }) {
      const isUrgent = body.is_urgent;
      if (isUrgent && !actor.permissions.has('send-urgent')) return fail('forbidden');
      const person = await findPerson(db, actor.school_id, params.id);
      const sender = await findPerson(db, actor.school_id, actor.user_id);
      if (!person || !sender) return fail('not_found');
      await reserveAttempt(db, { push: `${actor.school_id}:${actor.user_id}` }, now);
      const by = `${sender.firstname} ${sender.lastname}`;
      const content = [body.title, body.text.trim()].filter(Boolean).join('\n');
      const text = {
        content,
        target_type: 'account' as const,
        target_id: person.id,
        target_snapshot: { name: body.title, by },
        named_id: actor.user_id,
      };
      const expires_at = new Date(now.getTime() + ADMIN_HOURS * 3_600_000);
      const push = { kind: 'admin' as const, topic: toTopic('admin', person.id), expires_at, isUrgent };
      const receivers = [{ user_id: person.id, text: 0, actions: [] }];
      const devices = await tell(
        await write(),
        { school_id: actor.school_id, texts: [text], pushes: [push], receivers },
        now,
      );
      record({ entity: 'users', id: person.id, after: { title: body.title, text: body.text, is_urgent: isUrgent } });
      return { data: { devices } };
    },

    ...settingsHandlers(parts),

    async listDeliveries({ params, query, actor, db, fail }) {
      const mine = params.id === 'self' || params.id === actor.user_id;
      const userId = params.id === 'self' ? actor.user_id : params.id;
      if (!mine && !(await findPerson(db, actor.school_id, userId))) return fail('not_found');
      if (!mine && !actor.permissions.has('send-push')) return fail('forbidden');
      const rows = await listDeliveries(
        db,
        actor.school_id,
        { user_id: userId },
        { order: '-at', page: query.page ?? 1 },
      );
      return { data: rows.map(({ user: _, ...row }) => row) };
    },

    async listSchoolDeliveries({ query: { page = 1, order = '-at', ...selection }, actor, db, fail }) {
      if (!(await namesOwn(db, actor.school_id, selection))) return fail('not_found');
      return { data: await listDeliveries(db, actor.school_id, selection, { order, page }) };
    },

    async countSchoolDeliveries({ query, actor, db, fail }) {
      if (!(await namesOwn(db, actor.school_id, query))) return fail('not_found');
      return { data: { count: await countDeliveries(db, actor.school_id, query) } };
    },
  });
}
