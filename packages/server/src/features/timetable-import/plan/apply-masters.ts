import { type Kysely, sql } from 'kysely';
import { type BulkColumns, insertRows } from '../../../kernel/bulk.ts';
import type { DB } from '../../../kernel/database.generated.ts';
import { toJsonText } from '../../../kernel/json.ts';
import { sortedIds, type ToId, takeIds, writeKeys } from './ids.ts';
import type { MasterChange, ResolvedMasters } from './masters.ts';
import { MASTER_TABLES, MASTERS, type Master, type MasterRow } from './state.ts';
import { keepBefore, type Publication } from './year.ts';

/** Columns that an import may set beside the short name, with their types for the bulk statements. */
export const MASTER_COLUMNS: Record<Master, BulkColumns> = {
  grade: { name: 'text' },
  teacher: { firstname: 'text', lastname: 'text', title: 'text', email: 'text', color: 'text' },
  bookable: { name: 'text' },
  subject: { name: 'text', color: 'text' },
  course: {
    name: 'text',
    subject_id: 'bigint',
    grade_ids: 'bigint[]',
    teacher_ids: 'bigint[]',
    is_required: 'boolean',
  },
};

/** Values of columns that are never null, where neither the file nor the record says one. */
const DEFAULTS: Partial<Record<Master, Readonly<Record<string, unknown>>>> = {
  subject: { color: 'blue' },
  course: { grade_ids: [], teacher_ids: [], is_required: false },
};

/** Writes master data, what was before it for undo, and the keys; answers the real ids of what is new. */
export async function applyMasters(db: Kysely<DB>, at: Publication, masters: ResolvedMasters): Promise<ToId> {
  const changesOf = Map.groupBy(masters.changes, ({ entity }) => entity);
  // All ids first: a course refers to subjects, grades and teachers.
  const real = new Map<number, number>();
  for (const [entity, changes] of changesOf) {
    const fresh = changes.filter(({ before }) => before === null);
    const ids = await takeIds(db, MASTER_TABLES[entity], fresh.length);
    for (const [index, { after }] of fresh.entries()) real.set(after.id, ids[index] as number);
  }
  const toId: ToId = (id) => real.get(id) ?? id;
  for (const entity of MASTERS) await writeMasters(db, at, entity, changesOf.get(entity) ?? [], toId);
  await writeKeys(
    db,
    at,
    masters.keys.map(({ entity, external, id }) => ({ entity, external_key: external, entity_id: toId(id) })),
  );
  return toId;
}

async function writeMasters(
  db: Kysely<DB>,
  at: Publication,
  entity: Master,
  changes: readonly MasterChange[],
  toId: ToId,
): Promise<void> {
  if (changes.length === 0) return;
  const table = MASTER_TABLES[entity];
  const columns: BulkColumns = { id: 'bigint', shortcut: 'text', ...MASTER_COLUMNS[entity] };
  const record = (row: MasterRow) => toRecord(entity, row, at.now, toId);
  const { fresh = [], changed = [] } = Object.groupBy(changes, ({ before }) => (before ? 'changed' : 'fresh'));
  const added = fresh.map(({ after }) => record(after));
  const updated = changed.map(({ after }) => record(after));
  await insertRows(db, table, columns, added, { school_id: at.schoolId, source: at.source });
  if (updated.length > 0) {
    const names = Object.entries(columns);
    const typed = sql.raw(names.map(([name, type]) => `"${name}" ${type}`).join(', '));
    const sets = sql.raw(names.flatMap(([name]) => (name === 'id' ? [] : [`"${name}" = r."${name}"`])).join(', '));
    await sql`update ${sql.table(table)} t set ${sets}, ended_at = r.ended_at
      from jsonb_to_recordset(${toJsonText(updated)}::jsonb) as r(${typed}, ended_at timestamptz)
      where t.school_id = ${at.schoolId} and t.id = r.id`.execute(db);
  }
  const before = changes.flatMap((change) => (change.before ? [record(change.before)] : []));
  await keepBefore(db, at, entity, before, [...added, ...updated]);
}

/** A row as the table has it. */
function toRecord(entity: Master, row: MasterRow, now: Date, toId: ToId) {
  const values: Record<string, unknown> = {};
  for (const column of Object.keys(MASTER_COLUMNS[entity])) {
    const value = (column === 'name' ? row.name : row.extra[column]) ?? DEFAULTS[entity]?.[column] ?? null;
    values[column] = toReal(column, value, toId);
  }
  const ended_at = row.ended ? now.toISOString() : null;
  return { id: toId(row.id), shortcut: row.shortcut, ended_at, source: row.source, ...values };
}

function toReal(column: string, value: unknown, toId: ToId): unknown {
  if (Array.isArray(value)) return sortedIds(value as number[], toId);
  return typeof value === 'number' && column.endsWith('_id') ? toId(value) : value;
}
