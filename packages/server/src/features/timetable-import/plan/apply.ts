import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';
import { applyLessons } from './apply-lessons.ts';
import { applyMasters } from './apply-masters.ts';
import { applySubstitutions } from './apply-substitutions.ts';
import type { PlanChange } from './resolve.ts';
import { keepBefore, type Publication, replaceSet } from './year.ts';

export interface Published {
  previous_version_id: number | null;
  version_id: number | null;
  revision: number;
}

/** Puts a resolved import in force, inside the caller's transaction, which holds the lock of the school year. */
export async function applyPlan(db: Kysely<DB>, at: Publication, change: PlanChange): Promise<Published> {
  const year = await db
    .selectFrom('school_years')
    .select(['published_version_id', 'revision', 'anchor'])
    .where('school_id', '=', at.schoolId)
    .where('id', '=', at.yearId)
    .executeTakeFirstOrThrow();
  const previous = year.published_version_id;
  const toId = await applyMasters(db, at, change.masters);
  await replaceSet(db, at, 'times', change.times);
  await replaceSet(db, at, 'holidays', change.holidays);
  const { versionId, toLessonId } =
    change.lessons.differences.length > 0 || previous === null
      ? await applyLessons(db, at, change.lessons, toId, previous)
      : { versionId: previous, toLessonId: (id: number) => id };
  await applySubstitutions(db, at, change.substitutions, toId, toLessonId);
  if (change.anchor) await keepBefore(db, at, 'anchor', [year.anchor], [change.anchor]);
  const revision = year.revision + 1;
  await db
    .updateTable('school_years')
    .set({
      published_version_id: versionId,
      revision,
      last_updated_at: at.now.toISOString(),
      ...(change.anchor ? { anchor: change.anchor } : {}),
    })
    .where('school_id', '=', at.schoolId)
    .where('id', '=', at.yearId)
    .execute();
  return { previous_version_id: previous, version_id: versionId, revision };
}
