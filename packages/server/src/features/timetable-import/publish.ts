import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';
import { toJsonText } from '../../kernel/json.ts';
import { getYear, lockYear } from '../structure/index.ts';
import { pruneVersions } from '../timetable/index.ts';
import { unpackPlan } from './packed-plan.ts';
import { applyPlan } from './plan/apply.ts';
import { loadState } from './plan/load.ts';
import { type PlanChange, resolvePlan } from './plan/resolve.ts';
import { undoPlan } from './plan/undo.ts';
import { toStoredChanges } from './process.ts';
import { getUpload, lockUpload, newestPublications, readParsed, type UploadRow, updateUpload } from './queries.ts';
import type { RecentChange } from './recent-change.ts';

/**
 * Puts a ready upload in force, in the caller's transaction. The plan in force is read again under the lock, so a
 * publication in between is neither lost nor applied twice.
 */
export async function publishUpload(
  db: Kysely<DB>,
  upload: UploadRow,
  replace: boolean,
  now: Date,
  recent: RecentChange,
): Promise<void> {
  const yearId = upload.school_year_id;
  const source = upload.source;
  if (yearId === null || source === null) throw new ApiError({ code: 'wrong_state' });
  await lockYear(db, upload.school_id, yearId);
  const current = await lockUpload(db, upload.school_id, upload.id);
  if (current.state !== 'READY') throw new ApiError({ code: 'wrong_state' });
  const change = (await takeRecent(db, upload, yearId, recent)) ?? (await workOut(db, upload, yearId, source));
  if (change.needs_replace && !replace)
    throw new ApiError({
      code: 'needs_replace',
      params: { removed: change.changes.lessons.removed, total: change.lessons.replaceable },
    });
  const published = await applyPlan(
    db,
    { schoolId: upload.school_id, yearId, uploadId: upload.id, source, now },
    change,
  );
  const lines = upload.changes?.lines ?? [];
  await updateUpload(db, upload, {
    state: 'PUBLISHED',
    parsed: null,
    published_at: now.toISOString(),
    previous_version_id: published.previous_version_id,
    version_id: published.version_id,
    published_revision: published.revision,
    changes: toJsonText(toStoredChanges(change, lines)),
  });
  await pruneVersions(db, upload.school_id, yearId, published.version_id);
}

async function takeRecent(
  db: Kysely<DB>,
  upload: UploadRow,
  yearId: number,
  recent: RecentChange,
): Promise<PlanChange | null> {
  const { revision } = await getYear(db, upload.school_id, yearId);
  return recent.take(upload.id, revision);
}

/** The difference to the plan in force now, from the stored records. */
async function workOut(db: Kysely<DB>, upload: UploadRow, yearId: number, source: string): Promise<PlanChange> {
  const parsed = await readParsed(db, upload);
  if (!parsed) throw new ApiError({ code: 'wrong_state' });
  const { source: _, school_year: __, ...options } = upload.options;
  const state = await loadState(db, upload.school_id, yearId, source);
  return resolvePlan(state, await unpackPlan(parsed), source, options);
}

/** Undoes the newest publication of a school year, in the caller's transaction. */
export async function undoUpload(db: Kysely<DB>, upload: UploadRow, now: Date): Promise<void> {
  if (upload.school_year_id === null) throw new ApiError({ code: 'wrong_state' });
  await lockYear(db, upload.school_id, upload.school_year_id);
  const current = await getUpload(db, upload.school_id, upload.id);
  if (current.state !== 'PUBLISHED') throw new ApiError({ code: 'wrong_state' });
  if (!(await newestPublications(db, upload.school_id)).has(upload.id)) throw new ApiError({ code: 'superseded' });
  await undoPlan(
    db,
    {
      school_id: upload.school_id,
      id: upload.id,
      school_year_id: upload.school_year_id,
      previous_version_id: current.previous_version_id,
    },
    now,
  );
  await updateUpload(db, upload, { state: 'UNDONE', undone_at: now.toISOString() });
}
