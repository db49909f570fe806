import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { usersPart } from '../../users/index.ts';
import type { StoredPlace } from '../stored.ts';

/** Who stays in their grade when the school leaves this year. */
export async function listRepeaters(db: Kysely<DB>, schoolId: number, fromYearId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('year_change_repeaters')
    .select('user_id')
    .where('school_id', '=', schoolId)
    .where('from_year_id', '=', fromYearId)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Sets that somebody stays in their grade, or that they do not. */
export async function setRepeater(
  db: Kysely<DB>,
  { school_id, user_id }: { school_id: number; user_id: number },
  fromYearId: number | null,
): Promise<void> {
  await db
    .deleteFrom('year_change_repeaters')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .execute();
  if (fromYearId === null) return;
  await db.insertInto('year_change_repeaters').values({ school_id, user_id, from_year_id: fromYearId }).execute();
}

type Changes = DB['year_changes'];
export type ChangeRow = Selectable<Changes>;
export type ChangeKey = Pick<ChangeRow, 'school_id' | 'id'>;

/** What was said about the grades of a school. */
export async function getDraft(db: Kysely<DB>, schoolId: number) {
  return db.selectFrom('year_change_drafts').selectAll().where('school_id', '=', schoolId).executeTakeFirst();
}

export async function saveDraft(db: Kysely<DB>, draft: Insertable<DB['year_change_drafts']>): Promise<void> {
  await db
    .insertInto('year_change_drafts')
    .values(draft)
    .onConflict((conflict) =>
      conflict.column('school_id').doUpdateSet((eb) => ({
        from_year_id: eb.ref('excluded.from_year_id'),
        targets: eb.ref('excluded.targets'),
        grace_days: eb.ref('excluded.grace_days'),
        revert_days: eb.ref('excluded.revert_days'),
      })),
    )
    .execute();
}

const changesOf = (db: Kysely<DB>, schoolId: number) =>
  db.selectFrom('year_changes').selectAll().where('school_id', '=', schoolId);

/** The newest change of a school, taken back or not. */
export async function newestChange(db: Kysely<DB>, schoolId: number): Promise<ChangeRow | undefined> {
  return changesOf(db, schoolId).orderBy('id', 'desc').limit(1).executeTakeFirst();
}

/** A change that nobody else takes back until the transaction ends. */
export async function lockChange(db: Kysely<DB>, { school_id, id }: ChangeKey): Promise<ChangeRow | undefined> {
  return changesOf(db, school_id).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function createChange(db: Kysely<DB>, values: Insertable<Changes>): Promise<ChangeRow> {
  return db.insertInto('year_changes').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function endChange(db: Kysely<DB>, { school_id, id }: ChangeKey, now: Date): Promise<ChangeRow> {
  return db
    .updateTable('year_changes')
    .set({ state: 'REVERTED', reverted_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface ChangedPerson {
  readonly user_id: number;
  readonly kind: 'moved' | 'leaves';
  readonly before: StoredPlace;
  readonly after: StoredPlace;
}

/** People of one statement: building its text blocks this process. */
const PEOPLE_AT_ONCE = 1000;

/** Keeps how everybody was before and after a change. */
export async function keepPeople(db: Kysely<DB>, change: ChangeKey, people: readonly ChangedPerson[]): Promise<void> {
  for (let first = 0; first < people.length; first += PEOPLE_AT_ONCE)
    await sql`insert into year_change_people (school_id, change_id, user_id, kind, before, after)
      select ${change.school_id}, ${change.id}, r.user_id, r.kind, r.before, r.after
      from jsonb_to_recordset(${JSON.stringify(people.slice(first, first + PEOPLE_AT_ONCE))}::jsonb)
        as r(user_id bigint, kind text, before jsonb, after jsonb)`.execute(db);
}

export async function listKept(db: Kysely<DB>, { school_id, id }: ChangeKey) {
  return db
    .selectFrom('year_change_people')
    .select(['user_id', 'kind', 'before', 'after'])
    .where('school_id', '=', school_id)
    .where('change_id', '=', id)
    .orderBy('user_id')
    .execute();
}

/** Changes whose leavers may be archived by that day, at whatever schools. */
export async function listDue(db: Kysely<DB>, day: string): Promise<ChangeKey[]> {
  return db
    .selectFrom('year_changes')
    .select(['school_id', 'id'])
    .where('state', '=', 'APPLIED')
    .where('archived_on', '<=', day)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('year_change_people as person')
          .select('person.user_id')
          .whereRef('person.school_id', '=', 'year_changes.school_id')
          .whereRef('person.change_id', '=', 'year_changes.id')
          .where('person.kind', '=', 'leaves')
          .where('person.is_archived', '=', false),
      ),
    )
    .execute();
}

/** Those of a change who left and are not archived yet, locked. */
export async function lockLeavers(db: Kysely<DB>, { school_id, id }: ChangeKey) {
  return db
    .selectFrom('year_change_people')
    .select(['user_id', 'after'])
    .where('school_id', '=', school_id)
    .where('change_id', '=', id)
    .where('kind', '=', 'leaves')
    .where('is_archived', '=', false)
    .orderBy('user_id')
    .forUpdate()
    .execute();
}

/** Nobody of these waits for the archive any more; those who went there have been there since `now`. */
export async function finishLeavers(
  db: Kysely<DB>,
  { school_id, id }: ChangeKey,
  of: { all: readonly number[]; archived: readonly number[] },
  now: Date,
): Promise<void> {
  const since = JSON.stringify({ deleted_at: now.toISOString() });
  await sql`update year_change_people set is_archived = true,
      after = case when user_id = any(${of.archived}::bigint[]) then after || ${since}::jsonb else after end
    where school_id = ${school_id} and change_id = ${id} and user_id = any(${of.all}::bigint[])`.execute(db);
}

/** The names of some people, first by last name; those who were changed since a change are named. */
export async function listNames(db: Kysely<DB>, schoolId: number, ids: readonly number[], limit: number) {
  const rows = await usersPart(db)
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('lastname')
    .orderBy('firstname')
    .limit(limit)
    .execute();
  return rows.map(({ firstname, lastname }) => `${firstname} ${lastname}`);
}
