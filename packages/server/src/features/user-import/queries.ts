import { BULKS_PAGE, IMPORT_DAYS, type LineKind, type RunKind, type RunOrder } from '@kreide/core/features/user-import';
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import { inParts } from '../../kernel/data/bulk.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toJsonText } from '../../kernel/data/json.ts';
import type { StoredLine, StoredState, StoredStateAfter } from './stored.ts';

type Runs = DB['user_imports'];
export type RunRow = Omit<Selectable<Runs>, 'records' | 'trial_progress' | 'trial'>;
export type RunKey = Pick<RunRow, 'school_id' | 'id'>;

/** All columns except what was read, which can be megabytes. */
const COLUMNS = [
  'school_id',
  'id',
  'uuid',
  'kind',
  'letters',
  'state',
  'progress',
  'source',
  'profile',
  'files',
  'decisions',
  'kept_ids',
  'removed_ids',
  'settled_ids',
  'keeps_parents',
  'entities',
  'comparison',
  'overview',
  'revision',
  'archives_missing',
  'kept_count',
  'error',
  'is_unattended',
  'created_by',
  'created_at',
  'saved_at',
  'undone_at',
  'undone_by',
] as const;

const runsOf = (db: Kysely<DB>, schoolId: number) =>
  db.selectFrom('user_imports').select(COLUMNS).where('school_id', '=', schoolId);

export async function findRun(db: Kysely<DB>, { school_id, id }: RunKey): Promise<RunRow | undefined> {
  return runsOf(db, school_id).where('id', '=', id).executeTakeFirst();
}

