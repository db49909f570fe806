import { STANDARD_TYPE } from '@kreide/core/features/absences';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { isInUnit } from '../../structure/index.ts';
import type { Writing } from './absences.ts';
import { addSteps } from './absences.ts';

interface Span {
  readonly begins_at: string;
  readonly ends_at: string;
}

/** What the roll has found about a pupil in a range, and nobody has explained yet. */
export async function listMissing(db: Kysely<DB>, schoolId: number, userId: number, { begins_at, ends_at }: Span) {
  return db
    .selectFrom('absences')
    .select(['id', 'uuid', 'school_year_id', 'user_id', 'grade_id', 'course_id', 'begins_at', 'ends_at'])
    .select(['last_contacted_at', 'excuse_note'])
    .where('school_id', '=', schoolId)
    .where('user_id', '=', userId)
    .where('type_id', '=', STANDARD_TYPE)
    .where('deleted_at', 'is', null)
    .where('begins_at', '<', ends_at)
    .where('ends_at', '>', begins_at)
    .orderBy('begins_at')
    .execute();
}
export type MissingRow = Awaited<ReturnType<typeof listMissing>>[number];

/** Does anything, of whatever type, say that a pupil is not there at this time? */
export async function isCovered(db: Kysely<DB>, schoolId: number, userId: number, day: string, span: Span) {
  const unit = { grade_id: sql.ref('a.grade_id'), course_id: sql.ref('a.course_id') };
  const user = sql`${userId}::bigint`;
  const { rows } = await sql`select 1 from absences a where a.school_id = ${schoolId} and a.deleted_at is null
    and a.begins_at < ${span.ends_at}::timestamptz and a.ends_at > ${span.begins_at}::timestamptz
    and (a.user_id = ${user} or (a.user_id is null and ${isInUnit(schoolId, user, unit, sql`${day}::date`)})) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Moves the beginning or the end of what the roll has found. */
export async function moveMissing(db: Kysely<DB>, writing: Writing, id: number, span: Span): Promise<void> {
  const { school_id, by, now } = writing;
  const at = now.toISOString();
  await db
    .updateTable('absences')
    .set({ ...span, edited_by: by, edited_at: at, updated_at: at })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
  await addSteps(db, writing, [id], 'updated');
}

/** An absence whose parents are to be told, locked; undefined: it is explained, over, or they know. */
export async function takeUntold(db: Kysely<DB>, schoolId: number, id: number) {
  return db
    .selectFrom('absences')
    .select(['id', 'uuid', 'school_year_id', 'user_id', 'grade_id', 'course_id', 'begins_at', 'ends_at'])
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('type_id', '=', STANDARD_TYPE)
    .where('deleted_at', 'is', null)
    .where('last_contacted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}
