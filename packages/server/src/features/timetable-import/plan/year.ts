import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import { readYearSet, replaceYearSet, type YearSet } from '../../structure/index.ts';
import type { PlanUpload, StoredSupervision } from '../../timetable/index.ts';
import { createChange } from '../queries.ts';
import type { HolidayRow, Master, TimeRow } from './state.ts';

/** The upload that is put in force, with school year and time. */
export interface Publication {
  schoolId: number;
  yearId: number;
  uploadId: number;
  source: string;
  now: Date;
}

export function uploadOf(at: Publication): PlanUpload {
  return { school_id: at.schoolId, school_year_id: at.yearId, id: at.uploadId, now: at.now };
}

/** A record as stored for undo; of the week anchor only the date. */
export type Kept = { readonly id: number } | TimeRow | HolidayRow | StoredSupervision | string | null;

declare module '../../../kernel/data/json.ts' {
  interface JsonColumns {
    'upload_changes.before': readonly Kept[];
    'upload_changes.after': readonly Kept[];
  }
}

/** Rows of a small table that belongs to the year as a whole: stores the old set for undo and writes the new one. */
export async function replaceSet(
  db: Kysely<DB>,
  at: Publication,
  set: YearSet,
  rows: readonly (TimeRow | HolidayRow)[] | null,
): Promise<void> {
  if (rows === null) return;
  const year = { school_id: at.schoolId, id: at.yearId };
  const before = await readYearSet(db, year, set);
  const strip = ({ id: _, school_id: __, school_year_id: ___, source: ____, ...rest }: Record<string, unknown>) => rest;
  const isSame =
    JSON.stringify(before.map((row) => sorted(strip(row)))) ===
    JSON.stringify(rows.map((row) => sorted({ ...(set === 'times' ? { is_hidden: false } : {}), ...row })));
  if (isSame) return;
  await replaceYearSet(db, year, set, rows, at.source);
  await keepBefore(db, at, set, before, rows);
}

/**
 * A publication's changes to one kind of records or to the year as a whole, before and after: undo restores the former.
 */
export async function keepBefore(
  db: Kysely<DB>,
  at: Publication,
  entity: Master | YearSet | 'supervisions' | 'anchor',
  before: readonly Kept[],
  after: readonly Kept[],
): Promise<void> {
  await createChange(db, {
    school_id: at.schoolId,
    upload_id: at.uploadId,
    entity,
    before: toJsonText(before),
    after: toJsonText(after),
  });
}

function sorted(row: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
}
