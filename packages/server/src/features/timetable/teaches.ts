import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { listYears } from '../structure/index.ts';
import { hasLessonWith } from './queries/lessons.ts';

/** Does a teacher have lessons with a grade in a plan in force? */
export async function teachesGrade(
  db: Kysely<DB>,
  schoolId: number,
  pair: { teacher_id: number; grade_id: number },
): Promise<boolean> {
  const years = await listYears(db, schoolId);
  const versions = years.flatMap(({ published_version_id }) => published_version_id ?? []);
  return versions.length > 0 && hasLessonWith(db, schoolId, pair, versions);
}
