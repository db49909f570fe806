import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { createUnits, saveExternalKeys, takeUnitIds, UNIT_COLUMNS, updateUnits } from '../../structure/index.ts';
import { sortedIds, type ToId } from './ids.ts';
import type { MasterChange, ResolvedMasters } from './masters.ts';
import { MASTERS, type Master, type MasterRow } from './state.ts';
import { keepBefore, type Publication } from './year.ts';

/** Defaults of non-null columns, for values that neither the file nor the record has. */
const DEFAULTS: Partial<Record<Master, Readonly<Record<string, unknown>>>> = {
  subject: { color: 'blue' },
  course: { grade_ids: [], teacher_ids: [], is_required: false },
};

/** Writes master data, its previous state for undo, and the keys; returns the real ids of new records. */
export async function applyMasters(db: Kysely<DB>, at: Publication, masters: ResolvedMasters): Promise<ToId> {
  const changesOf = Map.groupBy(masters.changes, ({ entity }) => entity);
  // All ids first: a course refers to subjects, grades and teachers.
  const real = new Map<number, number>();
  for (const [entity, changes] of changesOf) {
    const fresh = changes.filter(({ before }) => before === null);
    const ids = await takeUnitIds(db, entity, fresh.length);
    for (const [index, { after }] of fresh.entries()) real.set(after.id, ids[index] as number);
  }
  const toId: ToId = (id) => real.get(id) ?? id;
  for (const entity of MASTERS) await writeMasters(db, at, entity, changesOf.get(entity) ?? [], toId);
  await saveExternalKeys(
    db,
    masters.keys.map(({ entity, external, id }) => ({ entity, external_key: external, entity_id: toId(id) })),
    { school_id: at.schoolId, school_year_id: at.yearId, source: at.source },
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
  const record = (row: MasterRow) => toRecord(entity, row, at.now, toId);
  const { fresh = [], changed = [] } = Object.groupBy(changes, ({ before }) => (before ? 'changed' : 'fresh'));
  const added = fresh.map(({ after }) => record(after));
  const updated = changed.map(({ after }) => record(after));
  await createUnits(db, entity, added, { school_id: at.schoolId, source: at.source });
  await updateUnits(db, entity, updated, at.schoolId);
  const before = changes.flatMap((change) => (change.before ? [record(change.before)] : []));
  await keepBefore(db, at, entity, before, [...added, ...updated]);
}

/** A row in the form of the table. */
function toRecord(entity: Master, row: MasterRow, now: Date, toId: ToId) {
  const values: Record<string, unknown> = {};
  for (const column of Object.keys(UNIT_COLUMNS[entity])) {
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
