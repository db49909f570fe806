import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { CONFERENCE_ABILITIES, type ConferenceAbility } from './abilities.ts';
import {
  CONFERENCE_MEDIA,
  CONFERENCE_NOTICES,
  CONFERENCE_PROVIDERS,
  CONFERENCE_STATES,
  DESCRIPTION_MAXIMUM,
  FEEDBACK_COMMENT_MAXIMUM,
  SIGNALS_MAXIMUM,
} from './rules.ts';

const flags = Object.fromEntries(CONFERENCE_ABILITIES.map((ability) => [ability, f.flag])) as Record<
  ConferenceAbility,
  typeof f.flag
>;
const person = z.object({ id: f.id, displayname: z.string() });

export const provider = z.enum(CONFERENCE_PROVIDERS);
export const media = z.enum(CONFERENCE_MEDIA);

/** Somebody in a conference, or before its door. */
export const participant = z.object({
  user_id: f.id,
  displayname: z.string(),
  state: z.enum(['in', 'waiting']),
  media,
  is_muted: z.boolean(),
  is_sharing: z.boolean(),
  /** Of the tab with which they are in it: another one is another connection. */
  connection: f.uuid,
});
export type Participant = z.output<typeof participant>;

/** How somebody found a conference (C-4.37). */
export const feedback = z.object({ rating: z.int(), comment: z.nullable(z.string()), updated_at: f.instant });
export type ConferenceFeedback = z.output<typeof feedback>;

/** A conference of a channel as one of its members has it (C-3.56). */
export const conference = z.object({
  id: f.id,
  uuid: f.uuid,
  channel_id: f.id,
  provider,
  state: z.enum(CONFERENCE_STATES),
  /** The person who began it; null when the account is gone. */
  user_id: z.nullable(f.id),
  user: z.nullable(person),
  /** Who leads it now. */
  host_id: z.nullable(f.id),
  /** The address at which members join. */
  link: z.string(),
  /** Whoever comes waits until somebody who leads it lets them in. */
  has_lobby: z.boolean(),
  created_at: f.instant,
  ended_at: z.nullable(f.instant),
  /**
   * Who is in it; those who wait are shown to those who let in. Where the members of the channel are hidden, nobody else is shown to a
   * member who is not in it.
   */
  participants: z.array(participant),
  /** How many are in it. */
  present_count: z.int(),
  /** Which seats are free for the reader; null: as many as come. */
  seats: z.nullable(z.object({ video: f.flag, sound: f.flag })),
  /** Is the reader in it, before its door, or was sent out? Null: none of these. */
  own_state: z.nullable(z.enum(['in', 'waiting', 'removed'])),
  /** What the reader said about it. */
  feedback: z.nullable(feedback),
  can: z.object(flags),
});
export type Conference = z.output<typeof conference>;

/** What a new conference of a channel would be, for who may begin one. */
export const conferencePlan = z.object({
  provider,
  members_count: z.int(),
  /** For who administers the channels of the school. */
  notices: z.array(z.enum(CONFERENCE_NOTICES)),
  can: z.object({ start: f.flag }),
});
export type ConferencePlan = z.output<typeof conferencePlan>;

/** A server that helps browsers to find each other. */
export const iceServer = z.object({
  urls: z.array(z.string()),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
});

/** Where somebody connects who joins (C-7.34). */
export const joined = z.object({
  /** The page of the conference, or, once, the way into the room of another server; null: they wait to be let in. */
  url: z.nullable(z.string()),
  ice_servers: z.array(iceServer),
  conference,
});
export type JoinedConference = z.output<typeof joined>;

/** What a browser tells another one: how it can be reached, and over which ways. */
export const signal = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['offer', 'answer']), sdp: f.text(DESCRIPTION_MAXIMUM) }),
  z.strictObject({
    type: z.literal('candidate'),
    candidate: f.text(2000),
    sdp_mid: z.nullable(f.text(100)),
    sdp_line: z.nullable(z.int().check(z.minimum(0), z.maximum(100))),
  }),
  // One of the two makes all offers: the other one asks for one, also to look for a new way.
  z.strictObject({ type: z.literal('renegotiate'), restarts: z.boolean() }),
]);
export type Signal = z.output<typeof signal>;

export const conferenceStart = z.strictObject({ has_lobby: z.boolean() });
export const joinBody = z.strictObject({ connection: f.uuid, media });
export const presenceBody = z.strictObject({
  connection: f.uuid,
  media,
  is_muted: z.boolean(),
  is_sharing: z.boolean(),
});
export const signalsBody = z.strictObject({
  connection: f.uuid,
  to_user_id: f.id,
  to_connection: f.uuid,
  signals: z.array(signal).check(z.minLength(1), z.maxLength(SIGNALS_MAXIMUM)),
});
// Counts code units; the limit that people know, in characters, is in `feedbackProblems`.
export const feedbackBody = z.strictObject({
  rating: z.int().check(z.minimum(1), z.maximum(5)),
  comment: z.nullable(f.text(2 * FEEDBACK_COMMENT_MAXIMUM)),
});
