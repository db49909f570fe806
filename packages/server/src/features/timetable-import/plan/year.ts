import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';
import { toJsonText } from '../../../kernel/json.ts';
import type { HolidayRow, Master, TimeRow } from './state.ts';

/** Whose upload is put in force, in which school year, and when. */
export interface Publication {
  schoolId: number;
  yearId: number;
  uploadId: number;
  source: string;
  now: Date;
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
  table: 'times' | 'holidays',
  rows: readonly (TimeRow | HolidayRow)[] | null,
): Promise<void> {
  if (rows === null) return;
  const before = await db
    .selectFrom(table)
    .selectAll()
    .where('school_id', '=', at.schoolId)
    .where('school_year_id', '=', at.yearId)
    .orderBy('id')
    .execute();
  const strip = ({ id: _, school_id: __, school_year_id: ___, source: ____, ...rest }: Record<string, unknown>) => rest;
  const isSame =
    JSON.stringify(before.map((row) => sorted(strip(row)))) ===
    JSON.stringify(rows.map((row) => sorted({ ...(table === 'times' ? { is_hidden: false } : {}), ...row })));
  if (isSame) return;
  await db.deleteFrom(table).where('school_id', '=', at.schoolId).where('school_year_id', '=', at.yearId).execute();
  if (rows.length > 0)
    await db
      .insertInto(table)
      .values(
        rows.map((row) => ({ ...row, school_id: at.schoolId, school_year_id: at.yearId, source: at.source })) as never,
      )
      .execute();
  await keepBefore(db, at, table, before, rows);
}

/** What a publication changes of one kind of records or of the year as a whole, as it was and as it is: undo puts it back. */
export async function keepBefore(
  db: Kysely<DB>,
  at: Publication,
  entity: Master | 'times' | 'holidays' | 'anchor',
  before: readonly Kept[],
  after: readonly Kept[],
): Promise<void> {
  await db
    .insertInto('upload_changes')
    .values({
      school_id: at.schoolId,
      upload_id: at.uploadId,
      entity,
      before: toJsonText(before),
      after: toJsonText(after),
    })
    .execute();
}

function sorted(row: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
}
