import { type Can, toCan } from '../../kernel/abilities.ts';
import type { ChannelAbility } from '../channels/index.ts';
import type { ParticipantState } from './rules.ts';

/**
 * What can be done with one conference: `view` and `join` it, `host`: admit, send out, hand over, end it for all, and
 * say afterwards how it was: `feedback`.
 */
export const CONFERENCE_ABILITIES = ['view', 'join', 'host', 'feedback'] as const;
export type ConferenceAbility = (typeof CONFERENCE_ABILITIES)[number];

/** What the abilities depend on, apart from the person and the channel. */
export interface JudgedConference {
  host_id: number | null;
  ended_at: string | null;
}

/**
 * What somebody may do with a conference of a channel. Its members see and join it, unless they were sent out; the one who
 * began it, or to whom it was handed over, and the administrators of the channel lead it. Whoever was in it says how it was.
 */
export function conferenceAbilitiesOf(
  user_id: number,
  conference: JudgedConference,
  channel: Can<ChannelAbility>,
  own: { state: ParticipantState; joined_at: string | null } | null,
): Can<ConferenceAbility> {
  const isMember = channel.read === 1;
  const runs = isMember && conference.ended_at === null;
  const hosts = conference.host_id === user_id || channel.moderate === 1;
  return toCan({
    view: isMember,
    join: runs && (own?.state !== 'removed' || hosts),
    host: runs && hosts,
    feedback: isMember && own !== null && own.joined_at !== null,
  });
}
