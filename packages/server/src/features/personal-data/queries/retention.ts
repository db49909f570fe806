import { RETENTION_KINDS, type Retention, retentionOf } from '@kreide/core/features/personal-data';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { schoolsPart } from '../../schools/index.ts';

/** For how many days a school keeps each kind of data. */
export async function getRetention(db: Kysely<DB>, schoolId: number): Promise<Retention> {
  const rows = await db
    .selectFrom('retention_periods')
    .select(['kind', 'days'])
    .where('school_id', '=', schoolId)
    .execute();
  return retentionOf(Object.fromEntries(rows.map(({ kind, days }) => [kind, days])));
}

export async function setRetention(db: Kysely<DB>, schoolId: number, periods: Retention): Promise<void> {
  await db
    .insertInto('retention_periods')
    .values(RETENTION_KINDS.map((kind) => ({ school_id: schoolId, kind, days: periods[kind] })))
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'kind']).doUpdateSet((eb) => ({ days: eb.ref('excluded.days') })),
    )
    .execute();
}

export async function listSchoolIds(db: Kysely<DB>): Promise<number[]> {
  const rows = await db.selectFrom(schoolsPart(db).as('school')).select('school.id').orderBy('school.id').execute();
  return rows.map(({ id }) => id);
}
