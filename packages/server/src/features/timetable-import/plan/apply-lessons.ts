import type { Kysely } from 'kysely';
import { begun } from '../../../kernel/data/bulk.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { flatMapInSteps, inSlices } from '../../../kernel/process/slices.ts';
import { saveExternalKeys } from '../../structure/index.ts';
import { createVersion, insertLessonIdentities, takeLessonIds } from '../../timetable/index.ts';
import { sortedIds, type ToId, toIdOrNull } from './ids.ts';
import type { ResolvedLessons } from './lessons.ts';
import type { LessonRow } from './state.ts';
import type { Publication } from './year.ts';

/** Writes the next version of the weekly plan, which is not in force yet; returns its id and those of new lessons. */
export async function applyLessons(
  db: Kysely<DB>,
  at: Publication,
  { rows, keys }: ResolvedLessons,
  toId: ToId,
  baseVersionId: number | null,
): Promise<{ versionId: number; toLessonId: ToId }> {
  const { toLessonId, made } = await takeIdentities(db, rows);
  // The records are built while the database writes.
  const writing = begun(insertLessonIdentities(db, at.schoolId, made));
  const found = keys.map(({ external, lesson_id }) => ({
    entity: 'lesson' as const,
    external_key: external,
    entity_id: toLessonId(lesson_id),
  }));
  const toRecord = (row: LessonRow) => ({
    ...row,
    lesson_id: toLessonId(row.lesson_id),
    course_id: toIdOrNull(row.course_id, toId),
    subject_id: toIdOrNull(row.subject_id, toId),
    grade_ids: sortedIds(row.grade_ids, toId),
    teacher_ids: sortedIds(row.teacher_ids, toId),
    bookable_ids: sortedIds(row.bookable_ids, toId),
  });
  const records = await inSlices(flatMapInSteps(rows, (row) => [toRecord(row)]));
  await writing;
  await saveExternalKeys(db, found, { school_id: at.schoolId, school_year_id: at.yearId, source: at.source });
  const version = {
    school_id: at.schoolId,
    school_year_id: at.yearId,
    base_version_id: baseVersionId,
    upload_id: at.uploadId,
    created_at: at.now.toISOString(),
  };
  return { versionId: await createVersion(db, version, records), toLessonId };
}

/** Ids for new lessons, which are not written yet. */
async function takeIdentities(
  db: Kysely<DB>,
  rows: readonly LessonRow[],
): Promise<{ toLessonId: ToId; made: readonly number[] }> {
  const fresh = rows.filter((row) => row.lesson_id < 0);
  const made = await takeLessonIds(db, fresh.length);
  const real = new Map(fresh.map((row, index) => [row.lesson_id, made[index] as number]));
  return { toLessonId: (id) => real.get(id) ?? id, made };
}
