import { type AskingPerson, type Can, isAllowed, toCan } from '../../kernel/abilities.ts';

/**
 * What can be done with one channel: `view` its name and facts, `read` what is written, `write` and `knock`, `react` to
 * messages, `pin` one of them, `confer`: begin a conference, `update` its members and how it is, `moderate`: take back
 * messages of others and clear them, `leave`,
 * `move-channel-content`: take what is in it into another school year.
 */
export const CHANNEL_ABILITIES = [
  'view',
  'read',
  'write',
  'knock',
  'react',
  'pin',
  'confer',
  'update',
  'moderate',
  'leave',
  'move-channel-content',
] as const;
export type ChannelAbility = (typeof CHANNEL_ABILITIES)[number];

/** What the abilities depend on, apart from the person. */
export interface JudgedChannel {
  type: 'GENERATED' | 'CUSTOM' | 'GLOBAL' | 'CHAT';
  is_disabled: boolean;
  /** Its class or course is no more. */
  is_outdated: boolean;
  is_leavable: boolean;
  is_twoway: boolean;
  /** Until when everybody may write, as an instant; null: for good. */
  twoway_expires_at: string | null;
  /** From when on it can be read only, as an instant; null: it has no end. */
  expires_at: string | null;
}

/** Is the channel over: its class or course is no more, or its own end has come? */
export function isOver({ is_outdated, expires_at }: Pick<JudgedChannel, 'is_outdated' | 'expires_at'>, now: Date) {
  return is_outdated || (expires_at !== null && new Date(expires_at) <= now);
}

/** May every member write now? Two-way ends by itself at its time (C-4.09). */
export function isTwowayNow({ is_twoway, twoway_expires_at }: JudgedChannel, now: Date): boolean {
  return is_twoway && (twoway_expires_at === null || new Date(twoway_expires_at) > now);
}

/** When somebody who may write now cannot any more, as an instant; null: that has no end. */
export function writingEndOf(channel: JudgedChannel, member: { is_admin: boolean } | null): string | null {
  const isForAll = channel.type !== 'CHAT' && channel.is_twoway && !member?.is_admin;
  const ends = [channel.expires_at, isForAll ? channel.twoway_expires_at : null].filter((end) => end !== null);
  return ends.toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null;
}

/**
 * What somebody may do with a channel of their school. Only members read; in a one-way channel its administrators alone
 * write (C-4.09), in a disabled one nobody (C-4.02), nor in one
 * that is over. `manage-channels` changes every channel that is not a conversation;
 * `view-all-channels` gives the facts and never opens a chat (C-4.13). Generated channels follow the classes and courses:
 * nobody leaves them, and who begins a conference there is for the school to say (C-7.31). Whoever only reads reacts too:
 * that takes the place of a hundred answers.
 */
export function channelAbilitiesOf(
  { permissions }: Pick<AskingPerson, 'permissions'>,
  channel: JudgedChannel,
  member: { is_admin: boolean } | null,
  now: Date,
): Can<ChannelAbility> {
  const isConversation = channel.type === 'CHAT';
  const isAlive = member !== null && !channel.is_disabled && !isOver(channel, now);
  const writes = isAlive && (isConversation || member.is_admin || isTwowayNow(channel, now));
  const administers = !isConversation && ((member?.is_admin ?? false) || permissions.has('manage-channels'));
  return toCan({
    view: member !== null || (!isConversation && (administers || permissions.has('view-all-channels'))),
    read: member !== null,
    write: writes,
    knock: writes,
    react: isAlive,
    pin: isAlive && (isConversation || member.is_admin),
    confer: writes && (channel.type === 'CUSTOM' || isConversation || permissions.has('start-conferences')),
    update: administers,
    moderate: member !== null && !isConversation && member.is_admin,
    leave: member !== null && channel.type === 'CUSTOM' && channel.is_leavable,
    'move-channel-content': channel.type === 'GENERATED' && administers,
  });
}

/**
 * Is who is in a channel for somebody: as a list, and as the names of those who have read, answered or confirmed something
 * there, or have not? A hidden list is for those who may change the channel (C-4.10).
 */
export const seesMembers = (
  channel: { readonly is_hidden_memberlist: boolean },
  can: Readonly<Record<string, number>>,
): boolean => !channel.is_hidden_memberlist || isAllowed(can, 'update');
