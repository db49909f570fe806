import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';
import { toJsonText } from '../../../kernel/json.ts';
import { readYearSet, replaceYearSet, type YearSet } from '../../structure/index.ts';
import type { PlanUpload } from '../../timetable/index.ts';
import { createChange } from '../queries.ts';
import type { HolidayRow, Master, TimeRow } from './state.ts';

/** Whose upload is put in force, in which school year, and when. */
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

/** A record as it is kept for undo; of the week anchor the date alone. */
export type Kept = { readonly id: number } | TimeRow | HolidayRow | string | null;

declare module '../../../kernel/json.ts' {
  interface JsonColumns {
    'upload_changes.before': readonly Kept[];
    'upload_changes.after': readonly Kept[];
  }
}

/** Rows of a small table that belongs to the year as a whole: the old set is kept for undo, the new one written. */
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

/** What a publication changes of one kind of records or of the year as a whole, as it was and as it is: undo puts it back. */
export async function keepBefore(
  db: Kysely<DB>,
  at: Publication,
  entity: Master | YearSet | 'anchor',
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
