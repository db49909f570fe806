import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { CHANNEL_GROUPS, CHANNEL_TYPES, channelTarget } from '../channels/index.ts';

/** Which content can be moved, and in which school year (T-7.82). */
export const moveAvailability = z.object({
  is_available: z.boolean(),
  chat: z.boolean(),
  cloud: z.boolean(),
  /** The active school year; null: there is none. */
  school_year: z.nullable(z.object({ id: f.id, name: z.string() })),
  /** The active year is about to end: there is no channel of a new year yet. */
  is_old: z.boolean(),
  undo_days: z.int(),
});
export type MoveAvailability = z.output<typeof moveAvailability>;

/** A channel from which content comes, or to which it goes (T-3.80 to T-3.82). */
export const moveChannel = z.object({
  id: f.id,
  group: z.enum(CHANNEL_GROUPS),
  /** `CHAT` is a conversation: none is moved. */
  type: z.enum(CHANNEL_TYPES),
  target: z.nullable(channelTarget),
  activity_at: f.instant,
  users_count: z.int(),
  meta: z.object({
    displayname: z.string(),
    shortcut: z.nullable(z.string()),
    user_type: z.nullable(z.string()),
    is_paused: z.boolean(),
    is_movable: z.boolean(),
  }),
});
export type MoveChannel = z.output<typeof moveChannel>;

/** `self`: the caller is, or was last school year, in them; `others`: the other ones of the school. */
export const relatedChannels = z.object({ self: z.array(moveChannel), others: z.array(moveChannel) });
export type RelatedChannels = z.output<typeof relatedChannels>;

/** What a move would do, before anything is moved. */
export const movePreview = z.object({
  files_count: z.int(),
  messages_count: z.int(),
  /** Bytes of what would move. */
  size: z.int(),
  /** The new channel has room for it. */
  is_fitting: z.boolean(),
  /** People of the new channel who could see more than before. */
  newcomers_count: z.int(),
  /** People of the old channel who are not in the new one: they lose sight of what moves. */
  leaving_count: z.int(),
  /** What is moved only when the caller confirms that newcomers see it. */
  confirm: z.object({ chat: z.boolean(), cloud: z.boolean() }),
});
export type MovePreview = z.output<typeof movePreview>;

export const MOVE_STATES = ['MOVING', 'DONE', 'UNDOING', 'UNDONE'] as const;
export type MoveState = (typeof MOVE_STATES)[number];

/** A move of content from one channel to another. */
export const contentMove = z.object({
  id: f.id,
  state: z.enum(MOVE_STATES),
  chat: z.boolean(),
  cloud: z.boolean(),
  old_channel_id: f.id,
  new_channel_id: f.id,
  /** How many of its messages have moved, in per cent of all. */
  progress: z.int(),
  created_at: f.instant,
  undo_until: f.instant,
  can: z.object({ undo: f.flag }),
});
export type ContentMove = z.output<typeof contentMove>;

/** How a channel stands: where its content goes, and the newest move of it. */
export const moveSituation = z.object({
  direction: z.enum(['current', 'old']),
  /** Nothing was decided yet in this school year. */
  is_movable: z.boolean(),
  channel: moveChannel,
  /** The other channel of the newest move. */
  other: z.nullable(z.object({ id: f.id, displayname: z.string() })),
  move: z.nullable(contentMove),
});
export type MoveSituation = z.output<typeof moveSituation>;

/** The answer of a move: the new channel where the caller may see it, else the old one (C-3.57). */
export const movedContent = z.object({
  new_channel: z.optional(moveChannel),
  old_channel: z.optional(moveChannel),
  move: contentMove,
});
export type MovedContent = z.output<typeof movedContent>;
