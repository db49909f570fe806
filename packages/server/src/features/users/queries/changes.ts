import { type PeopleChangeKind, SKIPPED_NAMED, type SkipReason } from '@kreide/core/features/users';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import { insertRows } from '../../../kernel/data/bulk.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { gradesOf } from '../../structure/index.ts';
import { recordedElsewhere } from './roles.ts';

export interface ChangeKey {
  readonly school_id: number;
  readonly id: number;
}

/** Most changes that are listed. */
const LISTED = 20;

const isAmong = (ids: readonly number[]) => sql<number>`any(${ids}::bigint[])`;

/** The changes of a school with what they are about, who began them, and how far they are. */
function changesOf(db: Kysely<DB>, schoolId: number) {
  const count = (state: string) => sql<number>`count(*) filter (where entry.state = ${sql.lit(state)})::int`;
  return db
    .selectFrom('people_changes as change')
    .leftJoin(gradesOf(db, schoolId).as('grade'), 'grade.id', 'change.grade_id')
    .leftJoin('roles as role', (join) =>
      join.onRef('role.school_id', '=', 'change.school_id').onRef('role.id', '=', 'change.role_id'),
    )
    .leftJoin('users as author', (join) =>
      join.onRef('author.school_id', '=', 'change.school_id').onRef('author.id', '=', 'change.created_by'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('people_change_entries as entry')
          .select([
            count('done').as('done'),
            count('skipped').as('skipped'),
            count('undone').as('undone'),
            sql<number>`count(*)::int`.as('total'),
          ])
          .whereRef('entry.school_id', '=', 'change.school_id')
          .whereRef('entry.change_id', '=', 'change.id')
          .as('people'),
      (join) => join.onTrue(),
    )
    .select(['change.id', 'change.kind', 'change.state', 'change.grade_id', 'change.role_id', 'change.created_at'])
    .select(['change.created_by', 'grade.shortcut as grade', 'role.key as role_key', 'role.name as role_name'])
    .select(['author.firstname', 'author.lastname', 'people.done', 'people.skipped', 'people.undone', 'people.total'])
    .where('change.school_id', '=', schoolId);
}
export type ChangeRow = Awaited<ReturnType<typeof listChanges>>[number];

export function listChanges(db: Kysely<DB>, schoolId: number, since: Date) {
  return changesOf(db, schoolId)
    .where('change.created_at', '>=', since.toISOString())
    .orderBy('change.id', 'desc')
    .limit(LISTED)
    .execute();
}

export function findChange(db: Kysely<DB>, { school_id, id }: ChangeKey): Promise<ChangeRow | undefined> {
  return changesOf(db, school_id).where('change.id', '=', id).executeTakeFirst();
}

/** Those who were left out, by name. */
export function listSkipped(db: Kysely<DB>, { school_id, id }: ChangeKey) {
  return db
    .selectFrom('people_change_entries as entry')
    .innerJoin('users', (join) =>
      join.onRef('users.school_id', '=', 'entry.school_id').onRef('users.id', '=', 'entry.user_id'),
    )
    .select(['users.id', 'users.firstname', 'users.lastname', 'entry.reason'])
    .where('entry.school_id', '=', school_id)
    .where('entry.change_id', '=', id)
    .where('entry.reason', 'is not', null)
    .orderBy('users.search_text')
    .orderBy('users.id')
    .limit(SKIPPED_NAMED)
    .execute();
}

/** Another process begins none and takes none back meanwhile. */
export async function lockChange(trx: Kysely<DB>, { school_id, id }: ChangeKey) {
  return trx
    .selectFrom('people_changes')
    .select(['kind', 'state', 'grade_id', 'role_id', 'created_by'])
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export interface Judged {
  readonly user_id: number;
  readonly reason: SkipReason | null;
}

/** A change that waits, with everybody whom it is about. */
export async function insertChange(
  trx: Kysely<DB>,
  change: Omit<Insertable<DB['people_changes']>, 'id' | 'state'> & { kind: PeopleChangeKind; school_id: number },
  judged: readonly Judged[],
): Promise<number> {
  const { id } = await trx.insertInto('people_changes').values(change).returning('id').executeTakeFirstOrThrow();
  const rows = judged.map(({ user_id, reason }) => ({
    user_id,
    reason,
    state: reason === null ? 'waiting' : 'skipped',
  }));
  const columns = { user_id: 'bigint', state: 'text', reason: 'text' } as const;
  await insertRows(trx, 'people_change_entries', columns, rows, { school_id: change.school_id, change_id: id });
  return id;
}

type State = Selectable<DB['people_changes']>['state'];
type EntryState = Selectable<DB['people_change_entries']>['state'];

export async function setChangeState(db: Kysely<DB>, { school_id, id }: ChangeKey, state: State): Promise<void> {
  await db
    .updateTable('people_changes')
    .set({ state })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

/** The next of those who stand in this state, by number, with what they were before. */
export function listNext(db: Kysely<DB>, { school_id, id }: ChangeKey, state: EntryState, limit: number) {
  return db
    .selectFrom('people_change_entries')
    .select(['user_id', 'before'])
    .where('school_id', '=', school_id)
    .where('change_id', '=', id)
    .where('state', '=', state)
    .where((eb) => eb.or([eb('state', '!=', 'done'), eb('reason', 'is', null)]))
    .orderBy('user_id')
    .limit(limit)
    .execute();
}

/** All who were changed, by number. */
export async function listDone(db: Kysely<DB>, { school_id, id }: ChangeKey): Promise<number[]> {
  const rows = await db
    .selectFrom('people_change_entries')
    .select('user_id')
    .where('school_id', '=', school_id)
    .where('change_id', '=', id)
    .where('state', '=', 'done')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export interface Result {
  readonly user_id: number;
  readonly state: 'done' | 'skipped' | 'undone';
  readonly reason: SkipReason | null;
  readonly before?: unknown;
}

/** Writes down what has become of some of them. */
export async function saveResults(trx: Kysely<DB>, { school_id, id }: ChangeKey, results: readonly Result[]) {
  const rows = results.map(({ before = null, ...result }) => ({ ...result, before }));
  await sql`
    update people_change_entries as entry
    set state = given.state, reason = given.reason, before = coalesce(given.before, entry.before)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given(user_id bigint, state text, reason text, before jsonb)
    where entry.school_id = ${school_id} and entry.change_id = ${id} and entry.user_id = given.user_id`.execute(trx);
}

/** Who of some people has a role that was given. */
export async function listHolders(db: Kysely<DB>, schoolId: number, roleId: number, ids: readonly number[]) {
  const rows = await db
    .selectFrom('user_roles')
    .select('user_id')
    .where('school_id', '=', schoolId)
    .where('role_id', '=', roleId)
    .where('user_id', '=', isAmong(ids))
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Gives a role to some people, or takes it from them; recorded by the caller. */
export async function setRole(
  trx: Kysely<DB>,
  { school_id, role_id }: { school_id: number; role_id: number },
  ids: readonly number[],
  isGiven: boolean,
): Promise<void> {
  await recordedElsewhere(trx);
  if (isGiven)
    return insertRows(
      trx,
      'user_roles',
      { user_id: 'bigint' },
      ids.map((user_id) => ({ user_id })),
      { school_id, role_id },
      'on conflict do nothing',
    );
  await trx
    .deleteFrom('user_roles')
    .where('school_id', '=', school_id)
    .where('role_id', '=', role_id)
    .where('user_id', '=', isAmong(ids))
    .execute();
}

/** Archives some people, or lets them return with `null`. */
export async function setRemoved(trx: Kysely<DB>, schoolId: number, ids: readonly number[], at: Date | null) {
  const removed_at = at?.toISOString() ?? null;
  await trx
    .updateTable('users')
    .set({ deleted_at: removed_at, removed_at })
    .where('school_id', '=', schoolId)
    .where('id', '=', isAmong(ids))
    .execute();
}

/** Those of some archived people whose username or address somebody else has by now. */
export async function listTaken(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('users as gone')
    .select('gone.id')
    .where('gone.school_id', '=', schoolId)
    .where('gone.id', '=', isAmong(ids))
    .where(
      sql<boolean>`exists (select from users other where other.school_id = gone.school_id and other.id != gone.id
        and other.deleted_at is null
        and (lower(other.username) = lower(gone.username) or lower(other.email) = lower(gone.email)))`,
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Removes changes whose time is over; returns their number. */
export async function pruneChanges(db: Kysely<DB>, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('people_changes')
    .where('created_at', '<', before.toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** What is forgotten of somebody who is erased. */
export async function forgetChanged(trx: Kysely<DB>, school_id: number, user_id: number): Promise<void> {
  const isOfSchool = sql<boolean>`school_id = ${school_id}`;
  await trx.deleteFrom('people_change_entries').where(isOfSchool).where('user_id', '=', user_id).execute();
  await trx
    .updateTable('people_changes')
    .set({ created_by: null })
    .where(isOfSchool)
    .where('created_by', '=', user_id)
    .execute();
}
