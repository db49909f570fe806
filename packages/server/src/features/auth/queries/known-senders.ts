import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

export type SenderKind = 'device' | 'address';

/** A device or an address by its hash. */
export interface Sender {
  kind: SenderKind;
  hash: Buffer;
}

interface Account {
  school_id: number;
  id: number;
}

/** Most devices and most addresses of one account; the one that was not used for the longest time leaves. */
const SENDERS_MAXIMUM = 30;

/** Which of these senders the account has signed in from before, and when last. */
export async function findKnown(
  db: Kysely<DB>,
  account: Account,
  senders: readonly Sender[],
): Promise<ReadonlyMap<SenderKind, Date>> {
  const rows = await db
    .selectFrom('known_senders')
    .select(['kind', 'last_at'])
    .where('school_id', '=', account.school_id)
    .where('user_id', '=', account.id)
    .where((eb) => eb.or(senders.map(({ kind, hash }) => eb.and([eb('kind', '=', kind), eb('key_hash', '=', hash)]))))
    .execute();
  return new Map(rows.map(({ kind, last_at }) => [kind as SenderKind, new Date(last_at)]));
}

/** Has the account signed in from any device before? */
export async function hasKnownDevice(db: Kysely<DB>, account: Account): Promise<boolean> {
  const row = await db
    .selectFrom('known_senders')
    .select('kind')
    .where('school_id', '=', account.school_id)
    .where('user_id', '=', account.id)
    .where('kind', '=', 'device')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Was this device given its token by us, for any account? */
export async function isIssued(db: Kysely<DB>, deviceHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('known_senders')
    .select('kind')
    .where('kind', '=', 'device')
    .where('key_hash', '=', deviceHash)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The account has signed in from these. */
export async function addKnown(db: Kysely<DB>, account: Account, senders: readonly Sender[], now: Date): Promise<void> {
  const owner = { school_id: account.school_id, user_id: account.id };
  const added = await db
    .insertInto('known_senders')
    .values(senders.map(({ kind, hash }) => ({ ...owner, kind, key_hash: hash, last_at: now.toISOString() })))
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'user_id', 'kind', 'key_hash']).doUpdateSet({ last_at: now.toISOString() }),
    )
    // A row that was there has been locked by this transaction.
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .execute();
  if (added.some(({ is_new }) => is_new)) await removeOldest(db, account);
}

/** Removes the oldest of each kind beyond the number that an account may have. */
export async function removeOldest(db: Kysely<DB>, account: Account): Promise<void> {
  await sql`delete from known_senders
    where school_id = ${account.school_id} and user_id = ${account.id} and (kind, key_hash) in (
      select kind, key_hash from (
        select kind, key_hash, row_number() over (partition by kind order by last_at desc) as place from known_senders
        where school_id = ${account.school_id} and user_id = ${account.id}) as placed
      where place > ${SENDERS_MAXIMUM})`.execute(db);
}

/** Does this device of the account need no second step? */
export async function isTrusted(db: Kysely<DB>, account: Account, device: Buffer | null, now: Date): Promise<boolean> {
  if (!device) return false;
  const row = await db
    .selectFrom('known_senders')
    .select('kind')
    .where('school_id', '=', account.school_id)
    .where('user_id', '=', account.id)
    .where('kind', '=', 'device')
    .where('key_hash', '=', device)
    .where('trusted_until', '>', now.toISOString())
    .executeTakeFirst();
  return row !== undefined;
}

/** The device needs no second step until then. */
export async function setTrust(db: Kysely<DB>, account: Account, device: Buffer, until: Date): Promise<void> {
  await db
    .updateTable('known_senders')
    .set({ trusted_until: until.toISOString() })
    .where('school_id', '=', account.school_id)
    .where('user_id', '=', account.id)
    .where('kind', '=', 'device')
    .where('key_hash', '=', device)
    .execute();
}

/** Every device of the account is asked again. */
export async function removeTrust(db: Kysely<DB>, account: Account): Promise<void> {
  await db
    .updateTable('known_senders')
    .set({ trusted_until: null })
    .where('school_id', '=', account.school_id)
    .where('user_id', '=', account.id)
    .where('trusted_until', 'is not', null)
    .execute();
}

/** Removes what was not used since then; returns the number. */
export async function removeKnownBefore(db: Kysely<DB>, kind: SenderKind, then: Date): Promise<number> {
  const result = await db
    .deleteFrom('known_senders')
    .where('kind', '=', kind)
    .where('last_at', '<', then.toISOString())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
