import { type Can, toCan } from '../../../kernel/abilities.ts';
import { max, required } from '../../../validation/text.ts';
import type { ChannelAbility } from '../abilities.ts';
import { isOver, isTwowayNow, type JudgedChannel } from '../abilities.ts';

/** Messages per page. */
export const MESSAGES_PAGE = 30;
/** Older messages that are read with one that somebody jumps to. */
export const MESSAGES_BEFORE = 15;
/** Most changes that are given to somebody who catches up; beyond it they begin anew with the newest page. */
export const CHANGES_MAXIMUM = 200;
/** Most characters of a message. */
export const MESSAGE_MAXIMUM = 10_000;
/** Most characters of what a knock says. */
export const KNOCK_MAXIMUM = 200;
/** How long one's own message can be changed, minutes (D-6.12). */
export const MESSAGE_EDIT_MINUTES = 15;
/** How long one's own message can be taken back, hours (D-6.12). */
export const MESSAGE_UNSET_HOURS = 24;
/** People per page of those who have read a message. */
export const READERS_PAGE = 50;
/** Most messages of one person within a minute: in one chat, and in all. */
export const CHAT_MESSAGES_A_MINUTE = 20;
export const ALL_MESSAGES_A_MINUTE = 40;
/** From how many readers on a message is sent only after a second tap. */
export const READERS_TO_CONFIRM = 100;
/** Up to how many members a chat shows who types. */
export const TYPING_MEMBERS_MAXIMUM = 100;
/** While somebody types, that is told this often, ms. */
export const TYPING_EVERY = 1500;
/** Without being told again it is forgotten after this time, ms (C-9.15). */
export const TYPING_CLEARS = 2000;
/** The client gives a text message this long, ms (C-9.02). */
export const MESSAGE_TIMEOUT = 18_000;
/** How somebody can react to a message, in the order in which they are shown. */
export const REACTIONS = ['thumbs_up', 'heart', 'laugh', 'surprise', 'sad', 'thanks'] as const;
export type Reaction = (typeof REACTIONS)[number];
/** Characters of a message that a reply to it quotes. */
export const QUOTE_LENGTH = 140;

/** What can be wrong with a message; the text is `chat:rules.<rule>`, in the app as in the server's answer. */
export type MessageRule = 'contentRequired' | 'contentMax';

export interface MessageProblem {
  field: 'content';
  rule: MessageRule;
  params: Record<string, number>;
}

/** Everything that is wrong with a text; used by form and server. */
export function messageProblems(content: string, maximum = MESSAGE_MAXIMUM): MessageProblem[] {
  const text = content.trim();
  if (!required(text)) return [{ field: 'content', rule: 'contentRequired', params: {} }];
  if (!max(text, maximum)) return [{ field: 'content', rule: 'contentMax', params: { maximum } }];
  return [];
}

/** Why somebody cannot write in a chat now; null: they can, as far as the channel is concerned. */
export type ChatBlock = 'chat_no_member' | 'chat_oneway' | 'chat_disabled' | 'channels_off';

/** The reason why a channel takes no message of somebody, in the order in which it is told. */
export function chatBlockOf(channel: JudgedChannel, member: { is_admin: boolean } | null, now: Date): ChatBlock | null {
  if (member === null) return 'chat_no_member';
  if (channel.is_disabled || isOver(channel, now)) return 'chat_disabled';
  const isOpen = channel.type === 'CHAT' || member.is_admin || isTwowayNow(channel, now);
  return isOpen ? null : 'chat_oneway';
}

/** What can be done with one message: `edit` its text, `delete`: take it back, see who has read it, `react`, `pin`. */
export const MESSAGE_ABILITIES = ['edit', 'delete', 'readers', 'react', 'pin'] as const;
export type MessageAbility = (typeof MESSAGE_ABILITIES)[number];

/** What the abilities depend on, apart from the reader and the channel. */
export interface JudgedMessage {
  user_id: number | null;
  type: string;
  created_at: string;
  is_unset: boolean;
  /** It carries something besides its text. */
  has_target: boolean;
}

/** Was a message written less than this ago? */
const isWithin = ({ created_at }: JudgedMessage, now: Date, minutes: number) =>
  now.getTime() - Date.parse(created_at) <= minutes * 60_000;

/**
 * What somebody may do with a message of a chat that they read. Their own they change for a quarter of an hour while they
 * may write there, and take back for a day; the administrators of the channel take back every message at any time (D-6.12).
 */
export function messageAbilitiesOf(
  user_id: number,
  message: JudgedMessage,
  channel: Can<ChannelAbility>,
  now: Date,
): Can<MessageAbility> {
  const isOwn = message.user_id === user_id;
  const moderates = channel.moderate === 1;
  const isThere = !message.is_unset && channel.read === 1;
  return toCan({
    edit:
      isThere &&
      isOwn &&
      message.type === 'MESSAGE' &&
      !message.has_target &&
      channel.write === 1 &&
      isWithin(message, now, MESSAGE_EDIT_MINUTES),
    delete: isThere && (moderates || (isOwn && isWithin(message, now, MESSAGE_UNSET_HOURS * 60))),
    readers: isThere && (isOwn || moderates),
    react: isThere && channel.react === 1,
    pin: isThere && channel.pin === 1,
  });
}

/** A part of a text: words, or an address that can be opened. */
export interface MessagePart {
  text: string;
  href: string | null;
}

/** A part of a text that may also be somebody whom it mentions. */
export interface MentioningPart<Mentioned> extends MessagePart {
  mentioned: Mentioned | null;
}

/** The same with those whom it mentions; a place that lies outside of the text is text like any other. */
export function toMentioningParts<Mentioned extends { readonly at: number; readonly length: number }>(
  content: string,
  mentions: readonly Mentioned[],
): MentioningPart<Mentioned>[] {
  const parts: MentioningPart<Mentioned>[] = [];
  let from = 0;
  const write = (to: number) => {
    for (const part of toMessageParts(content.slice(from, to))) parts.push({ ...part, mentioned: null });
  };
  for (const mentioned of [...mentions].sort((one, other) => one.at - other.at)) {
    const to = mentioned.at + mentioned.length;
    if (mentioned.at < from || to > content.length) continue;
    write(mentioned.at);
    parts.push({ text: content.slice(mentioned.at, to), href: null, mentioned });
    from = to;
  }
  write(content.length);
  return parts;
}

const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"]+/giu;
/** What stands behind an address more often than it ends one. */
const TRAILING = /[.,;:!?'"»“”)\]}*_]+$/u;

/** A text with the addresses in it; markup is text like any other. */
export function toMessageParts(content: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let from = 0;
  for (const { 0: found, index } of content.matchAll(ADDRESS)) {
    // A bracket that the address opened itself belongs to it.
    const trailing = TRAILING.exec(found)?.[0] ?? '';
    const closes = trailing.startsWith(')') && found.includes('(') ? 1 : 0;
    const text = found.slice(0, found.length - trailing.length + closes);
    const href = toAddress(text);
    if (href === null) continue;
    if (index > from) parts.push({ text: content.slice(from, index), href: null });
    parts.push({ text, href });
    from = index + text.length;
  }
  if (from < content.length) parts.push({ text: content.slice(from), href: null });
  return parts;
}

function toAddress(text: string): string | null {
  const address = URL.parse(text.startsWith('http') || text.startsWith('HTTP') ? text : `https://${text}`);
  return address?.hostname.includes('.') || address?.hostname === 'localhost' ? address.href : null;
}
