import { toSearchText } from './search.ts';

/** Most people whom one message mentions. */
export const MENTIONS_MAXIMUM = 20;
/** Most characters behind the sign that may still be a name. */
const NAME_MAXIMUM = 60;
/** What begins a mention. */
export const MENTION_SIGN = '@';

/** Where a text mentions somebody: `length` code units from `at` on are the sign and their name. */
export interface Mention {
  user: number;
  at: number;
  length: number;
}

/** A text with those whom it mentions. */
export interface MentioningText {
  readonly content: string;
  readonly mentions: readonly Mention[];
}

/** What can be wrong with the mentions of a message; the text is `chat:rules.<rule>`. */
export type MentionRule = 'mentionsMax' | 'mentionPlace' | 'mentionMember' | 'mentionHidden';

export interface MentionProblem {
  /** Which of them; null: all together. */
  index: number | null;
  rule: MentionRule;
  params: Record<string, number>;
}

/** What is wrong with where a text mentions people: too many, or a place that holds no mention or already another one. */
export function mentionProblems({ content, mentions }: MentioningText): MentionProblem[] {
  const people = new Set(mentions.map(({ user }) => user));
  if (people.size > MENTIONS_MAXIMUM)
    return [{ index: null, rule: 'mentionsMax', params: { maximum: MENTIONS_MAXIMUM } }];
  return mentions.flatMap(({ at, length }, index) => {
    const isFree = mentions.every(
      (other, place) => place === index || at + length <= other.at || other.at + other.length <= at,
    );
    const isThere = content[at] === MENTION_SIGN && length > 1 && at + length <= content.length;
    return isFree && isThere ? [] : [{ index, rule: 'mentionPlace' as const, params: {} }];
  });
}

/** The same text without the blanks around it. */
export function trimMentions({ content, mentions }: MentioningText): { content: string; mentions: Mention[] } {
  const trimmed = content.trim();
  const cut = content.length - content.trimStart().length;
  return {
    content: trimmed,
    mentions: mentions.map((mention) => ({ ...mention, at: mention.at - cut })).sort((one, other) => one.at - other.at),
  };
}

/**
 * The mentions of a text after somebody has typed into it: those behind the change move along, and one whose name was
 * changed is a mention no longer.
 */
export function moveMentions(before: MentioningText, content: string): Mention[] {
  const { content: old, mentions } = before;
  const shorter = Math.min(old.length, content.length);
  let head = 0;
  while (head < shorter && old[head] === content[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === content[content.length - 1 - tail]) tail += 1;
  const from = head;
  const to = old.length - tail;
  const grown = content.length - old.length;
  return mentions.flatMap((mention) => {
    if (mention.at + mention.length <= from) return mention;
    if (mention.at >= to) return { ...mention, at: mention.at + grown };
    return [];
  });
}

/** Is this the sign of a mention: at the beginning of a word, as no address of a mail has it? */
const isSign = (content: string, at: number) =>
  content[at] === MENTION_SIGN && (at === 0 || /[^\p{L}\p{N}._@-]/u.test(content[at - 1] ?? ''));

/** What somebody types behind a sign, at the caret: where it stands, and the beginning of a name; null: nothing. */
export function findMentioning(
  { content, mentions }: MentioningText,
  caret: number,
): { at: number; typed: string } | null {
  const at = content.lastIndexOf(MENTION_SIGN, caret - 1);
  if (at < 0 || !isSign(content, at) || caret - at > NAME_MAXIMUM) return null;
  // What is one already is complete; a name that was begun ends with the line.
  if (mentions.some((mention) => mention.at < caret && at < mention.at + mention.length)) return null;
  const typed = content.slice(at + 1, caret);
  return /\n|^\s|\s\s/u.test(typed) ? null : { at, typed };
}

/** A text with a name in the place of what was typed of it, a blank behind it, and where the caret is then. */
export function mention(
  before: MentioningText,
  { at, typed }: { at: number; typed: string },
  person: { id: number; displayname: string },
): MentioningText & { caret: number } {
  const { content } = before;
  const name = `${MENTION_SIGN}${person.displayname}`;
  const rest = content.slice(at + 1 + typed.length);
  const gap = /^\s/u.test(rest) ? '' : ' ';
  const written = `${content.slice(0, at)}${name}${gap}${rest}`;
  const moved = moveMentions(before, written);
  const mentions = [...moved, { user: person.id, at, length: name.length }].sort((one, other) => one.at - other.at);
  return { content: written, mentions, caret: at + name.length + 1 };
}

/** Has a name all the words that were typed of it, in any order and however umlauts are written? */
export function isMentioned(displayname: string, typed: string): boolean {
  const name = toSearchText(displayname);
  return toSearchText(typed)
    .split(/\s+/u)
    .every((word) => name.includes(word));
}
