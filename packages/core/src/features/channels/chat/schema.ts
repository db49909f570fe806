import * as z from 'zod/mini';
import * as f from '../../../kernel/fields.ts';
import { ALT_NAME_MAXIMUM, fileEntry } from '../../files/index.ts';
import { CHANNEL_ABILITIES, type ChannelAbility } from '../abilities.ts';
import { MESSAGE_TARGET_TYPES, notificationAction } from '../schema.ts';
import { MENTIONS_MAXIMUM } from './mentions.ts';
import { KNOCK_MAXIMUM, MESSAGE_ABILITIES, MESSAGE_MAXIMUM, type MessageAbility, REACTIONS } from './rules.ts';
import { survey } from './survey-schema.ts';

const flagsOf = <Ability extends string>(abilities: readonly Ability[]) =>
  Object.fromEntries(abilities.map((ability) => [ability, f.flag])) as Record<Ability, typeof f.flag>;

const author = z.object({ id: f.id, meta: z.object({ displayname: z.string() }) });

/** The types of what people write (C-3.12). */
export const CHAT_MESSAGE_TYPES = ['MESSAGE', 'VOICE', 'KNOCK', 'HINT'] as const;

/** Marks of messages (D-6.12). */
export const MESSAGE_LABELS = ['edited', 'unset'] as const;

/** A message of a chat as one of its readers has it (C-3.11, C-3.14). */
export const message = z.object({
  /** Place in the chat: later ones have a higher number. */
  id: f.id,
  /** Made by the client that wrote it. */
  uuid: f.uuid,
  chat_id: f.id,
  type: z.enum(CHAT_MESSAGE_TYPES),
  user_id: z.nullable(f.id),
  user: z.nullable(author),
  /** The mark that it bears: it was changed, or taken back. */
  label: z.nullable(z.enum(MESSAGE_LABELS)),
  /** Plain text; empty once it was taken back. */
  content: z.string(),
  /**
   * Whom it mentions, in the order of the text: `length` code units of `content` from `at` on, the sign and their name as
   * it was then. `user` is called as they are now.
   */
  mentions: z.array(z.object({ user: author, at: z.int(), length: z.int() })),
  /** The same as escaped HTML, addresses as links. */
  content_rendered: z.string(),
  /** The language that its author reads the product in, which it most likely is written in; null: that of the school. */
  source_language: z.nullable(z.string()),
  /** The file that it carries, with an address of the reader's own. */
  file_uuid: z.nullable(f.uuid),
  file: z.nullable(fileEntry),
  /** The picture that stands in its place: where it carries one. */
  preview: z.nullable(z.object({ url: z.string(), width: z.int(), height: z.int(), alt_name: z.string() })),
  /** Of a voice message: how long it is, and 64 heights of its wave form from 0 to 255 as Base64. */
  duration_in_seconds: z.nullable(z.int()),
  wave: z.nullable(z.string()),
  reply_uuid: z.nullable(f.uuid),
  /** Place of the message of this chat that it answers, if the reader can see that. */
  original_id: z.nullable(f.id),
  /** What it answers, as it is now; null when the reader cannot see that any more. */
  reply: z.nullable(
    z.object({
      uuid: f.uuid,
      id: f.id,
      type: z.enum(CHAT_MESSAGE_TYPES),
      /** The channel in which it stands, where that is another: an answer to its author alone (D-6.12). */
      channel_id: z.nullable(f.id),
      user: z.nullable(author),
      excerpt: z.string(),
      is_unset: z.boolean(),
    }),
  ),
  /** What it carries, and what that was called then (C-3.15). */
  target_type: z.nullable(z.enum(MESSAGE_TARGET_TYPES)),
  target: z.nullable(z.object({ id: f.id })),
  target_snapshot: z.nullable(z.object({ name: z.string() })),
  /** What it carries beside its text, by kind and name; null: nothing. */
  payload: z.nullable(z.object({ type: z.enum(['file', 'voice', ...MESSAGE_TARGET_TYPES]), name: z.string() })),
  /** What pressing it does: only notifications have any. */
  actions: z.array(notificationAction),
  survey_form_id: z.nullable(f.id),
  survey_uuid: z.nullable(f.uuid),
  /** The survey as the reader has it; null where there is none, or it was deleted. */
  survey: z.nullable(survey),
  /** How people have reacted, those that nobody gave left out; `is_own`: so has the reader. */
  reactions: z.array(z.object({ reaction: z.enum(REACTIONS), count: z.int(), is_own: z.boolean() })),
  is_unset: z.boolean(),
  unset_at: z.nullable(f.instant),
  /** Who took it back. */
  unset_by: z.nullable(author),
  edited_at: z.nullable(f.instant),
  created_at: f.instant,
  updated_at: f.instant,
  /** One that is kept no longer is found by nobody: null in every answer. */
  deleted_at: z.nullable(f.instant),
  meta: z.object({
    /** Who wrote it; empty: the server. */
    displayname: z.string(),
  }),
  is_read: z.boolean(),
  /** Rises with every change in the chat: of two states of one message the higher is the newer. */
  change_seq: z.int(),
  can: z.object(flagsOf<MessageAbility>(MESSAGE_ABILITIES)),
});
export type Message = z.output<typeof message>;

