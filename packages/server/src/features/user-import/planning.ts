import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  findDoubtfulClasses,
  findRenumbered,
  findSimilarClasses,
  foldWords,
  IMPORT_TYPES,
  type ImportType,
  joinFormer,
  type ListedEntities,
  type PlannedPerson,
  planPeople,
  type ReadPeople,
  type RejectedRow,
  type Renumbered,
  type RunCounts,
  type SchoolPerson,
} from '@kreide/core/features/user-import';
import { toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toJsonText } from '../../kernel/data/json.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { getSchool } from '../schools/index.ts';
import { gradesOf, listInUse, teachersOf } from '../structure/index.ts';
import { listForImport, listFormerKeys, readsOnly } from '../users/index.ts';
import { SCHOOL_NUMBER } from './queries/keys.ts';
import { getRun, listIdentities, type NewLine, type RunRow, readRecords, replaceLines, updateRun } from './queries.ts';
import type { StoredLine, StoredOverview } from './stored.ts';

/** What was read, as it is kept until the run ends. */
export const packPeople = (read: ReadPeople): Buffer => gzipSync(toJsonText(read));
const unpackPeople = (packed: Buffer): ReadPeople => JSON.parse(gunzipSync(packed).toString()) as ReadPeople;

/** Notes of a run beyond these are not kept. */
const NOTES_KEPT = 200;

export interface Planned {
  readonly lines: readonly NewLine[];
  readonly overview: StoredOverview;
  /** Names the plan: the same people and the same school give the same. */
  readonly revision: string;
  /** People whose office has numbered them anew; nobody unless they are many. */
  readonly renumbered: readonly Renumbered[];
}

/** Everybody of the school as the import compares them. */
export async function loadSchool(db: Kysely<DB>, schoolId: number, source: string, now: Date): Promise<SchoolPerson[]> {
  const { time_zone } = await getSchool(db, schoolId);
  const grades = new Map((await listInUse(gradesOf(db, schoolId))).map(({ id, shortcut }) => [id, shortcut]));
  const ids = new Map<number, { external_id: string | null; birth_date: string | null }>();
  // Those of this source come last.
  for (const row of await listIdentities(db, schoolId, source)) {
    const known = ids.get(row.user_id);
    // The school's own number is what its lists have too, whoever has brought it.
    const isMeant = row.source === source || row.source === SCHOOL_NUMBER;
    const external_id = (isMeant ? row.external_id : null) ?? known?.external_id ?? null;
    ids.set(row.user_id, { birth_date: row.birth_date ?? known?.birth_date ?? null, external_id });
  }
  return (await listForImport(db, schoolId, toLocal(now, time_zone).date)).map((row) => ({
    id: row.id,
    type: row.type as ImportType,
    is_admin: row.role === 'ADMIN',
    is_archived: row.deleted_at !== null,
    // Whose end was taken back by hand stays, whatever the change had decided.
    is_leaving: row.expire_at !== null && row.read_only_from !== null,
    has_left: readsOnly(row, now),
    is_waiting: row.is_waiting,
    lastname: row.lastname,
    firstname: row.firstname,
    sex: row.sex,
    email: row.email,
    phone: row.phone,
    shortcut: row.shortcut,
    children: row.children,
    class: row.grade_id === null ? null : (grades.get(row.grade_id) ?? null),
    external_id: ids.get(row.id)?.external_id ?? null,
    birth_date: ids.get(row.id)?.birth_date ?? null,
  }));
}

/**
 * The accounts that somebody may not decide of: what says who an administrator is gives them a key and an address, which open
 * their account, so only administrators say it.
 */
export async function findWithheld(
  db: Kysely<DB>,
  run: Pick<RunRow, 'school_id' | 'source'>,
  { role }: Pick<Actor, 'role'>,
  now: Date,
): Promise<ReadonlySet<number>> {
  if (role === 'ADMIN') return new Set();
  const school = await loadSchool(db, run.school_id, run.source, now);
  return new Set(school.flatMap(({ id, is_admin }) => (is_admin ? [id] : [])));
}

/** Compares the list that was read with the present school; null: the list is gone. */
export async function planRun(db: Kysely<DB>, run: RunRow, now: Date): Promise<Planned | null> {
  const packed = await readRecords(db, run);
  if (packed === null) return null;
  const school = await loadSchool(db, run.school_id, run.source, now);
  const unpacked = unpackPeople(packed);
  const former = await listFormerKeys(db, run.school_id, [run.source, SCHOOL_NUMBER]);
  const read = { ...unpacked, people: joinFormer(unpacked.people, school, former) };
  const classes = (await listInUse(gradesOf(db, run.school_id))).map(({ shortcut }) => shortcut);
  const decisions = new Map(Object.entries(run.decisions));
  const removed = new Set(run.removed_ids);
  const plan = planPeople({
    people: read.people,
    school,
    classes,
    decisions,
    keeps_parents: run.keeps_parents,
    is_whole: run.comparison !== null,
    delta: read.delta ?? null,
    removed,
    kept: new Set(run.kept_ids),
    rejected: read.rejected,
    changes_admins: school.some(({ id, is_admin }) => id === run.created_by && is_admin),
  });
  const renumbering = findRenumbered(
    plan.lines,
    school.filter(({ id }) => !removed.has(id)),
  );
  const renumbered = renumbering?.people ?? [];
  const rejected = [
    ...read.rejected,
    ...plan.unknown_children.flatMap(({ places }) =>
      places.map((place): RejectedRow => ({ ...place, column: null, value: null, reason: 'unknown_child', cells: [] })),
    ),
  ];
  const byId = new Map(school.map((person) => [person.id, person]));
  const lines = [
    ...plan.lines.map((line, position) => toNewLine(line, position, byId)),
    ...rejected.map((row, index) => toRejectedLine(row, plan.lines.length + index)),
  ];
  const counts: RunCounts = { new: 0, changed: 0, unchanged: 0, missing: 0, ambiguous: 0, rejected: 0 };
  for (const { kind } of lines) counts[kind] += 1;
  const { new_classes, many_missing } = plan;
  const overview = {
    counts,
    tables: read.tables,
    columns: read.columns,
    proposals: read.proposals ?? [],
    // Whoever saves is asked first whether these are two classes.
    notes: [
      ...findSimilarClasses(new_classes, classes).map((params) => ({ code: 'similar_class' as const, params })),
      ...read.notes,
    ].slice(0, NOTES_KEPT),
    roles: countRoles(read.people),
    classes: plan.classes,
    new_classes,
    doubtful_classes: findDoubtfulClasses(new_classes, classes),
    many_missing,
    renumbered: renumbering && {
      known: renumbering.known,
      people: renumbered.length,
      taken: renumbered.filter(({ is_taken }) => is_taken).length,
    },
  };
  const essence = plan.lines.map(({ kind, person, user_id, changes, candidates, child_ids }) => [
    kind,
    person?.key,
    user_id,
    changes,
    candidates,
    child_ids,
  ]);
  const revision = createHash('sha256')
    .update(JSON.stringify([essence, new_classes, many_missing, run.kept_ids, renumbered]))
    .digest('hex')
    .slice(0, 32);
  return { lines, overview, revision, renumbered };
}

