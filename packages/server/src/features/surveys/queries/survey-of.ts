import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { channelMembersOf } from '../../channels/index.ts';

/** A survey of a school. */
export interface SurveyKey {
  readonly school_id: number;
  readonly id: number;
}

/** Who reads, with their school. */
export interface SurveyReader {
  readonly school_id: number;
  readonly user_id: number;
}

export type SurveyRow = Awaited<ReturnType<typeof listSurveys>>[number];

/** Surveys, whether a reader has answered them, and while an anonymous one runs, what its hashes are made with. */
export async function listSurveys(db: Kysely<DB>, { school_id, user_id }: SurveyReader, ids: readonly number[]) {
  return db
    .selectFrom('surveys')
    .leftJoin('survey_secrets', (join) =>
      join
        .onRef('survey_secrets.school_id', '=', 'surveys.school_id')
        .onRef('survey_secrets.survey_id', '=', 'surveys.id'),
    )
    .leftJoin('survey_participations as own', (join) =>
      join
        .onRef('own.school_id', '=', 'surveys.school_id')
        .onRef('own.survey_id', '=', 'surveys.id')
        .on('own.user_id', '=', user_id),
    )
    .select(['surveys.id', 'surveys.uuid', 'surveys.user_id', 'surveys.results_visibility', 'surveys.is_anonymous'])
    .select(['surveys.expires_at', 'surveys.ended_at', 'surveys.votes_count', 'surveys.created_at'])
    .select(['survey_secrets.salt', 'own.user_id as voted_by'])
    .where('surveys.school_id', '=', school_id)
    .where('surveys.id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('surveys.deleted_at', 'is', null)
    .execute();
}

/** Surveys that are not deleted, as a part of another feature's query. */
export function surveysPart(db: Kysely<DB>) {
  return db.selectFrom('surveys').select(['school_id', 'id', 'uuid']).where('deleted_at', 'is', null);
}

/** Was a survey sent anywhere? */
export async function isPlaced(db: Kysely<DB>, { school_id, id }: SurveyKey): Promise<boolean> {
  const { rows } = await sql<{ is_placed: boolean }>`select
    exists (select 1 from survey_channels where school_id = ${school_id} and survey_id = ${id})
    or exists (select 1 from survey_users where school_id = ${school_id} and survey_id = ${id}) as is_placed`.execute(
    db,
  );
  return rows[0]?.is_placed ?? false;
}

/** The id of a survey by its uuid; null: there is none. */
export async function findSurveyId(db: Kysely<DB>, schoolId: number, uuid: string): Promise<number | null> {
  const row = await db
    .selectFrom('surveys')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('uuid', '=', uuid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The places to which surveys were sent, and whether a reader is there; a place without a channel is a single person. */
export async function listPlaces(db: Kysely<DB>, { school_id, user_id }: SurveyReader, ids: readonly number[]) {
  const wanted = sql<number>`any(${ids}::bigint[])`;
  const named = db
    .selectFrom('survey_users as named')
    .select(['named.survey_id', sql<number | null>`null::bigint`.as('channel_id')])
    .select((eb) => eb.case().when('named.user_id', '=', user_id).then(eb.ref('named.user_id')).end().as('user_id'))
    .select(sql<boolean | null>`false`.as('is_disabled'))
    .where('named.school_id', '=', school_id)
    .where('named.survey_id', '=', wanted);
  return db
    .selectFrom('survey_channels')
    .leftJoin(channelMembersOf(db, school_id).as('member'), (join) =>
      join
        .onRef('member.school_id', '=', 'survey_channels.school_id')
        .onRef('member.channel_id', '=', 'survey_channels.channel_id')
        .on('member.user_id', '=', user_id),
    )
    .select('survey_channels.survey_id')
    .select((eb) => eb.ref('survey_channels.channel_id').$castTo<number | null>().as('channel_id'))
    .select(['member.user_id', 'member.is_disabled'])
    .where('survey_channels.school_id', '=', school_id)
    .where('survey_channels.survey_id', '=', wanted)
    .unionAll(named)
    .orderBy('channel_id')
    .execute();
}

export type QuestionRow = Awaited<ReturnType<typeof listQuestions>>[number];

export async function listQuestions(db: Kysely<DB>, schoolId: number, ids: readonly number[]) {
  return db
    .selectFrom('survey_questions')
    .select(['id', 'uuid', 'survey_id', 'position', 'question', 'type', 'has_user_option', 'is_shared'])
    .where('school_id', '=', schoolId)
    .where('survey_id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('survey_id')
    .orderBy('position')
    .execute();
}

export type OptionRow = Awaited<ReturnType<typeof listOptions>>[number];

export async function listOptions(db: Kysely<DB>, schoolId: number, questionIds: readonly number[]) {
  return db
    .selectFrom('survey_options')
    .select(['id', 'uuid', 'question_id', 'name', 'has_user_option'])
    .where('school_id', '=', schoolId)
    .where('question_id', '=', sql<number>`any(${questionIds}::bigint[])`)
    .orderBy('question_id')
    .orderBy('position')
    .execute();
}

/** The answers of somebody: under their name, or under the hashes that only they and the server can make. */
export async function listOwnVotes(
  db: Kysely<DB>,
  { school_id, user_id }: SurveyReader,
  ids: readonly number[],
  tags: readonly Buffer[],
) {
  return db
    .selectFrom('survey_votes')
    .select(['question_id', 'option_id', 'text'])
    .where('school_id', '=', school_id)
    .where('survey_id', '=', sql<number>`any(${ids}::bigint[])`)
    .where((eb) => eb.or([eb('user_id', '=', user_id), eb('revoke_tag', '=', sql<Buffer>`any(${tags}::bytea[])`)]))
    .execute();
}

/** The people who can answer: all in the channels of a survey now, and those whom it names. */
export function audiencePart(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('survey_channels')
    .innerJoin(channelMembersOf(db, schoolId).as('member'), (join) =>
      join
        .onRef('member.school_id', '=', 'survey_channels.school_id')
        .onRef('member.channel_id', '=', 'survey_channels.channel_id'),
    )
    .select(['survey_channels.school_id', 'survey_channels.survey_id', 'member.user_id'])
    .where('survey_channels.school_id', '=', schoolId)
    .union(
      db.selectFrom('survey_users').select(['school_id', 'survey_id', 'user_id']).where('school_id', '=', schoolId),
    );
}

/** The accounts of all who can answer a survey. */
export async function listAudience(db: Kysely<DB>, { school_id, id }: SurveyKey): Promise<number[]> {
  const rows = await db
    .selectFrom(audiencePart(db, school_id).as('asked'))
    .select('asked.user_id')
    .where('asked.school_id', '=', school_id)
    .where('asked.survey_id', '=', id)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Those who have answered. */
export async function listParticipants(db: Kysely<DB>, { school_id, id }: SurveyKey): Promise<number[]> {
  const rows = await db
    .selectFrom('survey_participations')
    .select('user_id')
    .where('school_id', '=', school_id)
    .where('survey_id', '=', id)
    .execute();
  return rows.map(({ user_id }) => user_id);
}
