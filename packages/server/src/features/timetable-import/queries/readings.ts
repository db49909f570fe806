import type { AskedReading, ReadingAnswer } from '@kreide/core/features/timetable-import';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import type { UploadKey } from '../queries.ts';

/** The answers of a school about files that can be read in several ways, by their make. */
export async function listReadings(db: Kysely<DB>, schoolId: number): Promise<Record<string, ReadingAnswer>> {
  const rows = await db
    .selectFrom('timetable_reading_choices')
    .select(['make', 'answer'])
    .where('school_id', '=', schoolId)
    .execute();
  return Object.fromEntries(rows.map(({ make, answer }) => [make, answer]));
}

export async function saveReading(
  db: Kysely<DB>,
  schoolId: number,
  { make, answer }: { make: string; answer: ReadingAnswer },
): Promise<void> {
  await db
    .insertInto('timetable_reading_choices')
    .values({ school_id: schoolId, make, answer: toJsonText(answer) })
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'make']).doUpdateSet(({ ref }) => ({ answer: ref('excluded.answer') })),
    )
    .execute();
}

/** What the files of an upload ask; null: nothing, or they are not kept any more. */
export async function findAsked(db: Kysely<DB>, { school_id, id }: UploadKey): Promise<AskedReading | null> {
  const { asked } = await db
    .selectFrom('timetable_uploads')
    .select('asked')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return asked;
}
