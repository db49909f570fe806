import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { getYear, putInForce } from '../../structure/index.ts';
import { applyLessons } from './apply-lessons.ts';
import { applyMasters } from './apply-masters.ts';
import { applySubstitutions } from './apply-substitutions.ts';
import { applySupervisions } from './apply-supervisions.ts';
import type { PlanChange } from './resolve.ts';
import { keepBefore, type Publication, replaceSet } from './year.ts';

export interface Published {
  previous_version_id: number | null;
  version_id: number | null;
  revision: number;
}

/** Puts a resolved import in force, in the caller's transaction, which holds the lock of the school year. */
export async function applyPlan(db: Kysely<DB>, at: Publication, change: PlanChange): Promise<Published> {
  const year = await getYear(db, at.schoolId, at.yearId);
  const previous = year.published_version_id;
  const toId = await applyMasters(db, at, change.masters);
  await replaceSet(db, at, 'times', change.times);
  await replaceSet(db, at, 'holidays', change.holidays);
  if (change.supervisions) await applySupervisions(db, at, change.supervisions, toId);
  const { versionId, toLessonId } =
    change.lessons.differences.length > 0 || previous === null
      ? await applyLessons(db, at, change.lessons, toId, previous)
      : { versionId: previous, toLessonId: (id: number) => id };
  await applySubstitutions(db, at, change.substitutions, toId, toLessonId);
  if (change.anchor) await keepBefore(db, at, 'anchor', [year.anchor], [change.anchor]);
  const values = { published_version_id: versionId, ...(change.anchor ? { anchor: change.anchor } : {}) };
  const revision = await putInForce(db, { school_id: at.schoolId, id: at.yearId }, values, at.now);
  return { previous_version_id: previous, version_id: versionId, revision };
}
