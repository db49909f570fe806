import type { Passed, TellFailure } from '@kreide/core/features/identity-provider';
import type { Kysely, Selectable } from 'kysely';
import type { DB, IdentityClients } from '../../../kernel/data/database.generated.ts';

export type ClientRow = Omit<Selectable<IdentityClients>, 'passes' | 'failure'> & {
  passes: Passed[];
  failure: TellFailure | null;
};

/** How it went when a program was last told of somebody who has signed out. */
export type Told = Pick<ClientRow, 'told_at' | 'failed_at' | 'failure' | 'failed_status'>;

export const NEVER_TOLD: Told = { told_at: null, failed_at: null, failure: null, failed_status: null };

export async function listClients(db: Kysely<DB>, schoolId: number): Promise<ClientRow[]> {
  const rows = await db
    .selectFrom('identity_clients')
    .selectAll()
    .where('school_id', '=', schoolId)
    .orderBy('id')
    .execute();
  return rows as ClientRow[];
}

/** A program by its name in the protocol, while it is switched on. */
export async function findClientOn(db: Kysely<DB>, schoolId: number, client: string): Promise<ClientRow | null> {
  const row = await db
    .selectFrom('identity_clients')
    .selectAll()
    .where('school_id', '=', schoolId)
    .where('client', '=', client)
    .where('is_on', '=', true)
    .executeTakeFirst();
  return (row as ClientRow | undefined) ?? null;
}

export async function addClient(
  trx: Kysely<DB>,
  client: Omit<ClientRow, 'id' | 'is_on' | 'created_at' | 'updated_at' | keyof Told>,
  now: Date,
): Promise<ClientRow> {
  const at = now.toISOString();
  const row = await trx
    .insertInto('identity_clients')
    .values({ ...client, created_at: at, updated_at: at })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as ClientRow;
}

export async function setClient(
  trx: Kysely<DB>,
  { school_id, id }: { school_id: number; id: number },
  values: Partial<
    Pick<
      ClientRow,
      'name' | 'needs_pkce' | 'passes' | 'redirect_uris' | 'logout_uris' | 'backchannel_uri' | 'is_on' | 'secret_hash'
    >
  >,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('identity_clients')
    .set({ ...values, updated_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

/** Beside what the school says of a program: nobody who changes that is held up. */
export async function noteTold(
  db: Kysely<DB>,
  { school_id, id }: { school_id: number; id: number },
  told: Partial<Told>,
): Promise<void> {
  await db.updateTable('identity_clients').set(told).where('school_id', '=', school_id).where('id', '=', id).execute();
}

export async function removeClient(trx: Kysely<DB>, schoolId: number, id: number): Promise<void> {
  await trx.deleteFrom('identity_clients').where('school_id', '=', schoolId).where('id', '=', id).execute();
}
