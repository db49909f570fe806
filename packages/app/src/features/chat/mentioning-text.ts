import type { Mention, MentioningText, Message } from '@kreide/core/features/channels';

/** No text yet. */
export const NOTHING: MentioningText = { content: '', mentions: [] };

/** The text of a message, to be changed. */
export const toText = ({ content, mentions }: Pick<Message, 'content' | 'mentions'>): MentioningText => ({
  content,
  mentions: mentions.map(({ user, at, length }) => ({ user: user.id, at, length })),
});

const isMention = (kept: unknown): kept is Mention =>
  typeof kept === 'object' &&
  kept !== null &&
  ['user', 'at', 'length'].every((field) => Number.isSafeInteger((kept as Record<string, unknown>)[field]));

/** A draft that the device has kept, also one from before there were mentions. */
export function toKept(kept: unknown): MentioningText {
  if (typeof kept === 'string') return { content: kept, mentions: [] };
  const { content, mentions } = (kept ?? {}) as { content?: unknown; mentions?: unknown };
  if (typeof content !== 'string') return NOTHING;
  return { content, mentions: Array.isArray(mentions) ? mentions.filter(isMention) : [] };
}
