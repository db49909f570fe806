import type { ConferenceMedia, ConferenceProvider, ParticipantState } from '@kreide/core/features/conferences';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { ErasedPerson } from '../../kernel/feature.ts';
import { usersPart } from '../users/index.ts';

/** A conference of a school. */
export interface ConferenceKey {
  readonly school_id: number;
  readonly id: number;
}

const named = ({ firstname, lastname }: { firstname: string | null; lastname: string | null }) =>
  [firstname, lastname].filter(Boolean).join(' ');

function conferencesOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('conferences')
    .leftJoin(usersPart(db).as('starter'), (join) =>
      join.onRef('starter.school_id', '=', 'conferences.school_id').onRef('starter.id', '=', 'conferences.user_id'),
    )
    .select(['conferences.id', 'conferences.uuid', 'conferences.channel_id', 'conferences.provider'])
    .select(['conferences.user_id', 'conferences.host_id', 'conferences.has_lobby', 'conferences.room'])
    .select(['conferences.created_at', 'conferences.joined_at', 'conferences.ended_at', 'conferences.empty_since'])
    .select(['conferences.opened_at', 'starter.firstname', 'starter.lastname'])
    .where('conferences.school_id', '=', schoolId);
}

export type ConferenceRow = NonNullable<Awaited<ReturnType<typeof findRunning>>>;

/** The conference of a channel that is not over. */
export async function findRunning(db: Kysely<DB>, schoolId: number, channelId: number) {
  return conferencesOf(db, schoolId)
    .where('conferences.channel_id', '=', channelId)
    .where('conferences.ended_at', 'is', null)
    .executeTakeFirst();
}

export async function findConference(db: Kysely<DB>, schoolId: number, uuid: string) {
  return conferencesOf(db, schoolId).where('conferences.uuid', '=', uuid).executeTakeFirst();
}

/** Begins a conference; null when one runs in the channel already: who presses at the same moment waits for the first. */
export async function insertConference(
  db: Kysely<DB>,
  values: {
    school_id: number;
    channel_id: number;
    provider: ConferenceProvider;
    user_id: number;
    has_lobby: boolean;
    created_at: string;
  },
): Promise<{ id: number; uuid: string } | null> {
  const row = await db
    .insertInto('conferences')
    .values({ ...values, host_id: values.user_id, empty_since: values.created_at })
    .onConflict((conflict) => conflict.columns(['school_id', 'channel_id']).where('ended_at', 'is', null).doNothing())
    .returning(['id', 'uuid'])
    .executeTakeFirst();
  return row ?? null;
}

/** Takes a conference: who comes and goes is counted by one at a time. */
export async function holdConference(db: Kysely<DB>, { school_id, id }: ConferenceKey): Promise<void> {
  await db
    .selectFrom('conferences')
    .select('id')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .forUpdate()
    .execute();
}

type ConferenceChange = Partial<{
  host_id: number;
  joined_at: string;
  ended_at: string;
  empty_since: string | null;
  opened_at: string;
}>;

export async function changeConference(
  db: Kysely<DB>,
  { school_id, id }: ConferenceKey,
  values: ConferenceChange,
): Promise<void> {
  await db.updateTable('conferences').set(values).where('school_id', '=', school_id).where('id', '=', id).execute();
}

/** Is this the first time that the other server says so? It is heard once. */
export async function hearEnd(db: Kysely<DB>, { school_id, id }: ConferenceKey, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('conferences')
    .set({ end_told_at: at })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('end_told_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type ParticipantRow = Awaited<ReturnType<typeof listParticipants>>[number];

/** Everybody who is or was in conferences, in the order in which they came. */
export async function listParticipants(db: Kysely<DB>, schoolId: number, conferenceIds: readonly number[]) {
  const rows = await db
    .selectFrom('conference_participants as participant')
    .innerJoin(usersPart(db).as('person'), (join) =>
      join.onRef('person.school_id', '=', 'participant.school_id').onRef('person.id', '=', 'participant.user_id'),
    )
    .select(['participant.conference_id', 'participant.user_id', 'participant.state', 'participant.media'])
    .select(['participant.is_muted', 'participant.is_sharing', 'participant.connection'])
    .select(['participant.joined_at', 'participant.seen_at', 'person.firstname', 'person.lastname'])
    .where('participant.school_id', '=', schoolId)
    .where('participant.conference_id', '=', sql<number>`any(${conferenceIds}::bigint[])`)
    .orderBy('participant.joined_at')
    .orderBy('participant.user_id')
    .execute();
  return rows.map(({ firstname, lastname, ...row }) => ({
    ...row,
    state: row.state as ParticipantState,
    media: row.media as ConferenceMedia,
    displayname: named({ firstname, lastname }),
  }));
}

export const displayNameOf = named;

interface Arrival {
  user_id: number;
  state: 'waiting' | 'in';
  media: ConferenceMedia;
  connection: string;
  at: string;
}

/** Somebody comes, or comes back. */
export async function putParticipant(
  db: Kysely<DB>,
  { school_id, id }: ConferenceKey,
  { user_id, state, media, connection, at }: Arrival,
): Promise<void> {
  const joined_at = state === 'in' ? at : null;
  const values = { state, media, connection, seen_at: at, left_at: null, is_sharing: false };
  await db
    .insertInto('conference_participants')
    .values({ school_id, conference_id: id, user_id, joined_at, ...values })
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'conference_id', 'user_id']).doUpdateSet({
        ...values,
        joined_at: sql<string | null>`coalesce(conference_participants.joined_at, excluded.joined_at)`,
      }),
    )
    .execute();
}