/** Where the reader of a chat is in it. */
export const chatPlace = z.object({
  messages_sent: z.int(),
  /** Read up to this message. */
  read_seq: z.int(),
  /** Messages up to this one were before the reader’s time, or were cleared. */
  visible_from_seq: z.int(),
  /** There are older ones than those of this answer. */
  has_more: z.boolean(),
  /** Too much has happened: what is known is dropped, and this is the newest page. */
  reset: z.boolean(),
});
export type ChatPlace = z.output<typeof chatPlace>;

/** A message that is pinned, as it stands above its chat. */
export const pinnedMessage = z.object({
  id: f.id,
  type: z.enum(CHAT_MESSAGE_TYPES),
  user: z.nullable(author),
  excerpt: z.string(),
});
export type PinnedMessage = z.output<typeof pinnedMessage>;

/** A chat as one of its members has it (C-3.10). */
export const chat = z.object({
  id: f.id,
  channel_id: f.id,
  messages_sent: z.int(),
  change_seq: z.int(),
  created_at: f.instant,
  updated_at: f.instant,
  read_seq: z.int(),
  visible_from_seq: z.int(),
  last_unread_count: z.int(),
  is_unread: z.boolean(),
  is_pinned: z.boolean(),
  /** How many people read what the caller sends. */
  readers_count: z.int(),
  /** Up to which message all others have read; null: who is in it is not for the caller (C-4.10), or nobody else is. */
  read_by_all_seq: z.nullable(z.int()),
  /** Where it is for parents: of how many families they are. */
  families_count: z.nullable(z.int()),
  next_possible_knock_at: z.nullable(f.instant),
  can: z.object(flagsOf<ChannelAbility>(CHANNEL_ABILITIES)),
  /** When the two-way writing of all its members ends, or has ended; null: it has no end. */
  twoway_expires_at: z.nullable(f.instant),
  /** When the caller, who may write, cannot any more; null: that has no end. */
  writing_ends_at: z.nullable(f.instant),
  /** Why the caller cannot write, in words; null: they can. */
  block: z.nullable(z.string()),
  /** It is one-way for the caller: what they answer goes to the author of a message alone (D-6.12). */
  is_answered_alone: z.boolean(),
  /** The message that stands above the others; null: none, or none that the caller sees. */
  pinned_message: z.nullable(pinnedMessage),
});
export type Chat = z.output<typeof chat>;

/** Somebody who has reacted to a message. */
export const messageReactor = z.object({ id: f.id, displayname: z.string(), reaction: z.enum(REACTIONS) });
export type MessageReactor = z.output<typeof messageReactor>;

/** Somebody who has read a message; when is kept nowhere. */
export const messageReader = z.object({ id: f.id, displayname: z.string() });
export type MessageReader = z.output<typeof messageReader>;

// Counts code units; the limit that people know, in characters, is in `messageProblems`.
export const messageContent = f.text(2 * MESSAGE_MAXIMUM);

/** Whom a text mentions, and where: a member of the channel whom the author may see (`mentionProblems`). */
const mentionDraft = z.union([
  z.strictObject({ user: f.id, at: z.int().check(z.minimum(0)), length: z.int().check(z.minimum(1)) }),
  // In a form everything is text: "7 0 12".
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,14}( \d{1,6}){2}$/, 'format')),
    z.transform((text: string) => {
      const [user = 0, at = 0, length = 0] = text.split(' ').map(Number);
      return { user, at, length };
    }),
  ),
]);
const mentionDrafts = z.optional(z.array(mentionDraft).check(z.maxLength(5 * MENTIONS_MAXIMUM)));

/**
 * A message as it is sent, beside its file if there is one; the uuid is made by the client, and the same one twice is one
 * message: without it every call makes another. A text is left out only beside a file or a survey.
 */
export const messageDraft = z.strictObject({
  uuid: z.optional(f.uuid),
  content: z.optional(messageContent),
  mentions: mentionDrafts,
  reply_uuid: z.optional(z.nullable(f.uuid)),
  file_alt_name: z.optional(f.text(2 * ALT_NAME_MAXIMUM)),
  /** A survey of the sender's that goes with it; in a form everything is text. */
  survey_form_id: z.optional(z.union([f.id, f.idText])),
});
/** Without `mentions` the new text mentions nobody. */
export const messageUpdate = z.strictObject({ content: messageContent, mentions: mentionDrafts });
export const reactionUpdate = z.strictObject({ reaction: z.nullable(z.enum(REACTIONS)) });
export const knockDraft = z.strictObject({ uuid: f.uuid, content: f.text(2 * KNOCK_MAXIMUM) });
