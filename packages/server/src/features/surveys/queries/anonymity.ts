import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { SurveyKey } from './survey-of.ts';

/**
 * Writes the answers to a survey, and who has answered, anew in an order of chance: a row of the database shows in which
 * transaction it was written, so that one who answers would be seen beside what they answered. Ids are new ones too.
 */
export async function shuffleVotes(db: Kysely<DB>, { school_id, id }: SurveyKey): Promise<void> {
  await sql`
    with gone as (
      delete from survey_votes where school_id = ${school_id} and survey_id = ${id} and is_anonymous returning *
    )
    insert into survey_votes (school_id, survey_id, is_anonymous, question_id, option_id, text, revoke_tag)
    select school_id, survey_id, is_anonymous, question_id, option_id, text, revoke_tag from gone
    order by random()`.execute(db);
  await sql`
    with gone as (
      delete from survey_participations where school_id = ${school_id} and survey_id = ${id} returning *
    )
    insert into survey_participations (school_id, survey_id, user_id)
    select school_id, survey_id, user_id from gone order by random()`.execute(db);
}

/** Asks for new order; false: somebody else has, and it is still to come. */
export async function markShuffle(db: Kysely<DB>, { school_id, id }: SurveyKey, isDue: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('survey_secrets')
    .set({ is_shuffle_due: isDue })
    .where('school_id', '=', school_id)
    .where('survey_id', '=', id)
    .where('is_shuffle_due', '=', !isDue)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Destroys what could link a person to their answers. */
export async function forgetVoters(db: Kysely<DB>, { school_id, id }: SurveyKey): Promise<void> {
  await sql`update survey_votes set revoke_tag = null
    where school_id = ${school_id} and survey_id = ${id} and revoke_tag is not null`.execute(db);
  await db.deleteFrom('survey_secrets').where('school_id', '=', school_id).where('survey_id', '=', id).execute();
}

/** Takes what was deleted off the disk; not within a transaction. */
export async function sweepVotes(db: Kysely<DB>): Promise<void> {
  await sql`vacuum survey_votes, survey_participations, survey_secrets`.execute(db);
}

/** Marks a survey as ended; false: it was. */
export async function markEnded(db: Kysely<DB>, { school_id, id }: SurveyKey, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('surveys')
    .set({ ended_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Surveys whose time is over and which nothing has ended yet. */
export async function listOverdue(db: Kysely<DB>, now: Date): Promise<SurveyKey[]> {
  return db
    .selectFrom('surveys')
    .select(['school_id', 'id'])
    .where('expires_at', '<=', now.toISOString())
    .where('ended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
}

/**
 * Somebody is erased: what they answered under their name goes, that they answered goes too. Surveys that they made end
 * and have no author any more.
 */
export async function eraseVoter(
  db: Kysely<DB>,
  { school_id, user_id }: { school_id: number; user_id: number },
): Promise<number[]> {
  await sql`update surveys set votes_count = votes_count - 1
    where school_id = ${school_id} and not is_anonymous and id in (
      select survey_id from survey_participations where school_id = ${school_id} and user_id = ${user_id})`.execute(db);
  await sql`delete from survey_participations where school_id = ${school_id} and user_id = ${user_id}`.execute(db);
  await sql`delete from survey_votes where school_id = ${school_id} and user_id = ${user_id}`.execute(db);
  await sql`delete from survey_users where school_id = ${school_id} and user_id = ${user_id}`.execute(db);
  const rows = await db
    .updateTable('surveys')
    .set({ user_id: null })
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
