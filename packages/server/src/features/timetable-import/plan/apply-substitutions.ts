import { type Kysely, sql } from 'kysely';
import { insertRows } from '../../../kernel/bulk.ts';
import type { DB } from '../../../kernel/database.generated.ts';
import { sortedIds, type ToId, takeIds, toIdOrNull } from './ids.ts';
import type { SubstitutionRow } from './state.ts';
import type { ResolvedSubstitutions } from './substitutions.ts';
import type { Publication } from './year.ts';

/** Columns of a substitution that an import writes. */
const SUBSTITUTION_COLUMNS = {
  id: 'bigint',
  source: 'text',
  external_key: 'text',
  kind: 'text',
  is_hidden: 'boolean',
  date: 'date',
  hour: 'text',
  time_begins_at: 'time',
  time_ends_at: 'time',
  from_subject_id: 'bigint',
  from_grade_ids: 'bigint[]',
  from_teacher_ids: 'bigint[]',
  from_bookable_ids: 'bigint[]',
  course_id: 'bigint',
  subject_id: 'bigint',
  grade_ids: 'bigint[]',
  teacher_ids: 'bigint[]',
  bookable_ids: 'bigint[]',
  comment: 'text',
  moved_comment: 'text',
  target_date: 'date',
  target_hour: 'text',
  target_time_begins_at: 'time',
  target_time_ends_at: 'time',
} as const;
const LINK_COLUMNS = { lesson_id: 'bigint', lesson_date: 'date', target_id: 'bigint' } as const;

/** Ends what is gone or changed, and writes what is new or changed with the lessons that it replaces. */
export async function applySubstitutions(
  db: Kysely<DB>,
  at: Publication,
  { added, changed, removed }: ResolvedSubstitutions,
  toId: ToId,
  toLessonId: ToId,
): Promise<void> {
  await endSubstitutions(db, at, [...removed, ...changed.map(({ before }) => before)]);
  const fresh = [...added, ...changed.map(({ after }) => after)];
  const ids = await takeIds(db, 'substitutions', fresh.length);
  const records = fresh.map((row, index) => toRecord(row, ids[index], toId));
  await insertRows(db, 'substitutions', SUBSTITUTION_COLUMNS, records, {
    school_id: at.schoolId,
    school_year_id: at.yearId,
    upload_id: at.uploadId,
    created_at: at.now.toISOString(),
  });
  const links = fresh.flatMap((row, index) =>
    row.replaces.map(({ lesson_id, lesson_date }) => ({
      lesson_id: toLessonId(lesson_id),
      lesson_date,
      target_id: ids[index],
    })),
  );
  await insertRows(db, 'substituted_lessons', LINK_COLUMNS, links, { school_id: at.schoolId });
}

async function endSubstitutions(db: Kysely<DB>, at: Publication, rows: readonly SubstitutionRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.id);
  await db
    .updateTable('substitutions')
    .set({ ended_at: at.now.toISOString(), ended_upload_id: at.uploadId })
    .where('school_id', '=', at.schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}

function toRecord(row: SubstitutionRow, id: number | undefined, toId: ToId) {
  return {
    ...row,
    id,
    from_subject_id: toIdOrNull(row.from_subject_id, toId),
    from_grade_ids: sortedIds(row.from_grade_ids, toId),
    from_teacher_ids: sortedIds(row.from_teacher_ids, toId),
    from_bookable_ids: sortedIds(row.from_bookable_ids, toId),
    course_id: toIdOrNull(row.course_id, toId),
    subject_id: toIdOrNull(row.subject_id, toId),
    grade_ids: sortedIds(row.grade_ids, toId),
    teacher_ids: sortedIds(row.teacher_ids, toId),
    bookable_ids: sortedIds(row.bookable_ids, toId),
  };
}
