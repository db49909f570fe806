import type { CourseRecord, EntityRecord } from '@kreide/core/features/timetable-import';
import { type CourseSides, matchCourses } from './courses.ts';
import type { Resolution } from './resolution.ts';
import { isReplaceableBy } from './sources.ts';
import { type ImportState, keyOf, MASTER_TABLES, MASTERS, type Master, type MasterRow } from './state.ts';

export interface MasterChange {
  entity: Master;
  before: MasterRow | null;
  after: MasterRow;
}

export interface CodeOfFile {
  entity: Master;
  external_key: string;
  /** As the file has it. */
  row: Pick<MasterRow, 'shortcut' | 'name' | 'extra'>;
  /** The id of the record that was chosen. */
  chosen: number | null;
}

export interface ResolvedMasters {
  changes: MasterChange[];
  /** Records of the file that we do not have, or for which somebody has chosen one of ours. */
  codes: CodeOfFile[];
  /** New keys of this source. */
  keys: { entity: Master; external: string; id: number }[];
  /** Reference of the file → our id (or the negative one of a new record). */
  find(entity: Master, reference: string | null): number | null;
  /** The ids of several, each once, in order; unknown ones are skipped. */
  findAll(entity: Master, references: readonly string[]): number[];
  /** Courses that turned out to exist under another id: they are not created, their keys lead to ours. */
  aliasCourses(aliases: ReadonlyMap<number, number>): void;
  /** Is this a course that the whole grade takes part in, after the import? */
  isForAll(courseId: number): boolean;
}

function extrasOf(entity: Master, record: EntityRecord): Record<string, unknown> {
  const extra: Record<string, unknown> = {};
  if (entity === 'teacher') {
    for (const field of ['firstname', 'lastname', 'title', 'email', 'color'] as const)
      if (record[field]) extra[field] = record[field];
    // A file that has full names only.
    if (!record.lastname && record.name) extra.lastname = record.name;
  }
  if (entity === 'subject' && record.color) extra.color = record.color;
  return extra;
}

/** What the school keeps stays as it is: an import refers to it alone. */
const isKept = ({ ended, extra }: MasterRow): boolean => extra.is_custom === true && !ended;

/**
 * Matches the master data of a file with ours: by what somebody has chosen, by the source's own key, else by the exact short name (which adopts a
 * record made by another source or a person), else it is new. Values that the file does not have are unchanged.
 */
