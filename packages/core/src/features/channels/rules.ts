import { max, min, required } from '../../validation/text.ts';

/** Channels per page of the own list. */
export const CHANNELS_PAGE = 20;
/** Conversations per page of the own list (C-9.06). */
export const CHATS_PAGE = 10;
/** People per page: members of a channel, and people whom one may write to. */
export const MEMBERS_PAGE = 50;
/** News that the detail of a channel names. */
export const NEWEST_NEWS = 3;
/** Fewest and most characters of a channel's name (C-2.08). */
export const CHANNEL_NAME_MINIMUM = 2;
export const CHANNEL_NAME_MAXIMUM = 150;
/** Most characters of a channel's description. */
export const CHANNEL_DESCRIPTION_MAXIMUM = 1000;
/** Most people who are added to or taken out of a channel at once. */
export const CHANNEL_USERS_MAXIMUM = 500;
/** Characters of a code to join: none that is read as another. */
export const CHANNEL_CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
export const CHANNEL_CODE_LENGTH = 8;
/** How long somebody waits after they knocked before they may knock again, seconds. */
export const KNOCK_PAUSE_SECONDS = 60;

/** A channel as somebody describes it. */
export interface ChannelDraft {
  name: string;
  description: string | null;
}

/** The problems that a channel's data can have; the text is `channels:rules.<rule>`, in the app as in the server's answer. */
export type ChannelRule = 'nameRequired' | 'nameMin' | 'nameMax' | 'descriptionMax';

export interface ChannelProblem {
  field: 'name' | 'description';
  rule: ChannelRule;
  params: Record<string, number>;
}

/** Everything that is wrong with a channel's data, in the order of the fields; used by form and server (C-2.08). */
export function channelProblems({ name, description }: ChannelDraft): ChannelProblem[] {
  const problems: ChannelProblem[] = [];
  const found = (field: ChannelProblem['field'], rule: ChannelRule, params: Record<string, number> = {}) =>
    problems.push({ field, rule, params });
  const text = name.trim();
  if (!required(text)) found('name', 'nameRequired');
  else if (!min(text, CHANNEL_NAME_MINIMUM)) found('name', 'nameMin', { minimum: CHANNEL_NAME_MINIMUM });
  if (!max(text, CHANNEL_NAME_MAXIMUM)) found('name', 'nameMax', { maximum: CHANNEL_NAME_MAXIMUM });
  if (!max(description ?? '', CHANNEL_DESCRIPTION_MAXIMUM))
    found('description', 'descriptionMax', { maximum: CHANNEL_DESCRIPTION_MAXIMUM });
  return problems;
}

/** A code as somebody types it, as it is stored: without spaces and hyphens, in capitals. */
export const toChannelCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/**
 * How many messages somebody has not read: what was sent after both their place in the chat and the messages before
 * their time. Nothing is counted (C-7.120).
 */
export function unreadCountOf(chat: { messages_sent: number; read_seq: number; visible_from_seq: number }): number {
  return Math.max(0, chat.messages_sent - Math.max(chat.read_seq, chat.visible_from_seq));
}