const countRoles = (people: ReadPeople['people']) =>
  IMPORT_TYPES.flatMap((type) => {
    const count = people.filter((person) => person.type === type).length;
    return count > 0 ? [{ type, people: count }] : [];
  });

const EMPTY = { person: null, matched_by: null, changes: [], candidates: [], child_ids: [], rejected: null };

export function toNewLine(line: PlannedPerson, position: number, school: ReadonlyMap<number, SchoolPerson>): NewLine {
  const known = line.user_id === null ? undefined : school.get(line.user_id);
  const { lastname = '', firstname = '' } = line.person ?? known ?? {};
  const name = `${lastname}, ${firstname}`;
  const stored: StoredLine = {
    ...EMPTY,
    type: line.type,
    name,
    person: line.person,
    matched_by: line.matched_by,
    changes: line.changes,
    class: line.person?.class ?? known?.class ?? null,
    birth_date: line.person?.birth_date ?? known?.birth_date ?? null,
    child_ids: line.child_ids,
    candidates: line.candidates.map((candidate) => {
      const other = school.get(candidate.id);
      return {
        ...candidate,
        name: other ? `${other.lastname}, ${other.firstname}` : '',
        class: other?.class ?? null,
        birth_date: other?.birth_date ?? null,
      };
    }),
  };
  const key = line.person?.key ?? null;
  return {
    position,
    key,
    kind: line.kind,
    user_id: line.user_id,
    search_text: foldWords(name).join(' '),
    line: stored,
  };
}

function toRejectedLine(rejected: RejectedRow, position: number): NewLine {
  const name = rejected.cells.join(' ').slice(0, 200);
  const line = { ...EMPTY, type: null, name, class: null, birth_date: null, rejected };
  return { position, key: null, kind: 'rejected', user_id: null, search_text: foldWords(name).join(' '), line };
}

/** The classes and teachers of the list that the school does not have; null: the list is gone. */
export async function readEntities(db: Kysely<DB>, run: RunRow): Promise<ListedEntities | null> {
  const packed = await readRecords(db, run);
  if (packed === null) return null;
  const { people } = unpackPeople(packed);
  const known = (await listInUse(gradesOf(db, run.school_id))).map(({ shortcut }) => shortcut);
  const grades = new Set(known);
  const teachers = new Set((await listInUse(teachersOf(db, run.school_id))).map(({ shortcut }) => shortcut));
  const sizes = new Map<string, number>();
  const named = new Map<string, ListedEntities['teachers'][number]>();
  for (const { type, class: name, shortcut, firstname, lastname } of people) {
    if (type !== 'PARENT' && name !== null && !grades.has(name)) sizes.set(name, (sizes.get(name) ?? 0) + 1);
    if (type === 'TEACHER' && shortcut !== null && !teachers.has(shortcut) && !named.has(shortcut))
      named.set(shortcut, { shortcut, firstname, lastname });
  }
  const sorted = [...sizes].toSorted();
  const doubtful = new Set(
    findDoubtfulClasses(
      sorted.map(([shortcut]) => shortcut),
      known,
    ),
  );
  return {
    grades: sorted.map(([shortcut, count]) => ({ shortcut, people: count, is_doubtful: doubtful.has(shortcut) })),
    teachers: [...named.values()].toSorted((one, other) => (one.shortcut < other.shortcut ? -1 : 1)),
  };
}

/** Stores a plan, in the caller's transaction. */
export async function storePlan(db: Kysely<DB>, run: RunRow, { lines, overview, revision }: Planned): Promise<void> {
  await replaceLines(db, run, lines);
  await updateRun(db, run, { overview: toJsonText(overview), revision });
}

/** A ready run with the plan for the school as it is now: stored anew when somebody has changed since. */
export async function refreshRun(db: Kysely<DB>, run: RunRow, now: Date): Promise<RunRow> {
  if (run.state !== 'READY') return run;
  const planned = await planRun(db, run, now);
  if (planned === null || planned.revision === run.revision) return run;
  const store = async (trx: Kysely<DB>) => {
    // Whoever saves it meanwhile keeps what they saw.
    if (await updateRun(trx, run, { progress: 100 }, ['READY'])) await storePlan(trx, run, planned);
  };
  await (db.isTransaction ? store(db) : db.transaction().execute(store));
  return getRun(db, run);
}
