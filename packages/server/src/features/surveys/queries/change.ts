import type { ResultsVisibility } from '@kreide/core/features/channels';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { SurveyKey } from './survey-of.ts';

export interface NewSurveyValues {
  user_id: number;
  results_visibility: ResultsVisibility;
  is_anonymous: boolean;
  expires_at: string | null;
  /** For an anonymous survey: the secret of the hashes of its answers while it runs. */
  salt: Buffer | null;
}

export interface NewQuestion {
  question: string;
  type: 'single' | 'multiple' | 'freetext';
  has_user_option: boolean;
  is_shared: boolean;
  options: readonly string[];
}

/** Makes a survey with its questions and what they offer. */
export async function insertSurvey(
  db: Kysely<DB>,
  school_id: number,
  { salt, ...values }: NewSurveyValues,
  questions: readonly NewQuestion[],
  now: Date,
): Promise<SurveyKey> {
  const { id } = await db
    .insertInto('surveys')
    .values({ school_id, ...values, created_at: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made = await db
    .insertInto('survey_questions')
    .values(questions.map(({ options: _, ...one }, position) => ({ school_id, survey_id: id, position, ...one })))
    .returning(['id', 'position'])
    .execute();
  const options = made.flatMap(({ id: question_id, position: at }) => {
    const { options: names = [], has_user_option = false } = questions[at] ?? {};
    const own = has_user_option ? [{ name: '', has_user_option }] : [];
    return [...names.map((name) => ({ name, has_user_option: false })), ...own].map((option, position) => ({
      school_id,
      question_id,
      position,
      ...option,
    }));
  });
  if (options.length > 0) await db.insertInto('survey_options').values(options).execute();
  if (salt) await db.insertInto('survey_secrets').values({ school_id, survey_id: id, salt }).execute();
  return { school_id, id };
}

/** Its members can take part from now on. */
export async function addChannels(
  db: Kysely<DB>,
  { school_id, id }: SurveyKey,
  channelIds: readonly number[],
): Promise<void> {
  if (channelIds.length === 0) return;
  await db
    .insertInto('survey_channels')
    .values(channelIds.map((channel_id) => ({ school_id, survey_id: id, channel_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Who can answer a survey through a thing that carries it: members of channels, and people. */
export interface SurveyReceivers {
  readonly channels: readonly number[];
  readonly user_ids: readonly number[];
}
export const NO_RECEIVERS: SurveyReceivers = { channels: [], user_ids: [] };

/** The receivers of what carries a survey were these and are those; where else it was sent stays. */
export async function moveReceivers(
  db: Kysely<DB>,
  { school_id, id }: SurveyKey,
  had: SurveyReceivers,
  has: SurveyReceivers,
): Promise<void> {
  await sql`delete from survey_channels where school_id = ${school_id} and survey_id = ${id}
    and channel_id = any(${had.channels}::bigint[]) and channel_id != all(${has.channels}::bigint[])`.execute(db);
  await sql`delete from survey_users where school_id = ${school_id} and survey_id = ${id}
    and user_id = any(${had.user_ids}::bigint[]) and user_id != all(${has.user_ids}::bigint[])`.execute(db);
  await addChannels(db, { school_id, id }, [...new Set(has.channels)]);
  await sql`insert into survey_users (school_id, survey_id, user_id)
    select distinct ${school_id}::bigint, ${id}::bigint, unnest(${has.user_ids}::bigint[])
    on conflict do nothing`.execute(db);
}

/** A survey for a change: nobody else answers or ends it until the commit. */
export async function lockSurvey(db: Kysely<DB>, { school_id, id }: SurveyKey) {
  return db
    .selectFrom('surveys')
    .select(['id', 'user_id', 'is_anonymous', 'expires_at', 'ended_at', 'votes_count', 'results_visibility'])
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Writes down that somebody has answered; false: they had before. */
export async function addParticipation(db: Kysely<DB>, { school_id, id }: SurveyKey, user_id: number) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('survey_participations')
    .values({ school_id, survey_id: id, user_id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function removeParticipation(db: Kysely<DB>, { school_id, id }: SurveyKey, userId: number) {
  const { numDeletedRows } = await db
    .deleteFrom('survey_participations')
    .where('school_id', '=', school_id)
    .where('survey_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Adds to the number of those who have answered. */
export async function countVoters(db: Kysely<DB>, { school_id, id }: SurveyKey, more: -1 | 0 | 1): Promise<void> {
  await db
    .updateTable('surveys')
    .set({ votes_count: sql<number>`votes_count + ${more}::integer` })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

export interface NewVote {
  question_id: number;
  option_id: number | null;
  text: string | null;
  user_id: number | null;
  revoke_tag: Buffer | null;
}

export async function insertVotes(
  db: Kysely<DB>,
  { school_id, id }: SurveyKey,
  is_anonymous: boolean,
  votes: readonly NewVote[],
): Promise<void> {
  await db
    .insertInto('survey_votes')
    .values(votes.map((vote) => ({ school_id, survey_id: id, is_anonymous, ...vote })))
    .execute();
}

/** Takes somebody's answers away: those under their name, or under their hashes. */
export async function removeVotes(
  db: Kysely<DB>,
  { school_id, id }: SurveyKey,
  userId: number,
  tags: readonly Buffer[],
): Promise<void> {
  await db
    .deleteFrom('survey_votes')
    .where('school_id', '=', school_id)
    .where('survey_id', '=', id)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('revoke_tag', '=', sql<Buffer>`any(${tags}::bytea[])`)]))
    .execute();
}

/** Gives an anonymous survey that runs a salt, where it has none. */
export async function renewSalt(db: Kysely<DB>, { school_id, id }: SurveyKey, salt: Buffer): Promise<Buffer> {
  await db.insertInto('survey_secrets').values({ school_id, survey_id: id, salt }).execute();
  return salt;
}

/** Deletes a survey with all that was answered; that there was one stays, for the messages that carried it. */
export async function removeSurvey(db: Kysely<DB>, { school_id, id }: SurveyKey, now: Date): Promise<void> {
  await sql`delete from survey_votes where school_id = ${school_id} and survey_id = ${id}`.execute(db);
  await sql`delete from survey_participations where school_id = ${school_id} and survey_id = ${id}`.execute(db);
  await sql`delete from survey_secrets where school_id = ${school_id} and survey_id = ${id}`.execute(db);
  await sql`delete from survey_channels where school_id = ${school_id} and survey_id = ${id}`.execute(db);
  await sql`delete from survey_users where school_id = ${school_id} and survey_id = ${id}`.execute(db);
  await sql`delete from survey_options where school_id = ${school_id} and question_id in (
    select id from survey_questions where school_id = ${school_id} and survey_id = ${id})`.execute(db);
  await sql`delete from survey_questions where school_id = ${school_id} and survey_id = ${id}`.execute(db);
  await db
    .updateTable('surveys')
    .set({ deleted_at: now.toISOString(), votes_count: 0 })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}