export function resolveMasters({ state, plan, source }: Resolution): ResolvedMasters {
  const changes: MasterChange[] = [];
  const codes: CodeOfFile[] = [];
  const keys: ResolvedMasters['keys'] = [];
  const found = new Map<string, number>();
  let next = -1;

  function resolveOne(
    entity: Master,
    record: { external_id: string | null; code: string; name: string | null },
    extra: Record<string, unknown>,
    index: Index,
    claimed: Set<number>,
    twin: MasterRow | undefined,
  ): void {
    const external = record.external_id ?? record.code;
    const known = state.keys.get(keyOf(entity, external));
    const chosen = index.byId.get(state.choices.get(keyOf(entity, external)) ?? Number.NaN);
    /** References of the file to this record lead to ours. */
    const lead = (id: number) => {
      if (known !== id) keys.push({ entity, external, id });
      found.set(keyOf(entity, external), id);
      if (!found.has(keyOf(entity, record.code))) found.set(keyOf(entity, record.code), id);
    };
    const asWritten = { shortcut: record.code, name: record.name, extra };
    if (chosen) {
      // It stays as the school has it: another code of the file may stand for it as well.
      if (chosen.ended && !index.chosen.has(chosen.id))
        changes.push({ entity, before: chosen, after: { ...chosen, ended: false } });
      index.chosen.add(chosen.id);
      codes.push({ entity, external_key: external, row: asWritten, chosen: chosen.id });
      lead(chosen.id);
      return;
    }
    let row = known === undefined ? undefined : index.byId.get(known);
    row ??= twin;
    // Parallel courses often share a name: only their people and subject distinguish them.
    if (!row && entity !== 'course')
      row = index.byShortcut
        .get(record.code)
        ?.find((candidate) => !claimed.has(candidate.id) && !index.keyed.has(candidate.id));
    if (row && isKept(row)) {
      claimed.add(row.id);
      lead(row.id);
      return;
    }
    if (row) {
      // A course keeps the name from its own source; others only refer to it.
      const isGuest = entity === 'course' && row.source !== source;
      const { is_required, ...rest } = extra;
      const news = isGuest ? rest : extra;
      const after: MasterRow = {
        ...row,
        shortcut: isGuest ? row.shortcut : record.code,
        name: isGuest ? row.name : (record.name ?? row.name),
        ended: false,
        extra: { ...row.extra, ...news },
      };
      if (!isSameMaster(row, after, news)) changes.push({ entity, before: row, after });
    } else {
      row = { id: next, shortcut: record.code, name: record.name, source, ended: false, extra };
      next -= 1;
      changes.push({ entity, before: null, after: row });
      codes.push({ entity, external_key: external, row: asWritten, chosen: null });
    }
    claimed.add(row.id);
    lead(row.id);
  }

  const find = (entity: Master, reference: string | null) =>
    reference === null ? null : (found.get(keyOf(entity, reference)) ?? null);
  for (const entity of MASTERS) {
    const index = indexOf(state, entity);
    const claimed = new Set<number>();
    const twins = entity === 'course' ? findTwins(state, plan.courses, index, find) : null;
    for (const record of plan[MASTER_TABLES[entity]]) {
      const extra =
        entity === 'course'
          ? { ...courseExtras(record as CourseRecord, find) }
          : extrasOf(entity, record as EntityRecord);
      // A teacher's name is stored as first and last name.
      const named = entity === 'teacher' ? { ...record, name: null } : record;
      resolveOne(entity, named, extra, index, claimed, twins?.get(record as CourseRecord));
    }
    if (plan.scope.complete.includes(MASTER_TABLES[entity])) {
      for (const row of state.masters[entity]) {
        const isOurs = isReplaceableBy(source, row) || index.keyed.has(row.id);
        if (isOurs && !row.ended && !isKept(row) && !claimed.has(row.id) && !index.chosen.has(row.id))
          changes.push({ entity, before: row, after: { ...row, ended: true } });
      }
    }
  }
  return {
    changes,
    codes,
    keys,
    find,
    findAll: (entity, references) =>
      [...new Set(references.flatMap((one) => find(entity, one) ?? []))].sort((a, b) => a - b),
    aliasCourses(aliases) {
      const isAliased = (change: MasterChange) => change.entity === 'course' && aliases.has(change.after.id);
      changes.splice(0, changes.length, ...changes.filter((change) => !isAliased(change)));
      for (const key of keys) if (key.entity === 'course') key.id = aliases.get(key.id) ?? key.id;
    },
    isForAll(courseId) {
      const changed = changes.find(({ entity, after }) => entity === 'course' && after.id === courseId)?.after;
      const row = changed ?? state.masters.course.find(({ id }) => id === courseId);
      return row?.extra.is_required === true;
    },
  };
}

interface Index {
  byId: Map<number, MasterRow>;
  byShortcut: Map<string, MasterRow[]>;
  /** Already known to this source under a key. */
  keyed: Set<number>;
  /** Chosen for a code of the file, as far as it has been read. */
  chosen: Set<number>;
}

function indexOf(state: ImportState, entity: Master): Index {
  const byShortcut = new Map<string, MasterRow[]>();
  for (const row of state.masters[entity]) byShortcut.set(row.shortcut, [...(byShortcut.get(row.shortcut) ?? []), row]);
  const keyed = new Set<number>();
  for (const [key, id] of state.keys) if (key.startsWith(`${entity} `)) keyed.add(id);
  return { byId: new Map(state.masters[entity].map((row) => [row.id, row])), byShortcut, keyed, chosen: new Set() };
}

/** Courses of the file without a key of this source, and our courses without one. */
function findTwins(
  state: ImportState,
  records: readonly CourseRecord[],
  index: Index,
  find: ResolvedMasters['find'],
): Map<CourseRecord, MasterRow> {
  const unknown = records.filter((record) => !state.keys.has(keyOf('course', record.external_id ?? record.code)));
  const free = state.masters.course.filter((row) => !index.keyed.has(row.id));
  return matchCourses(
    unknown.map((record) => ({ record, sides: courseExtras(record, find) })),
    free,
  );
}

function courseExtras(record: CourseRecord, find: ResolvedMasters['find']): CourseSides & { is_required: boolean } {
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
