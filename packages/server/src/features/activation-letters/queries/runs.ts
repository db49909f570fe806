import { LEFT_OUT_NAMED, type LeftOutReason, type LetterRun } from '@kreide/core/features/activation-letters';
import { type Insertable, type Kysely, sql } from 'kysely';
import { insertRows } from '../../../kernel/data/bulk.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { forgetBatch } from '../../registration/index.ts';
import { usersPart } from '../../users/index.ts';
import type { Judged, Way } from '../judging.ts';

export interface RunKey {
  readonly school_id: number;
  readonly id: number;
}
type Owner = Readonly<Record<'school_id' | 'user_id', number>>;

/** Most orders that are listed. */
const LISTED = 20;

/** The orders of somebody whose letters can still be had, with how far they are. */
function runsOf(db: Kysely<DB>, { school_id, user_id }: Owner, now: Date) {
  const count = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`(count(*) filter (where ${condition}))::int`;
  return db
    .selectFrom('letter_runs as run')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('letter_entries as entry')
          .select([
            sql<number>`count(*)::int`.as('total'),
            count(sql`entry.state = 'done'`).as('done'),
            count(sql`entry.state = 'left'`).as('left_out'),
            count(sql`entry.state <> 'left' and entry.way = 'paper'`).as('paper'),
            count(sql`entry.state <> 'left' and entry.way = 'mail'`).as('mail'),
          ])
          .whereRef('entry.school_id', '=', 'run.school_id')
          .whereRef('entry.run_id', '=', 'run.id')
          .as('people'),
      (join) => join.onTrue(),
    )
    .select(['run.id', 'run.uuid', 'run.state', 'run.created_at', 'run.expires_at'])
    .select(['people.done', 'people.left_out', 'people.paper', 'people.mail', 'people.total'])
    .$narrowType<Omit<LetterRun, 'state' | 'created_at' | 'expires_at'>>()
    .where('run.school_id', '=', school_id)
    .where('run.created_by', '=', user_id)
    .where('run.expires_at', '>', now.toISOString());
}

export async function listRuns(db: Kysely<DB>, owner: Owner, now: Date): Promise<LetterRun[]> {
  const rows = await runsOf(db, owner, now).orderBy('run.id', 'desc').limit(LISTED).execute();
  return rows.map(({ uuid: _, ...run }) => run);
}

/** One of them; undefined: there is none, it is another's, or its time is over. */
export function findRun(db: Kysely<DB>, owner: Owner, id: number, now: Date) {
  return runsOf(db, owner, now).where('run.id', '=', id).executeTakeFirst();
}

/** Those who were left out, by name. */
export async function listLeftOut(db: Kysely<DB>, schoolId: number, id: number) {
  const rows = await db
    .selectFrom('letter_entries as entry')
    .innerJoin(usersPart(db).as('person'), (join) =>
      join.onRef('person.school_id', '=', 'entry.school_id').onRef('person.id', '=', 'entry.user_id'),
    )
    .select(['person.id', 'person.firstname', 'person.lastname', 'entry.reason'])
    .where('entry.school_id', '=', schoolId)
    .where('entry.run_id', '=', id)
    .where('entry.state', '=', 'left')
    .orderBy('person.lastname')
    .orderBy('person.firstname')
    .orderBy('person.id')
    .limit(LEFT_OUT_NAMED)
    .execute();
  return rows.map(({ firstname, lastname, reason, ...row }) => ({
    ...row,
    displayname: `${firstname} ${lastname}`,
    reason: reason as LeftOutReason,
  }));
}

/** An order that waits, with everybody whom it is about. */
export async function insertRun(
  trx: Kysely<DB>,
  run: Omit<Insertable<DB['letter_runs']>, 'id' | 'uuid' | 'state'> & { school_id: number },
  people: readonly (Pick<Judged, 'user_id' | 'reason'> & { way: Way })[],
): Promise<number> {
  const { id } = await trx.insertInto('letter_runs').values(run).returning('id').executeTakeFirstOrThrow();
  const rows = people.map(({ user_id, reason, way }) => ({
    user_id,
    reason,
    way,
    state: reason === null ? 'waiting' : 'left',
  }));
  const columns = { user_id: 'bigint', state: 'text', reason: 'text', way: 'text' } as const;
  await insertRows(trx, 'letter_entries', columns, rows, { school_id: run.school_id, run_id: id });
  return id;
}

/** Another process makes none of it meanwhile. */
export function lockRun(trx: Kysely<DB>, { school_id, id }: RunKey) {
  return trx
    .selectFrom('letter_runs')
    .select(['uuid', 'by_mail', 'language', 'state', 'created_by'])
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function endRun(db: Kysely<DB>, { school_id, id }: RunKey, state: 'done' | 'failed'): Promise<void> {
  await db
    .updateTable('letter_runs')
    .set({ state })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** The next who wait, by number. */
export async function listNext(db: Kysely<DB>, { school_id, id }: RunKey, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('letter_entries')
    .select('user_id')
    .where('school_id', '=', school_id)
    .where('run_id', '=', id)
    .where('state', '=', 'waiting')
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** What has become of somebody. */
export interface Result {
  readonly user_id: number;
  readonly state: 'done' | 'left';
  readonly reason: LeftOutReason | null;
  readonly way: Way;
  readonly mail_uuid: string | null;
}

export async function saveResults(trx: Kysely<DB>, { school_id, id }: RunKey, results: readonly Result[]) {
  await sql`
    update letter_entries as entry
    set state = given.state, reason = given.reason, way = given.way, mail_uuid = given.mail_uuid
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as given(user_id bigint, state text, reason text, way text, mail_uuid uuid)
    where entry.school_id = ${school_id} and entry.run_id = ${id} and entry.user_id = given.user_id`.execute(trx);
}

/** The mails by which some people were sent earlier codes. */
export async function listMails(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('letter_entries')
    .select('mail_uuid')
    .$narrowType<{ mail_uuid: string }>()
    .where('school_id', '=', schoolId)
    .where('user_id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('mail_uuid', 'is not', null)
    .execute();
  return rows.map(({ mail_uuid }) => mail_uuid);
}

/** Orders whose time is over go, and their letters cannot be printed any more; returns their number. */
export async function pruneRuns(db: Kysely<DB>, now: Date): Promise<number> {
  const over = await db
    .selectFrom('letter_runs')
    .select(['school_id', 'id', 'uuid'])
    .where('expires_at', '<', now.toISOString())
    .execute();
  for (const { school_id, id, uuid } of over)
    await db.transaction().execute(async (trx) => {
      await forgetBatch(trx, school_id, uuid);
      await trx.deleteFrom('letter_runs').where('school_id', '=', school_id).where('id', '=', id).execute();
    });
  return over.length;
}
