import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { endUnits, listKept, putInForce, restoreYearSet, updateUnits } from '../../structure/index.ts';
import { replaceSupervisions, type StoredSupervision, undoSubstitutions } from '../../timetable/index.ts';
import { listChanges } from '../queries.ts';
import { MASTERS } from './state.ts';
import type { Kept } from './year.ts';

interface UndoneUpload {
  school_id: number;
  id: number;
  school_year_id: number;
  previous_version_id: number | null;
}

/**
 * Undoes the newest publication, in the caller's transaction: restores the previous version, the substitutions it ended
 * and the master data it changed. What it added is ended, not deleted; other records may refer to it.
 */
export async function undoPlan(db: Kysely<DB>, upload: UndoneUpload, now: Date): Promise<number> {
  const { school_id, school_year_id, previous_version_id } = upload;
  const year = { school_id, id: school_year_id };
  await undoSubstitutions(db, { school_id, school_year_id, id: upload.id, now });
  const changes = await listChanges(db, upload);
  const changeOf = (entity: string) => changes.find((one) => one.entity === entity);
  for (const entity of ['times', 'holidays'] as const) {
    const set = changeOf(entity);
    if (set) await restoreYearSet(db, year, entity, set.before);
  }
  const posts = changeOf('supervisions');
  if (posts) await replaceSupervisions(db, year, posts.before as readonly StoredSupervision[]);
  for (const entity of MASTERS) {
    const change = changeOf(entity);
    if (!change) continue;
    const before = unitsOf(change.before);
    const known = new Set(before.map(({ id }) => id));
    const made = unitsOf(change.after).flatMap(({ id }) => (known.has(id) ? [] : [id]));
    // What the school has come to keep since is its own; what had ended is over again.
    const kept = await listKept(db, entity, [...known, ...made], school_id);
    const isBack = ({ id, ended_at = null }: (typeof before)[number]) => ended_at !== null || !kept.has(id);
    await endUnits(
      db,
      entity,
      made.filter((id) => !kept.has(id)),
      school_id,
      now,
    );
    await updateUnits(db, entity, before.filter(isBack), school_id);
  }
  const anchor = changeOf('anchor')?.before[0];
  const values = {
    published_version_id: previous_version_id,
    ...(anchor === null || typeof anchor === 'string' ? { anchor } : {}),
  };
  return putInForce(db, year, values, now);
}

/** A unit as it was kept; of one that had not ended nothing is said of an end. */
interface KeptUnit {
  readonly id: number;
  readonly ended_at?: string | null;
}

function unitsOf(rows: readonly Kept[]) {
  return rows.filter((row): row is Kept & KeptUnit => typeof row === 'object' && row !== null && 'id' in row);
}
