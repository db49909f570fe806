import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { getYear, lockYear } from '../structure/index.ts';
import { pruneVersions } from '../timetable/index.ts';
import { applyPlan } from './plan/apply.ts';
import type { PlanChange } from './plan/resolve.ts';
import { undoPlan } from './plan/undo.ts';
import { compareUpload } from './preview.ts';
import { findAsked, saveReading } from './queries/readings.ts';
import { getUpload, lockUpload, newestPublications, type UploadRow, updateUpload } from './queries.ts';
import type { RecentChange } from './recent-change.ts';

/** What somebody agreed to: the difference from this revision of the plan. */
export interface Consent {
  revision: number;
  /** More than 20 percent of the lessons may be changed or removed. */
  replace: boolean;
}

/**
 * Puts a ready upload in force, in the caller's transaction: exactly the difference that was shown. Under the lock of
 * the year the plan cannot move, so it is refused when it has moved since.
 */
export async function publishUpload(
  db: Kysely<DB>,
  upload: UploadRow,
  consent: Consent,
  now: Date,
  recent: RecentChange,
): Promise<void> {
  const yearId = upload.school_year_id;
  const source = upload.source;
  if (yearId === null || source === null) throw new ApiError({ code: 'upload_not_open' });
  await lockYear(db, upload.school_id, yearId);
  const current = await lockUpload(db, upload.school_id, upload.id);
  if (current.state !== 'READY') throw new ApiError({ code: 'upload_not_open' });
  const { revision } = await getYear(db, upload.school_id, yearId);
  if (revision !== consent.revision) throw new ApiError({ code: 'preview_outdated' });
  const change = recent.take(upload.id, revision) ?? (await workOut(db, current));
  if (change.is_empty) throw new ApiError({ code: 'nothing_changes' });
  if (change.needs_replace && !consent.replace) {
    const { changed, removed } = change.changes.lessons;
    throw new ApiError({ code: 'needs_replace', params: { changed, removed, total: change.lessons.replaceable } });
  }
  const published = await applyPlan(
    db,
    { schoolId: upload.school_id, yearId, uploadId: upload.id, source, now },
    change,
  );
  await updateUpload(db, upload, {
    state: 'PUBLISHED',
    parsed: null,
    published_at: now.toISOString(),
    previous_version_id: published.previous_version_id,
    version_id: published.version_id,
    published_revision: published.revision,
  });
  // How the files are meant was said with them; a look that leads to nothing leaves nothing.
  const asked = current.options.reading === undefined ? null : await findAsked(db, current);
  if (asked?.answer) await saveReading(db, upload.school_id, { make: asked.make, answer: asked.answer });
  await pruneVersions(db, upload.school_id, yearId, published.version_id);
}

async function workOut(db: Kysely<DB>, upload: UploadRow): Promise<PlanChange> {
  const preview = await compareUpload(db, upload);
  if (!preview) throw new ApiError({ code: 'upload_not_open' });
  return preview.change;
}

/** Undoes the newest publication of a school year, in the caller's transaction. */
export async function undoUpload(db: Kysely<DB>, upload: UploadRow, now: Date): Promise<void> {
  if (upload.school_year_id === null) throw new ApiError({ code: 'not_published' });
  await lockYear(db, upload.school_id, upload.school_year_id);
  const current = await getUpload(db, upload.school_id, upload.id);
  if (current.state !== 'PUBLISHED') throw new ApiError({ code: 'not_published' });
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