/** A run that nobody else changes until the transaction ends. */
export async function lockRun(db: Kysely<DB>, { school_id, id }: RunKey): Promise<RunRow | undefined> {
  return runsOf(db, school_id).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function getRun(db: Kysely<DB>, { school_id, id }: RunKey): Promise<RunRow> {
  return runsOf(db, school_id).where('id', '=', id).executeTakeFirstOrThrow();
}

/** The runs of all schools that are being read, saved or taken back. */
export async function listUnfinished(
  db: Kysely<DB>,
  states: readonly ('QUEUED' | 'PROCESSING' | 'SAVING' | 'UNDOING')[],
): Promise<RunKey[]> {
  return db.selectFrom('user_imports').select(['school_id', 'id']).where('state', 'in', states).execute();
}

/** The runs of all schools of which is tried out what taking them back would do. */
export async function listTrials(db: Kysely<DB>): Promise<RunKey[]> {
  return db.selectFrom('user_imports').select(['school_id', 'id']).where('trial_progress', '<', 100).execute();
}

/** What came of trying it out last; undefined: nobody asked since it was saved. */
export async function findTrial(db: Kysely<DB>, { school_id, id }: RunKey) {
  const row = await db
    .selectFrom('user_imports')
    .select(['trial_progress as progress', 'trial as people'])
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.progress == null ? undefined : { progress: row.progress, people: row.people };
}

/** The newest import of a school; with `forUpdate` nobody else changes it until the transaction ends. */
export async function newestRun(db: Kysely<DB>, schoolId: number, forUpdate = false): Promise<RunRow | undefined> {
  const query = runsOf(db, schoolId).where('kind', '=', 'import').orderBy('id', 'desc').limit(1);
  return (forUpdate ? query.forUpdate() : query).executeTakeFirst();
}

/** Runs that were saved, newest first unless ordered; undone ones too; one more where there is another page. */
export async function listSaved(
  db: Kysely<DB>,
  { school_id, kind }: { school_id: number; kind?: RunKind | undefined },
  { page = 1, order = '-at' }: { page?: number | undefined; order?: RunOrder | undefined },
): Promise<RunRow[]> {
  const saved = runsOf(db, school_id).where('saved_at', 'is not', null);
  return (kind === undefined ? saved : saved.where('kind', '=', kind))
    .orderBy('id', order === 'at' ? 'asc' : 'desc')
    .offset((page - 1) * BULKS_PAGE)
    .limit(BULKS_PAGE + 1)
    .execute();
}

/** The import whose changes are the last; null: none is in force. */
export async function newestSaved(db: Kysely<DB>, schoolId: number): Promise<number | null> {
  const row = await runsOf(db, schoolId)
    .where('kind', '=', 'import')
    .where('state', 'in', ['SAVED', 'SAVING', 'UNDOING'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Is the import of this source that was saved last one that somebody has taken back, or is taking back? */
export async function isTakenBack(db: Kysely<DB>, schoolId: number, source: string): Promise<boolean> {
  const row = await runsOf(db, schoolId)
    .where('source', '=', source)
    .where('saved_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.state === 'UNDONE' || row?.state === 'UNDOING';
}

/** Is one of the school's being taken back? */
export async function isUndoing(db: Kysely<DB>, schoolId: number): Promise<boolean> {
  const row = await db
    .selectFrom('user_imports')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('state', '=', 'UNDOING')
    .executeTakeFirst();
  return row !== undefined;
}

export async function createRun(db: Kysely<DB>, values: Insertable<Runs>): Promise<number> {
  const { id } = await db.insertInto('user_imports').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Updates a run, with `states` only while it is in one of them; returns whether it was. */
export async function updateRun(
  db: Kysely<DB>,
  run: RunKey,
  values: Updateable<Runs>,
  states?: readonly RunRow['state'][],
): Promise<boolean> {
  let query = db
    .updateTable('user_imports')
    .set(values)
    .where('school_id', '=', run.school_id)
    .where('id', '=', run.id);
  if (states) query = query.where('state', 'in', states);
  return Number((await query.executeTakeFirst()).numUpdatedRows) > 0;
}

/** What was read, packed; null once the run has ended. */
export async function readRecords(db: Kysely<DB>, run: RunKey): Promise<Buffer | null> {
  const row = await db
    .selectFrom('user_imports')
    .select('records')
    .where('school_id', '=', run.school_id)
    .where('id', '=', run.id)
    .executeTakeFirst();
  return row?.records ?? null;
}

export interface NewLine {
  readonly position: number;
  readonly key: string | null;
  readonly kind: LineKind;
  readonly user_id: number | null;
  readonly search_text: string;
  readonly line: StoredLine;
}

/** Lines of one statement. */
const LINES_AT_ONCE = 2000;

/** Puts the lines of a plan in place of the former ones. */
export async function replaceLines(db: Kysely<DB>, run: RunKey, lines: readonly NewLine[]): Promise<void> {
  await db
    .deleteFrom('user_import_lines')
    .where('school_id', '=', run.school_id)
    .where('import_id', '=', run.id)
    .execute();
  for (let first = 0; first < lines.length; first += LINES_AT_ONCE)
    await sql`insert into user_import_lines (school_id, import_id, position, key, kind, user_id, search_text, line)
      select ${run.school_id}, ${run.id}, r.position, r.key, r.kind, r.user_id, r.search_text, r.line
      from jsonb_to_recordset(${toJsonText(lines.slice(first, first + LINES_AT_ONCE))}::jsonb)
        as r(position integer, key text, kind text, user_id bigint, search_text text, line jsonb)`.execute(db);
}

function linesOf(db: Kysely<DB>, run: RunKey) {
  return db
    .selectFrom('user_import_lines')
    .select(['position', 'key', 'kind', 'user_id', 'line'])
    .$narrowType<{ kind: LineKind }>()
    .where('school_id', '=', run.school_id)
    .where('import_id', '=', run.id);
}
export type LineRow = Awaited<ReturnType<typeof listLines>>[number];

/** A page of the plan, and one line more where there is another page. */
export async function listLines(
  db: Kysely<DB>,
  run: RunKey,
  wanted: { kinds: readonly LineKind[]; words: readonly string[]; key?: string },
  { page, size }: { page: number; size: number },
) {
  let query = linesOf(db, run);
  if (wanted.kinds.length > 0) query = query.where('kind', 'in', wanted.kinds);
  if (wanted.key !== undefined) query = query.where('key', '=', wanted.key);
  for (const word of wanted.words) query = query.where(sql<boolean>`strpos(search_text, ${word}) > 0`);
  return query
    .orderBy('position')
    .offset((page - 1) * size)
    .limit(size + 1)
    .execute();
}

/** The lines of some people of the file. */
export async function listLinesOf(db: Kysely<DB>, run: RunKey, keys: readonly string[]): Promise<LineRow[]> {
  return linesOf(db, run).where('key', '=', sql<string>`any(${keys}::text[])`).execute();
}

/** All rows of the plan that are nobody, in the order of the files. */
export async function listRejected(db: Kysely<DB>, run: RunKey): Promise<LineRow[]> {
  return linesOf(db, run).where('kind', '=', 'rejected').orderBy('position').execute();
}

/** The next lines to be carried out: children before the parents who are linked to them. */
export async function listOpenLines(db: Kysely<DB>, run: RunKey, kinds: readonly LineKind[], limit: number) {
  return linesOf(db, run)
    .where('is_done', '=', false)
    .where('kind', 'in', kinds)
    .orderBy(sql`line ->> 'type' = 'PARENT'`)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** The present accounts of the people with these keys. */
export async function findByKeys(db: Kysely<DB>, run: RunKey, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await linesOf(db, run).where('key', '=', sql<string>`any(${keys}::text[])`).execute();
  return new Map(
    rows.flatMap(({ key, user_id }) => (key !== null && user_id !== null ? [[key, user_id] as const] : [])),
  );
}

/** These lines are carried out; people who are new have their number now. */
export async function finishLines(
  db: Kysely<DB>,
  run: RunKey,
  done: readonly { position: number; user_id: number | null }[],
): Promise<void> {
  await sql`update user_import_lines l set is_done = true, user_id = r.user_id
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as r(position integer, user_id bigint)
    where l.school_id = ${run.school_id} and l.import_id = ${run.id} and l.position = r.position`.execute(db);
}

/** A line that could not be carried out. */
export async function rejectLine(db: Kysely<DB>, run: RunKey, position: number, line: string): Promise<void> {
  await sql`update user_import_lines set kind = 'rejected', is_done = true, line = ${line}::jsonb
    where school_id = ${run.school_id} and import_id = ${run.id} and position = ${position}`.execute(db);
}

/** Adds the changes of people by a run; the first earlier value of a field counts. */
export async function createChanges(
  db: Kysely<DB>,
  run: RunKey,
  changes: readonly { user_id: number; before: StoredState | null; after: StoredStateAfter }[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`insert into user_import_changes (school_id, import_id, user_id, before, after)
    select ${run.school_id}, ${run.id}, r.user_id, nullif(r.before, 'null'), r.after
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r(user_id bigint, before jsonb, after jsonb)`.execute(
    db,
  );
}

export async function listChanges(db: Kysely<DB>, run: RunKey) {
  return db
    .selectFrom('user_import_changes')
    .select(['user_id', 'before', 'after'])
    .where('school_id', '=', run.school_id)
    .where('import_id', '=', run.id)
    .execute();
}

/** How many of these people are missing from the file. */
export async function countMissing(db: Kysely<DB>, run: RunKey, ids: readonly number[]): Promise<number> {
  const rows = await linesOf(db, run)
    .where('kind', '=', 'missing')
    .where('user_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  return rows.length;
}

/** Who is who in a source; birth dates of any source. */
export async function listIdentities(db: Kysely<DB>, schoolId: number, source: string) {
  return db
    .selectFrom('user_import_identities')
    .select(['user_id', 'source', 'external_id', 'birth_date'])
    .where('school_id', '=', schoolId)
    .orderBy(sql`source = ${source}`)
    .execute();
}

export async function listIdentitiesOf(db: Kysely<DB>, schoolId: number, source: string, ids: readonly number[]) {
  return db
    .selectFrom('user_import_identities')
    .select(['user_id', 'external_id', 'birth_date'])
    .where('school_id', '=', schoolId)
    .where('source', '=', source)
    .where('user_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}

export interface Identity {
  readonly user_id: number;
  readonly external_id: string | null;
  readonly birth_date: string | null;
}

/** Sets who people are in a source. */
export async function setIdentities(
  db: Kysely<DB>,
  schoolId: number,
  source: string,
  identities: readonly Identity[],
): Promise<void> {
  for (const part of inParts(identities))
    await db
      .insertInto('user_import_identities')
      .values(part.map((identity) => ({ school_id: schoolId, source, ...identity })))
      .onConflict((conflict) =>
        conflict.columns(['school_id', 'user_id', 'source']).doUpdateSet((eb) => ({
          external_id: eb.ref('excluded.external_id'),
          birth_date: eb.ref('excluded.birth_date'),
        })),
      )
      .execute();
}

export async function removeIdentities(
  db: Kysely<DB>,
  schoolId: number,
  source: string,
  ids: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('user_import_identities')
    .where('school_id', '=', schoolId)
    .where('source', '=', source)
    .where('user_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}

/** Drops plans that were ready for a week, with what was read for them; returns their number. */
export async function pruneRuns(db: Kysely<DB>, now: Date): Promise<number> {
  const until = new Date(now.getTime() - IMPORT_DAYS * 24 * 60 * 60 * 1000).toISOString();
  const result = await db
    .updateTable('user_imports')
    .set({ state: 'DISCARDED', records: null })
    .where('state', 'in', ['OPEN', 'READY'])
    .where('created_at', '<', until)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
