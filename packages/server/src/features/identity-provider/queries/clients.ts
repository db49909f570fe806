import type { Passed } from '@kreide/core/features/identity-provider';
import type { Kysely, Selectable } from 'kysely';
import type { DB, IdentityClients } from '../../../kernel/data/database.generated.ts';

export type ClientRow = Omit<Selectable<IdentityClients>, 'passes'> & { passes: Passed[] };

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
  client: Omit<ClientRow, 'id' | 'is_on' | 'created_at' | 'updated_at'>,
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
    Pick<ClientRow, 'name' | 'needs_pkce' | 'passes' | 'redirect_uris' | 'logout_uris' | 'is_on' | 'secret_hash'>
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

export async function removeClient(trx: Kysely<DB>, schoolId: number, id: number): Promise<void> {
  await trx.deleteFrom('identity_clients').where('school_id', '=', schoolId).where('id', '=', id).execute();
}
