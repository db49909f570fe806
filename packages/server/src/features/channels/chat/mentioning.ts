import {
  type Mention,
  type MentionProblem,
  type MentionRule,
  type Message,
  mentionProblems,
  seesMembers,
  trimMentions,
} from '@kreide/core/features/channels';
import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { Actor } from '../../../kernel/http/context.ts';
import { refuseIssues } from '../../../kernel/http/validate.ts';
import { channelCanOf } from '../opened.ts';
import type { ChannelRow } from '../queries/channel-of.ts';
import { listPlaced } from '../queries/mentions.ts';
import type { WithdrawTold } from '../queries/withdrawn.ts';

/** A message that mentions people, who did so, and whom. */
export interface Mentioning {
  readonly school_id: number;
  readonly channel_id: number;
  readonly seq: number;
  readonly uuid: string;
  readonly by: number;
  readonly people: readonly number[];
  /** It rings in quiet hours too. */
  readonly isUrgent: boolean;
}

/** Tells those whom a message mentions, also where they have muted its channel; in the transaction that writes it. */
export type MentionTeller = (db: Kysely<DB>, mentioning: Mentioning, now: Date) => Promise<void>;

interface Asking {
  actor: Actor;
  now: Date;
  t: Translate;
}

function refuse(problems: readonly MentionProblem[], t: Translate): void {
  refuseIssues(
    problems.map(({ index, rule, params }) => ({
      path: index === null ? 'body.mentions' : `body.mentions.${index}`,
      rule,
      params,
      message: t(`chat:rules.${rule satisfies MentionRule}`, params),
    })),
  );
}

/** The text of a message without the blanks around it, and whom it mentions; refuses places where nobody is mentioned. */
export function toMentioning(content: string, mentions: readonly Mention[], t: Translate) {
  refuse(mentionProblems({ content, mentions }), t);
  return trimMentions({ content, mentions });
}

/**
 * Those of some mentions that count. Only who is in the channel is mentioned, and by nobody who may not know that they are.
 * Whoever was in it when the text was written on a device, and has left since, is a name in it and nothing else.
 * @param options.before whom the message mentioned already
 */
export async function judgeMentions(
  db: Kysely<DB>,
  { actor, now, t }: Asking,
  channel: ChannelRow,
  mentions: readonly Mention[],
  { before = [] }: { before?: readonly number[] } = {},
): Promise<Mention[]> {
  const added = mentions.filter(({ user }) => !before.includes(user));
  if (added.length === 0) return [...mentions];
  const toProblem = (mention: Mention, rule: MentionRule): MentionProblem => ({
    index: mentions.indexOf(mention),
    rule,
    params: {},
  });
  if (!seesMembers(channel, channelCanOf(actor, channel, now)))
    refuse(
      added.map((mention) => toProblem(mention, 'mentionHidden')),
      t,
    );
  const key = { school_id: actor.school_id, id: channel.id };
  const placed = await listPlaced(
    db,
    key,
    added.map(({ user }) => user),
  );
  const known = new Map(placed.map(({ user_id, is_present }) => [user_id, is_present]));
  refuse(
    added.filter(({ user }) => !known.has(user)).map((mention) => toProblem(mention, 'mentionMember')),
    t,
  );
  return mentions.filter(({ user }) => known.get(user) !== false);
}

/** Does a text mention the same people at the same places? */
export const isSameMentions = (known: Message['mentions'], mentions: readonly Mention[]): boolean =>
  known.length === mentions.length &&
  known.every(({ user, at, length }, place) => {
    const other = mentions[place];
    return other?.user === user.id && other.at === at && other.length === length;
  });

/** Whom of those that a message mentions somebody tells: nobody tells themselves. */
const receiversOf = (people: readonly number[], { user_id }: Pick<Actor, 'user_id'>): number[] => [
  ...new Set(people.filter((id) => id !== user_id)),
];

/** How people hear of their mentions, and do not any more of those that are gone. */
export interface MentionParts {
  readonly tellOfMentions: MentionTeller;
  readonly withdrawTold: WithdrawTold;
}

/** Tells those whom a message mentions and did not mention before; those whom it mentions no longer have not been told. */
export async function tellMentioned(
  db: Kysely<DB>,
  { tellOfMentions, withdrawTold }: MentionParts,
  { actor, now }: Pick<Asking, 'actor' | 'now'>,
  channel: Pick<ChannelRow, 'id'>,
  message: { id: number; uuid: string; mentions: Message['mentions'] },
  before: readonly number[] = [],
): Promise<void> {
  const { school_id, user_id } = actor;
  const named = message.mentions.map(({ user }) => user.id);
  const dropped = receiversOf(before, actor).filter((id) => !named.includes(id));
  const told_of = [`mention:${message.uuid}` as const];
  if (dropped.length > 0) await withdrawTold(db, { school_id, told_of, people: dropped }, now);
  const people = receiversOf(named, actor).filter((id) => !before.includes(id));
  if (people.length === 0) return;
  const place = { school_id, channel_id: channel.id, seq: message.id, uuid: message.uuid };
  // Whoever may not wake people by a message does not by a mention (D-6.03).
  const isUrgent = actor.permissions.has('send-urgent');
  await tellOfMentions(db, { ...place, by: user_id, people, isUrgent }, now);
}
