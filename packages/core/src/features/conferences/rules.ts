import { max } from '../../validation/text.ts';

/** The carriers of a conference: the browsers of those who are in it, or a server of the operator (C-7.31). */
export const CONFERENCE_PROVIDERS = ['mesh', 'bbb', 'jitsi'] as const;
export type ConferenceProvider = (typeof CONFERENCE_PROVIDERS)[number];

/**
 * What the administration of a school should know of the servers behind conferences: without a TURN server browsers in
 * different networks often do not find each other, and a plain Jitsi makes everybody a moderator.
 */
export const CONFERENCE_NOTICES = ['noRelay', 'allModerate'] as const;
export type ConferenceNotice = (typeof CONFERENCE_NOTICES)[number];

/** The stages of a conference: it was begun, somebody came, it is over (C-4.36). */
export const CONFERENCE_STATES = ['created', 'joined', 'ended'] as const;
export type ConferenceState = (typeof CONFERENCE_STATES)[number];

/** What somebody sends: picture and sound, or sound alone. */
export const CONFERENCE_MEDIA = ['video', 'sound'] as const;
export type ConferenceMedia = (typeof CONFERENCE_MEDIA)[number];

/** The place of somebody: before the door until they are let in, in the room, gone, or sent out. */
export const PARTICIPANT_STATES = ['waiting', 'in', 'left', 'removed'] as const;
export type ParticipantState = (typeof PARTICIPANT_STATES)[number];

/** Most people whose browsers connect with each other while one of them shows a picture. */
export const MESH_VIDEO_MAXIMUM = 4;
/** Most people whose browsers connect with each other while nobody shows a picture. */
export const MESH_SOUND_MAXIMUM = 6;
/** How often somebody who is in a conference says so, seconds. */
export const PRESENCE_SECONDS = 15;
/** After how long without that somebody is gone, seconds. */
export const PRESENCE_LOST_SECONDS = 60;
/** For how long the way into the room of another server is open, hours; it says nothing when somebody leaves. */
export const ROOM_HOURS = 2;
/** After how long with nobody in it a conference is over, minutes. */
export const EMPTY_MINUTES = 10;
/** Most characters of a comment on a conference. */
export const FEEDBACK_COMMENT_MAXIMUM = 1000;
/** Most descriptions and ways that one call carries from one browser to another. */
export const SIGNALS_MAXIMUM = 40;
/** Most characters of one description of a connection. */
export const DESCRIPTION_MAXIMUM = 40_000;

/** Which seats are free for one more. */
export interface FreeSeats {
  video: boolean;
  sound: boolean;
}

/**
 * Which seats a conference of browsers has for one more, given what those send who are in it: four when one of them shows
 * a picture, six when nobody does (C-7.31).
 */
export function meshSeatsOf(present: readonly ConferenceMedia[]): FreeSeats {
  const total = present.length + 1;
  const isSmall = total <= MESH_VIDEO_MAXIMUM;
  return { video: isSmall, sound: isSmall || (total <= MESH_SOUND_MAXIMUM && !present.includes('video')) };
}

/** What carries a conference of a channel with so many members: the operator's server, if there is one, where browsers are too few. */
export function providerFor(members: number, server: ConferenceProvider | null): ConferenceProvider {
  return members > MESH_SOUND_MAXIMUM && server !== null ? server : 'mesh';
}

/** The state of a conference (C-4.36). */
export function conferenceStateOf(row: { joined_at: string | null; ended_at: string | null }): ConferenceState {
  if (row.ended_at !== null) return 'ended';
  return row.joined_at === null ? 'created' : 'joined';
}

/** The problems of feedback; the text is `conferences:rules.<rule>`, in the app as in the server's answer. */
export interface FeedbackProblem {
  field: 'comment';
  rule: 'commentMax';
  params: { maximum: number };
}

/** Everything that is wrong with a comment on a conference; used by form and server (C-7.35). */
export function feedbackProblems(comment: string | null): FeedbackProblem[] {
  if (max((comment ?? '').trim(), FEEDBACK_COMMENT_MAXIMUM)) return [];
  return [{ field: 'comment', rule: 'commentMax', params: { maximum: FEEDBACK_COMMENT_MAXIMUM } }];
}

/** Of two people, the one whose browser makes all offers: the one with the larger number. */
export const isOffering = (me: number, other: number): boolean => me > other;
