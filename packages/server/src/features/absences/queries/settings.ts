import { type AbsenceSettings, GRACE_MINUTES_DEFAULT } from '@kreide/core/features/absences';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** What counts until a school decides. */
const USUAL: AbsenceSettings = { grace_minutes: GRACE_MINUTES_DEFAULT, next_day_from: '15:00', pupils_report: true };

export async function readSettings(db: Kysely<DB>, schoolId: number): Promise<AbsenceSettings> {
  const row = await db
    .selectFrom('absence_settings')
    .select(['grace_minutes', 'next_day_from', 'pupils_report'])
    .where('school_id', '=', schoolId)
    .executeTakeFirst();
  return row ?? USUAL;
}

export async function saveSettings(db: Kysely<DB>, schoolId: number, settings: AbsenceSettings): Promise<void> {
  await db
    .insertInto('absence_settings')
    .values({ school_id: schoolId, ...settings })
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet(settings))
    .execute();
}
