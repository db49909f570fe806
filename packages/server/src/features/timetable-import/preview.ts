import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toJsonText } from '../../kernel/data/json.ts';
import { inSlices } from '../../kernel/process/slices.ts';
import { getYear } from '../structure/index.ts';
import { unpackPlan } from './packed-plan.ts';
import { toLines } from './plan/lines.ts';
import { loadState } from './plan/load.ts';
import { type PlanChange, resolveInSteps } from './plan/resolve.ts';
import type { ImportState } from './plan/state.ts';
import { getUpload, readParsed, type UploadRow, updateUpload } from './queries.ts';
import type { StoredChanges } from './stored.ts';

export interface Preview {
  state: ImportState;
  change: PlanChange;
}

/** The difference as stored with the upload. */
export function toStoredChanges({ state, change }: Preview): StoredChanges {
  const { lessons, substitutions } = change.changes;
  return {
    added: lessons.added + substitutions.added,
    changed: lessons.changed + substitutions.changed,
    removed: lessons.removed + substitutions.removed,
    lessons,
    substitutions,
    parts: change.parts,
    lines: toLines(state, change),
    replaceable: change.lessons.replaceable,
    needs_replace: change.needs_replace,
    is_empty: change.is_empty,
    revision: state.year.revision,
  };
}

/** Compares the stored records of a ready upload with the plan in force; null when they are no longer there. */
export async function compareUpload(db: Kysely<DB>, upload: UploadRow): Promise<Preview | null> {
  const { school_year_id, source } = upload;
  const parsed = upload.state === 'READY' ? await readParsed(db, upload) : null;
  if (school_year_id === null || source === null || parsed === null) return null;
  const { source: _, school_year: __, by_program: ___, ...options } = upload.options;
  // The year's revision is read first: what moves afterwards makes the difference outdated.
  const state = await loadState(db, upload.school_id, school_year_id, source);
  return { state, change: await inSlices(resolveInSteps(state, await unpackPlan(parsed), source, options)) };
}

/** The upload with a difference from the plan in force: worked out again when the plan has moved since. */
export async function refreshUpload(db: Kysely<DB>, upload: UploadRow): Promise<UploadRow> {
  if (upload.state !== 'READY' || upload.school_year_id === null) return upload;
  const { revision } = await getYear(db, upload.school_id, upload.school_year_id);
  if (upload.changes?.revision === revision) return upload;
  const preview = await compareUpload(db, upload);
  if (!preview) return upload;
  await updateUpload(db, upload, { changes: toJsonText(toStoredChanges(preview)) }, ['READY']);
  return getUpload(db, upload.school_id, upload.id);
}