type ParticipantChange = Partial<{
  state: ParticipantState;
  media: ConferenceMedia;
  is_muted: boolean;
  is_sharing: boolean;
  joined_at: string;
  seen_at: string;
  left_at: string | null;
  ticket_hash: Buffer | null;
  ticket_expires_at: string | null;
}>;

export async function changeParticipants(
  db: Kysely<DB>,
  { school_id, id }: ConferenceKey,
  userIds: readonly number[],
  values: ParticipantChange,
): Promise<void> {
  await db
    .updateTable('conference_participants')
    .set(values)
    .where('school_id', '=', school_id)
    .where('conference_id', '=', id)
    .where('user_id', '=', sql<number>`any(${userIds}::bigint[])`)
    .execute();
}

/** Takes a ticket; null when there is none like it any more. */
export async function takeTicket(
  db: Kysely<DB>,
  schoolId: number,
  hash: Buffer,
): Promise<{ conference_id: number; user_id: number; expires_at: string } | null> {
  const { rows } = await sql<{ conference_id: number; user_id: number; expires_at: string }>`
    with found as (
      select conference_id, user_id, ticket_expires_at from conference_participants
      where school_id = ${schoolId} and ticket_hash = ${hash} and state = 'in' for update
    )
    update conference_participants as taken set ticket_hash = null, ticket_expires_at = null from found
    where taken.school_id = ${schoolId} and taken.conference_id = found.conference_id and taken.user_id = found.user_id
    returning found.conference_id, found.user_id, found.ticket_expires_at as expires_at`.execute(db);
  return rows[0] ?? null;
}

/** What one person said about conferences. */
export async function listFeedback(db: Kysely<DB>, schoolId: number, userId: number, conferenceIds: readonly number[]) {
  return db
    .selectFrom('conference_feedback')
    .select(['conference_id', 'rating', 'comment', 'updated_at'])
    .where('school_id', '=', schoolId)
    .where('user_id', '=', userId)
    .where('conference_id', '=', sql<number>`any(${conferenceIds}::bigint[])`)
    .execute();
}

export async function putFeedback(
  db: Kysely<DB>,
  { school_id, id }: ConferenceKey,
  user_id: number,
  values: { rating: number; comment: string | null; updated_at: string },
): Promise<void> {
  await db
    .insertInto('conference_feedback')
    .values({ school_id, conference_id: id, user_id, ...values })
    .onConflict((conflict) => conflict.columns(['school_id', 'conference_id', 'user_id']).doUpdateSet(values))
    .execute();
}

export async function deleteFeedback(db: Kysely<DB>, { school_id, id }: ConferenceKey, userId: number): Promise<void> {
  await db
    .deleteFrom('conference_feedback')
    .where('school_id', '=', school_id)
    .where('conference_id', '=', id)
    .where('user_id', '=', userId)
    .execute();
}

/** The schools in which a conference runs. */
export async function listSchoolsWithConferences(db: Kysely<DB>): Promise<number[]> {
  const rows = await db
    .selectFrom('conferences')
    .select('school_id')
    .distinct()
    .where('ended_at', 'is', null)
    .execute();
  return rows.map(({ school_id }) => school_id);
}

export async function listRunning(db: Kysely<DB>, schoolId: number): Promise<ConferenceRow[]> {
  return conferencesOf(db, schoolId)
    .where('conferences.ended_at', 'is', null)
    .orderBy('conferences.created_at')
    .execute();
}

/** Forgets who was in a conference that ended before then, and what they said; returns the number of conferences. */
export async function deleteConferences(db: Kysely<DB>, before: Date): Promise<number> {
  const at = before.toISOString();
  await sql`delete from conference_feedback as old using conferences
    where conferences.school_id = old.school_id and conferences.id = old.conference_id and conferences.ended_at < ${at}`.execute(
    db,
  );
  await sql`delete from conference_participants as old using conferences
    where conferences.school_id = old.school_id and conferences.id = old.conference_id and conferences.ended_at < ${at}`.execute(
    db,
  );
  const { numDeletedRows } = await db.deleteFrom('conferences').where('ended_at', '<', at).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Somebody who is erased was in no conference and said nothing; one that they began stays without them. */
export async function eraseParticipant(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  const own = (table: 'conference_feedback' | 'conference_participants') =>
    db.deleteFrom(table).where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
  await own('conference_feedback');
  await own('conference_participants');
  await db
    .updateTable('conferences')
    .set({
      user_id: sql<number | null>`nullif(user_id, ${user_id})`,
      host_id: sql<number | null>`nullif(host_id, ${user_id})`,
    })
    .where('school_id', '=', school_id)
    .where((eb) => eb.or([eb('user_id', '=', user_id), eb('host_id', '=', user_id)]))
    .execute();
}
