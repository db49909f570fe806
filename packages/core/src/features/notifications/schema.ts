import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { notification, notificationCounts } from '../channels/index.ts';
import { DIGESTS } from './digest.ts';
import { DEVICE_TYPES, PUSH_CONSENTS, PUSH_TEXT_MAXIMUM, PUSH_TITLE_MAXIMUM, TOKEN_MAXIMUM } from './push.ts';

/** What is unread (C-7.109). */
export const activitySummary = z.object({
  notifications: notificationCounts,
  chats: z.object({ unread_count: z.int() }),
});
export type ActivitySummary = z.output<typeof activitySummary>;

/** What the event of a changed number of notifications tells. */
export const countChange = z.extend(notificationCounts, {
  /** The one that changed; null when several did: the list is worth fetching again. */
  notification: z.nullable(notification),
  /** First line of what has just come; null: nothing new. */
  told: z.nullable(z.string()),
});
export type CountChange = z.output<typeof countChange>;

/** What became of a push message to one device. */
export const DELIVERY_STATES = ['WAITING', 'SENT', 'GONE', 'REFUSED', 'FAILED', 'DROPPED'] as const;
/** The subject of a push message. */
export const PUSH_KINDS = [
  'lesson',
  'account',
  'test',
  'admin',
  'news',
  'event',
  'absence',
  'returned',
  'mention',
  'choice',
  'upload',
  'exam',
  'evening',
  'reminder',
] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

/** The kind of a delivery: a push message, or a digest by mail. */
export const DELIVERY_KINDS = [...PUSH_KINDS, 'digest'] as const;

/** One message on one way, a push message to a device or a mail: never what it said, nor to which address. */
export const delivery = z.object({
  /** `push-3`, `mail-3`. */
  id: z.string(),
  way: z.enum(['push', 'mail']),
  /** Null for a mail. */
  device_uuid: z.nullable(f.uuid),
  device_name: z.string(),
  kind: z.enum(DELIVERY_KINDS),
  state: z.enum(DELIVERY_STATES),
  /** Status of the push service's answer, reply code of the mail server. */
  code: z.nullable(z.int()),
  tries: z.int(),
  created_at: f.instant,
  not_before: f.instant,
  done_at: z.nullable(f.instant),
});
export type Delivery = z.output<typeof delivery>;

/** The same in the log of a school, with whom it was for. */
export const schoolDelivery = z.extend(delivery, { user: z.object({ id: f.id, displayname: z.string() }) });
export type SchoolDelivery = z.output<typeof schoolDelivery>;

/** Entries per page; one more opens the next. */
export const DELIVERIES_PAGE = 20;

/** What the log of a school can be ordered by: when a delivery was made, the newest or the oldest first. */
export const DELIVERY_ORDERS = ['-at', 'at'] as const;
export type DeliveryOrder = (typeof DELIVERY_ORDERS)[number];

/** Which deliveries are wanted; all of it must fit. */
export const deliveryFilters = z.object({
  state: z.optional(z.enum(DELIVERY_STATES)),
  way: z.optional(z.enum(['push', 'mail'])),
  user_id: z.optional(f.idText),
  device_uuid: z.optional(f.uuid),
  /** Part of the name or username of whom it was for. */
  search: z.optional(f.line(100)),
});
export const deliveryQuery = z.extend(deliveryFilters, {
  page: f.pageQuery,
  order: z.optional(z.enum(DELIVERY_ORDERS)),
});

/** A device of the caller that gets push messages (P-3.30); its token is never shown. */
export const device = z.object({
  uuid: f.uuid,
  type: z.enum(DEVICE_TYPES),
  push_notification_consent: z.enum(PUSH_CONSENTS),
  app_version: z.nullable(z.string()),
  package_name: z.nullable(z.string()),
  /** "Firefox, Windows"; empty when the browser does not say. */
  name: z.string(),
  created_at: f.instant,
  seen_at: f.instant,
  /** Not seen for two weeks: the device may be silent. */
  is_silent: f.flag,
  last_delivery: z.nullable(z.object({ state: z.enum(DELIVERY_STATES), code: z.nullable(z.int()), at: f.instant })),
});
export type Device = z.output<typeof device>;

/** What a device says of itself (P-7.25, P-7.107). */
export const deviceDraft = z.strictObject({
  /** Of a native app what the platform gave it; on the web the push subscription as JSON. */
  token: f.line(TOKEN_MAXIMUM),
  push_notification_consent: z.enum(PUSH_CONSENTS),
  type: z.enum(DEVICE_TYPES),
  app_version: z.nullable(f.line(40)),
  package_name: z.nullable(f.line(120)),
});

/** What push help shows (P-7.28). */
export const pushDetails = z.object({
  /** Public key of this installation, for the browser's subscription. */
  public_key: z.string(),
  devices: z.array(device),
});
export type PushDetails = z.output<typeof pushDetails>;

/** A push message by hand (P-7.82). */
export const pushDraft = z.strictObject({
  title: f.line(PUSH_TITLE_MAXIMUM),
  text: f.text(PUSH_TEXT_MAXIMUM),
  /** Rings in quiet hours too; needs `send-urgent`. */
  is_urgent: z.boolean(),
});

/** Quiet hours, as a school or a person sets them (D-6.03). */
export const quietRule = z.strictObject({
  begins_at: z.nullable(f.time),
  ends_at: z.nullable(f.time),
  weekends: z.boolean(),
  holidays: z.boolean(),
});

/** Kinds of push messages that somebody may do without; all of them stand in the notification centre anyhow. */
export const MUTABLE_KINDS = ['lesson', 'admin'] as const;

/** What the school sets for everybody. */
export const schoolNotificationSettings = z.strictObject({
  quiet: quietRule,
  /** When digests go, on the school's clock. */
  digest_at: f.time,
});

/** How somebody wants to be told. */
export const notificationSettings = z.object({
  /** Null: as the school has it. */
  quiet: z.nullable(quietRule),
  muted_kinds: z.array(z.enum(MUTABLE_KINDS)),
  /** Until then no push messages at all; null: not paused. */
  paused_until: z.nullable(f.instant),
  /** The quiet hours of the school. */
  school_quiet: quietRule,
  /** How often a mail counts what is unread. */
  digest: z.enum(DIGESTS),
  /** When it goes, on the school's clock. */
  digest_at: f.time,
  /** `off`: this server sends no mails. `no_address`: the school knows no address of this person. */
  mail: z.enum(['ready', 'no_address', 'off']),
  /** Reminders of events come by mail, too. */
  reminder_mail: z.boolean(),
});
export type NotificationSettings = z.output<typeof notificationSettings>;

/** What a person sets. */
export const settingsDraft = z.strictObject({
  quiet: z.nullable(quietRule),
  muted_kinds: z.array(z.enum(MUTABLE_KINDS)).check(z.maxLength(MUTABLE_KINDS.length)),
  /** Left out: as it was. */
  digest: z.optional(z.enum(DIGESTS)),
  /** Left out: as it was. */
  reminder_mail: z.optional(z.boolean()),
});
