import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** Types of messages that the server knows; a personal channel holds NC_EVENT only (C-3.12). */
export const MESSAGE_TYPES = ['MESSAGE', 'VOICE', 'KNOCK', 'NC_EVENT', 'HINT'] as const;

/** What pressing a notification does (C-3.40). */
export const ACTION_TYPES = ['OPEN_DETAILS', 'LINK_INTERNAL', 'LINK_EXTERNAL'] as const;

/** One action; `action` is a path of the app, that of details with `OPEN_DETAILS`, or an address. */
export const notificationAction = z.object({ type: z.enum(ACTION_TYPES), action: z.string() });
export type NotificationAction = z.output<typeof notificationAction>;

/** The subject of a notification: a calendar event, a lesson, the account or a news item (C-3.39). */
export const TARGET_TYPES = ['event', 'lesson', 'account', 'news'] as const;

/** What a message of people carries, apart from its text (C-3.16). */
export const MESSAGE_TARGET_TYPES = ['surveyForm', 'conferences', 'event', 'news', 'surveys'] as const;

/** A personal channel: one person, one chat, written by the server only (C-7.06). */
export const personalChannel = z.object({
  id: f.id,
  uuid: f.uuid,
  type: z.literal('CHAT'),
  chat_id: f.id,
  chat: z.object({ id: f.id, messages_sent: z.int(), created_at: f.instant, updated_at: f.instant }),
});
export type PersonalChannel = z.output<typeof personalChannel>;

/** A message of the personal channel (C-3.38). */
export const notification = z.object({
  /** Place in the chat: later ones have a higher number. */
  id: f.id,
  uuid: f.uuid,
  chat_id: f.id,
  type: z.literal('NC_EVENT'),
  is_read: z.boolean(),
  created_at: f.instant,
  /** Rises with every change in the chat: of two states of one notification the higher is the newer. */
  change_seq: z.int(),
  target_type: z.enum(TARGET_TYPES),
  target: z.nullable(z.object({ id: f.id })),
  /** Names as they were then. */
  target_snapshot: z.object({
    name: z.string(),
    user: z.nullable(z.object({ meta: z.object({ displayname: z.string() }) })),
  }),
  /** Escaped HTML: a first line in bold, and more below it. */
  content_rendered: z.string(),
  actions: z.array(notificationAction),
});
export type Notification = z.output<typeof notification>;

/** How many notifications somebody has (C-3.41). */
export const notificationCounts = z.object({
  count: z.int(),
  unread_count: z.int(),
  /** Of the chat when it was counted. */
  change_seq: z.int(),
});
export type NotificationCounts = z.output<typeof notificationCounts>;

/** Notifications per page. */
export const NOTIFICATIONS_PAGE = 20;
