import type { ChannelAbility } from '@kreide/core/features/channels';
import {
  type Conference,
  type ConferenceProvider,
  conferenceAbilitiesOf,
  conferenceStateOf,
  meshSeatsOf,
} from '@kreide/core/features/conferences';
import type { Can } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import {
  type ConferenceRow,
  displayNameOf,
  findConference,
  listFeedback,
  listParticipants,
  type ParticipantRow,
} from './queries.ts';

/** Who reads a conference, and what they may do in its channel. */
export interface ConferenceReader {
  readonly school_id: number;
  readonly user_id: number;
  readonly channelCan: Can<ChannelAbility>;
  /** May they know who is in the channel? */
  readonly seesMembers: boolean;
}

/** The page on which members join a conference. */
export const pageOf = (appUrl: string, channelId: number, uuid: string): string =>
  `${appUrl}/channels/${channelId}/join-conference/${uuid}`;

/** A conference with who is in it, and what the reader may do with it. */
export interface OpenedConference {
  row: ConferenceRow;
  people: ParticipantRow[];
  own: ParticipantRow | null;
  can: ReturnType<typeof conferenceAbilitiesOf>;
}

/** Judges conferences that were read for somebody. */
export async function openRows(
  db: Kysely<DB>,
  reader: ConferenceReader,
  rows: readonly ConferenceRow[],
): Promise<OpenedConference[]> {
  if (rows.length === 0) return [];
  const everybody = await listParticipants(
    db,
    reader.school_id,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const people = everybody.filter(({ conference_id }) => conference_id === row.id);
    const own = people.find(({ user_id }) => user_id === reader.user_id) ?? null;
    return { row, people, own, can: conferenceAbilitiesOf(reader.user_id, row, reader.channelCan, own) };
  });
}

/** Conferences as one member of their channel has them. */
export async function showConferences(
  db: Kysely<DB>,
  reader: ConferenceReader,
  opened: readonly OpenedConference[],
  appUrl: string,
): Promise<Conference[]> {
  const ids = opened.map(({ row }) => row.id);
  const said = await listFeedback(db, reader.school_id, reader.user_id, ids);
  return opened.map(({ row, people, own, can }) => {
    const present = people.filter(({ state }) => state === 'in');
    const isAmong = own?.state === 'in' || can.host === 1;
    const shown = people.filter(({ state, user_id }) => {
      if (row.ended_at !== null) return false;
      if (user_id === reader.user_id) return state === 'in' || state === 'waiting';
      return state === 'in' ? reader.seesMembers || isAmong : state === 'waiting' && can.host === 1;
    });
    const others = present.filter(({ user_id }) => user_id !== reader.user_id).map(({ media }) => media);
    const seats = meshSeatsOf(others);
    const feedback = said.find(({ conference_id }) => conference_id === row.id);
    return {
      id: row.id,
      uuid: row.uuid,
      channel_id: row.channel_id,
      provider: row.provider as ConferenceProvider,
      state: conferenceStateOf(row),
      user_id: row.user_id,
      user: row.user_id === null ? null : { id: row.user_id, displayname: displayNameOf(row) },
      host_id: row.host_id,
      has_lobby: row.has_lobby,
      created_at: row.created_at,
      ended_at: row.ended_at,
      link: pageOf(appUrl, row.channel_id, row.uuid),
      participants: shown.map(({ user_id, displayname, state, media, is_muted, is_sharing, connection }) => ({
        user_id,
        displayname,
        state: state as 'in' | 'waiting',
        media,
        is_muted,
        is_sharing,
        connection,
      })),
      present_count: row.ended_at === null ? present.length : 0,
      seats: row.provider === 'mesh' ? { video: seats.video ? 1 : 0, sound: seats.sound ? 1 : 0 } : null,
      own_state: own === null || own.state === 'left' ? null : own.state,
      feedback: feedback
        ? { rating: feedback.rating, comment: feedback.comment, updated_at: feedback.updated_at }
        : null,
      can,
    };
  });
}

/** One conference as it is now, for an answer. */
export async function showConference(
  db: Kysely<DB>,
  reader: ConferenceReader,
  uuid: string,
  appUrl: string,
): Promise<Conference> {
  const row = await findConference(db, reader.school_id, uuid);
  const [shown] = row ? await showConferences(db, reader, await openRows(db, reader, [row]), appUrl) : [];
  if (!shown) throw new Error('a conference went while it was held');
  return shown;
}
