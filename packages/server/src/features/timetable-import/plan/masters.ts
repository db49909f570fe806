import type { CourseRecord, EntityRecord, ParsedPlan } from '../records.ts';
import { type ImportState, keyOf, MASTERS, type Master, type MasterRow } from './state.ts';

export interface MasterChange {
  entity: Master;
  before: MasterRow | null;
  after: MasterRow;
}

export interface ResolvedMasters {
  changes: MasterChange[];
  /** New keys of this source. */
  keys: { entity: Master; external: string; id: number }[];
  /** Reference of the file → our id (or a negative one of a record yet to be made). */
  find(entity: Master, reference: string | null): number | null;
}

const TABLES = {
  grade: 'grades',
  teacher: 'teachers',
  bookable: 'bookables',
  subject: 'subjects',
  course: 'courses',
} as const;

function extrasOf(entity: Master, record: EntityRecord): Record<string, unknown> {
  const extra: Record<string, unknown> = {};
  if (entity === 'teacher') {
    for (const field of ['firstname', 'lastname', 'title', 'email', 'color'] as const)
      if (record[field]) extra[field] = record[field];
    // A file that knows only a full name.
    if (!record.lastname && record.name) extra.lastname = record.name;
  }
  if (entity === 'subject' && record.color) extra.color = record.color;
  return extra;
}

/**
 * Matches the master data of a file with ours: by the source's own key, else by the exact short name (which adopts a record
 * that another source or a person made), else it is new. Values that the file does not give stay as they are.
 */
export function resolveMasters(state: ImportState, plan: ParsedPlan, source: string): ResolvedMasters {
  const changes: MasterChange[] = [];
  const keys: ResolvedMasters['keys'] = [];
  const found = new Map<string, number>();
  let next = -1;

  function resolveOne(
    entity: Master,
    record: { external_id: string | null; code: string; name: string | null },
    extra: Record<string, unknown>,
    index: Index,
    claimed: Set<number>,
  ): void {
    const external = record.external_id ?? record.code;
    const known = state.keys.get(keyOf(entity, external));
    let row = known === undefined ? undefined : index.byId.get(known);
    if (!row)
      row = index.byShortcut
        .get(record.code)
        ?.find((candidate) => !claimed.has(candidate.id) && !index.keyed.has(candidate.id));
    if (row) {
      const after: MasterRow = {
        ...row,
        shortcut: record.code,
        name: record.name ?? row.name,
        ended: false,
        extra: { ...row.extra, ...extra },
      };
      if (!isSameMaster(row, after, extra)) changes.push({ entity, before: row, after });
    } else {
      row = { id: next, shortcut: record.code, name: record.name, source, ended: false, extra };
      next -= 1;
      changes.push({ entity, before: null, after: row });
    }
    claimed.add(row.id);
    if (known !== row.id) keys.push({ entity, external, id: row.id });
    found.set(keyOf(entity, external), row.id);
    if (!found.has(keyOf(entity, record.code))) found.set(keyOf(entity, record.code), row.id);
  }

  const find = (entity: Master, reference: string | null) =>
    reference === null ? null : (found.get(keyOf(entity, reference)) ?? null);
  for (const entity of MASTERS) {
    const index = indexOf(state, entity);
    const claimed = new Set<number>();
    for (const record of plan[TABLES[entity]]) {
      const extra =
        entity === 'course' ? courseExtras(record as CourseRecord, find) : extrasOf(entity, record as EntityRecord);
      // A teacher's name stands in first and last name.
      resolveOne(entity, entity === 'teacher' ? { ...record, name: null } : record, extra, index, claimed);
    }
    if ((plan.scope.complete as string[]).includes(TABLES[entity])) {
      for (const row of state.masters[entity]) {
        const isOurs = row.source === source || index.keyed.has(row.id);
        if (isOurs && !row.ended && !claimed.has(row.id))
          changes.push({ entity, before: row, after: { ...row, ended: true } });
      }
    }
  }
  return { changes, keys, find };
}

interface Index {
  byId: Map<number, MasterRow>;
  byShortcut: Map<string, MasterRow[]>;
  /** Already known to this source under a key. */
  keyed: Set<number>;
}

function indexOf(state: ImportState, entity: Master): Index {
  const byShortcut = new Map<string, MasterRow[]>();
  for (const row of state.masters[entity]) byShortcut.set(row.shortcut, [...(byShortcut.get(row.shortcut) ?? []), row]);
  const keyed = new Set<number>();
  for (const [key, id] of state.keys) if (key.startsWith(`${entity} `)) keyed.add(id);
  return { byId: new Map(state.masters[entity].map((row) => [row.id, row])), byShortcut, keyed };
}

function courseExtras(record: CourseRecord, find: ResolvedMasters['find']): Record<string, unknown> {
  const listed = (entity: Master, references: readonly string[]) =>
    references.flatMap((one) => find(entity, one) ?? []).sort((a, b) => a - b);
  return {
    subject_id: find('subject', record.subject),
    grade_ids: listed('grade', record.grades),
    teacher_ids: listed('teacher', record.teachers),
    is_required: record.is_required,
  };
}

function isSameMaster(before: MasterRow, after: MasterRow, extra: Record<string, unknown>): boolean {
  if (before.shortcut !== after.shortcut || before.name !== after.name || before.ended !== after.ended) return false;
  return Object.entries(extra).every(
    ([field, value]) => JSON.stringify(before.extra[field] ?? null) === JSON.stringify(value ?? null),
  );
}
