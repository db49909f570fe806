import { type Kysely, sql } from 'kysely';
import { toCounts } from '../data/counts.ts';
import type { DB } from '../data/database.generated.ts';
import { toJsonText } from '../data/json.ts';
import { type Merge, moves } from '../data/merge.ts';
import type { PersonalData } from '../data/personal-data.ts';
import type { MailContent } from './content.ts';

declare module '../data/json.ts' {
  interface JsonColumns {
    'mails.content': MailContent;
  }
}

/** A mail to be sent. */
export interface OrderedMail {
  /** The receiver's account, whose log shows it; null: of nobody. */
  readonly user_id: number | null;
  readonly kind: string;
  readonly recipient: string;
  readonly content: MailContent;
  readonly expires_at: Date;
  /** By which a feature finds it again. */
  readonly uuid?: string;
}

/** Puts mails in line, in one statement. */
export async function orderMails(
  db: Kysely<DB>,
  schoolId: number,
  mails: readonly OrderedMail[],
  now: Date,
): Promise<void> {
  await sql`
    insert into mails (school_id, uuid, user_id, kind, recipient, content, created_at, not_before, expires_at)
    select ${schoolId}, coalesce((value ->> 'uuid')::uuid, gen_random_uuid()), (value ->> 'user_id')::bigint, value ->> 'kind', value ->> 'recipient', value -> 'content',
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz, (value ->> 'expires_at')::timestamptz
    from jsonb_array_elements(${toJsonText(mails)}::jsonb) with ordinality as m(value, place) order by place`.execute(
    db,
  );
}

/** How many mails of all schools have not been sent yet. */
export async function countWaitingMails(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mails where state = 'WAITING'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Mails of some schools since then that nobody could deliver. */
export async function countGivenUp(db: Kysely<DB>, schoolIds: readonly number[], since: Date) {
  const rows = await db
    .selectFrom('mails')
    .select('school_id')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('school_id', '=', sql<number>`any(${[...schoolIds]}::bigint[])`)
    .where('state', 'in', ['FAILED', 'REFUSED'])
    .where('created_at', '>=', since.toISOString())
    .groupBy('school_id')
    .execute();
  return toCounts(rows);
}

/** Takes mails back that have not been sent. */
export async function withdrawMails(db: Kysely<DB>, schoolId: number, uuids: readonly string[]): Promise<void> {
  if (uuids.length === 0) return;
  await db
    .deleteFrom('mails')
    .where('school_id', '=', schoolId)
    .where('state', '=', 'WAITING')
    .where('uuid', '=', sql<string>`any(${uuids}::uuid[])`)
    .execute();
}

/** Most mails of one round: after a crash, so many may be sent a second time. */
const ROUND = 50;

/** The mails that are due, oldest first. */
export async function listDueMails(db: Kysely<DB>, schoolId: number, now: Date) {
  return db
    .selectFrom('mails')
    .select(['id', 'uuid', 'kind', 'recipient', 'content', 'tries', 'expires_at'])
    .where('school_id', '=', schoolId)
    .where('state', '=', 'WAITING')
    .where('not_before', '<=', now.toISOString())
    .orderBy('id')
    .limit(ROUND)
    .execute();
}
export type DueMail = Awaited<ReturnType<typeof listDueMails>>[number];

/** What became of a mail. */
export interface MailResult {
  readonly id: number;
  readonly state: 'WAITING' | 'SENT' | 'REFUSED' | 'FAILED';
  readonly code: number | null;
  /** The time of the next attempt, if the mail stays WAITING. */
  readonly not_before: string | null;
}

/** Writes what became of mails, in one statement; of those that are over, address and text are forgotten. */
export async function writeMailResults(
  db: Kysely<DB>,
  schoolId: number,
  results: readonly MailResult[],
  now: Date,
): Promise<void> {
  if (results.length === 0) return;
  await sql`update mails set state = value ->> 'state', code = (value ->> 'code')::integer, tries = mails.tries + 1,
      not_before = coalesce((value ->> 'not_before')::timestamptz, mails.not_before),
      recipient = case when value ->> 'state' = 'WAITING' then mails.recipient end,
      content = case when value ->> 'state' = 'WAITING' then mails.content end,
      done_at = case when value ->> 'state' = 'WAITING' then null else ${now.toISOString()}::timestamptz end
    from jsonb_array_elements(${toJsonText(results)}::jsonb) as r(value)
    where mails.school_id = ${schoolId} and mails.id = (value ->> 'id')::bigint`.execute(db);
}

/** When the next waiting mail is due; null: none waits. */
export async function nextMailDue(db: Kysely<DB>, schoolId: number): Promise<string | null> {
  const row = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.min('not_before').as('at'))
    .where('school_id', '=', schoolId)
    .where('state', '=', 'WAITING')
    .executeTakeFirst();
  return row?.at ?? null;
}

/** What became of mails, as a part of another feature's query: never what they said, nor to which address. */
export function mailsPart(db: Kysely<DB>) {
  return db
    .selectFrom('mails')
    .select(['school_id', 'id', 'user_id', 'kind', 'state', 'code', 'tries', 'created_at', 'not_before', 'done_at']);
}

/** Removes the log of the mails of a school from before then; returns the number. */
export async function removeMails(db: Kysely<DB>, schoolId: number, before: Date): Promise<number> {
  const gone = await db
    .deleteFrom('mails')
    .where('school_id', '=', schoolId)
    .where('created_at', '<', before.toISOString())
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** Mails to somebody who is erased, sent or not. */
export async function eraseMails(
  db: Kysely<DB>,
  { school_id, user_id }: { school_id: number; user_id: number },
): Promise<void> {
  await db.deleteFrom('mails').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
}

/** Mails to two accounts that become one. */
export const mailMerge: Merge = { 'mails.user_id': moves() };

/** The mails to somebody; of those that were sent, address and text are forgotten. */
export const mailData: PersonalData = {
  mails: async (db, { school_id, user_id }) => {
    const rows = await db
      .selectFrom('mails')
      .select(['kind', 'state', 'recipient', 'content', 'created_at', 'done_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute();
    return rows.map(({ recipient, content, ...row }) => ({
      ...row,
      email: recipient,
      title: content?.subject ?? null,
    }));
  },
};
