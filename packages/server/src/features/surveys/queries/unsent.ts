import { type AliasableExpression, type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { SurveyKey } from './survey-of.ts';

/** How long a survey is kept that was sent nowhere, days. */
export const UNSENT_DAYS = 30;
/** Surveys that go in a night. */
const AT_ONCE = 1000;

/** The surveys that something carries which is still to be shown, as a part of a query: said by the feature above that knows. */
export type CarriedSurveys = (db: Kysely<DB>) => AliasableExpression<{ school_id: number; survey_id: number | null }>;

/** Surveys that were begun before an instant and went nowhere: no channel, no person, nothing that carries them, no answer. */
async function listUnsent(db: Kysely<DB>, before: Date, carried: CarriedSurveys): Promise<SurveyKey[]> {
  return db
    .selectFrom('surveys')
    .select(['school_id', 'id'])
    .where('created_at', '<', before.toISOString())
    .where(
      sql<SqlBool>`not exists (select 1 from survey_channels o where o.school_id = surveys.school_id and o.survey_id = surveys.id)
        and not exists (select 1 from survey_users o where o.school_id = surveys.school_id and o.survey_id = surveys.id)
        and not exists (select 1 from survey_participations o where o.school_id = surveys.school_id and o.survey_id = surveys.id)
        and not exists (select 1 from survey_votes o where o.school_id = surveys.school_id and o.survey_id = surveys.id)`,
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(carried(db).as('carried'))
            .select(sql`1`.as('one'))
            .whereRef('carried.school_id', '=', 'surveys.school_id')
            .whereRef('carried.survey_id', '=', 'surveys.id'),
        ),
      ),
    )
    .orderBy('school_id')
    .orderBy('id')
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Surveys that nobody sent within thirty days go with all that belongs to them; returns the number. */
export async function pruneUnsent(db: Kysely<DB>, now: Date, carried: CarriedSurveys): Promise<number> {
  const before = new Date(now.getTime() - UNSENT_DAYS * 24 * 60 * 60 * 1000);
  return db.transaction().execute(async (trx) => {
    const unsent = await listUnsent(trx, before, carried);
    for (const [school_id, keys] of Map.groupBy(unsent, (key) => key.school_id))
      await removeWhole(
        trx,
        school_id,
        keys.map(({ id }) => id),
      );
    return unsent.length;
  });
}

async function removeWhole(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<void> {
  await sql`delete from survey_options where school_id = ${schoolId} and question_id in (
    select id from survey_questions where school_id = ${schoolId} and survey_id = any(${ids}::bigint[]))`.execute(db);
  await sql`delete from survey_questions where school_id = ${schoolId} and survey_id = any(${ids}::bigint[])`.execute(
    db,
  );
  await sql`delete from survey_secrets where school_id = ${schoolId} and survey_id = any(${ids}::bigint[])`.execute(db);
  await sql`delete from surveys where school_id = ${schoolId} and id = any(${ids}::bigint[])`.execute(db);
}
