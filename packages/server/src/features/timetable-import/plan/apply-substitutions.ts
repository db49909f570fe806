import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { createSubstitutions, endSubstitutions } from '../../timetable/index.ts';
import { sortedIds, type ToId, toIdOrNull } from './ids.ts';
import type { SubstitutionRow } from './state.ts';
import type { ResolvedSubstitutions } from './substitutions.ts';
import { type Publication, uploadOf } from './year.ts';

/** Ends removed and changed substitutions, and writes new and changed ones with the lessons that they replace. */
export async function applySubstitutions(
  db: Kysely<DB>,
  at: Publication,
  { added, changed, removed }: ResolvedSubstitutions,
  toId: ToId,
  toLessonId: ToId,
): Promise<void> {
  const upload = uploadOf(at);
  await endSubstitutions(
    db,
    upload,
    [...removed, ...changed.map(({ before }) => before)].map(({ id }) => id),
  );
  const fresh = [...added, ...changed.map(({ after }) => after)];
  await createSubstitutions(
    db,
    upload,
    fresh.map((row) => toStored(row, toId, toLessonId)),
  );
}

function toStored({ id: _, ...row }: SubstitutionRow, toId: ToId, toLessonId: ToId) {
  return {
    ...row,
    replaces: row.replaces.map((one) => ({ ...one, lesson_id: toLessonId(one.lesson_id) })),
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
