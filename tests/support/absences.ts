import { toInstant } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';
import type { FullSchool } from './full-school.ts';

const AT = '2026-11-18T06:00:00.000Z';

export interface BuiltAbsence {
  book: number;
  uuid: string;
}

/** An absence of somebody of a full school, next Monday, excused. */
export async function buildAbsence(
  db: Kysely<DB>,
  { school, mark }: FullSchool,
  userId: number,
  values: { source?: 'parent' | 'pupil' | 'school'; created_by?: number | null } = {},
): Promise<BuiltAbsence> {
  const { uuid } = await db
    .insertInto('absences')
    .values({
      school_id: school.id,
      school_year_id: school.yearId,
      user_id: userId,
      type_id: 'sick',
      source: 'school',
      begins_at: '2026-11-22T23:00:00.000Z',
      ends_at: '2026-11-23T22:59:00.000Z',
      created_at: AT,
      updated_at: AT,
      comment: `Vermerk ${mark}`,
      excuse_note: `Notiz ${mark}`,
      ...values,
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return { book: school.yearId, uuid };
}

/** A day in November 2026 in Berlin, or a part of it, as an absence has it. */
export const november = (day: number, from = '00:00', until = '23:59', last = day) => ({
  begins_at: toInstant(`2026-11-${day}`, from, 'Europe/Berlin').toISOString(),
  ends_at: toInstant(`2026-11-${last}`, until, 'Europe/Berlin').toISOString(),
});
