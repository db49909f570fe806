import {
  LEAD_DAYS,
  LEADS_PAGE,
  type LeadDraft,
  type LeadOrder,
  type LeadSource,
  type LeadState,
  type leadQuery,
} from '@kreide/core/features/sales';
import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type * as z from 'zod/mini';
import { inParts } from '../../../kernel/data/bulk.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWordsFolded } from '../../../kernel/data/searching.ts';

export type LeadRow = Omit<Selectable<DB['leads']>, 'search_text'>;

/** What a source says of a lead. */
export type LeadFacts = Omit<LeadDraft, 'is_lost' | 'updated_at' | 'sign_in'>;
export interface FoundLead extends LeadFacts {
  source_key: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const expiryOf = (state: LeadState, now: Date) =>
  new Date(now.getTime() + (state === 'lost' ? LEAD_DAYS.lost : LEAD_DAYS.open) * DAY_MS).toISOString();

const FACTS = [
  'name',
  'street',
  'postal_code',
  'city',
  'country',
  'contact_name',
  'email',
  'phone',
  'type',
  'locale',
  'brand',
  'slink',
] as const satisfies readonly (keyof LeadFacts)[];

const leadsOf = (db: Kysely<DB>, schoolId: number) =>
  db
    .selectFrom('leads')
    .select(['school_id', 'id', 'uuid', 'source', 'source_key', 'sign_in', 'state', 'visited_at', 'activated_at'])
    .select(['made_school_id', 'is_edited', 'created_at', 'fetched_at', 'updated_at', 'expires_at', 'removed_at'])
    .select(FACTS)
    .where('school_id', '=', schoolId)
    .where('removed_at', 'is', null);

const COLUMN = { name: 'search_text', updated_at: 'updated_at' } as const;

/** A page of the leads of a school, and the first of the next one. */
export async function listLeads(
  db: Kysely<DB>,
  schoolId: number,
  { search, brand, state, order = 'name', page = 1 }: z.output<typeof leadQuery>,
): Promise<LeadRow[]> {
  const direction = order.startsWith('-') ? 'desc' : 'asc';
  let query = leadsOf(db, schoolId).where(hasWordsFolded(sql.ref('search_text'), search));
  if (brand !== undefined) query = query.where('brand', '=', brand);
  if (state !== undefined) query = query.where('state', '=', state);
  return query
    .orderBy(COLUMN[order.replace('-', '') as keyof typeof COLUMN & LeadOrder], direction)
    .orderBy('id', direction)
    .offset((page - 1) * LEADS_PAGE)
    .limit(LEADS_PAGE + 1)
    .execute();
}

export const findLead = (db: Kysely<DB>, schoolId: number, id: number) =>
  leadsOf(db, schoolId).where('id', '=', id).executeTakeFirst();

export const findLeadByUuid = (db: Kysely<DB>, schoolId: number, uuid: string) =>
  leadsOf(db, schoolId).where('uuid', '=', uuid).executeTakeFirst();

/** A lead that nobody else changes until the end of the transaction. */
export const lockLead = (db: Kysely<DB>, schoolId: number, id: number) =>
  leadsOf(db, schoolId).where('id', '=', id).forUpdate().executeTakeFirst();

type Key = Pick<LeadRow, 'school_id' | 'id'>;

async function change(db: Kysely<DB>, { school_id, id }: Key, values: Updateable<DB['leads']>): Promise<void> {
  await db.updateTable('leads').set(values).where('school_id', '=', school_id).where('id', '=', id).execute();
}

/** Keeps what somebody has written of a lead: it is forgotten counted from now. */
export async function saveLead(
  db: Kysely<DB>,
  row: Pick<LeadRow, 'school_id' | 'id' | 'visited_at'>,
  { is_lost, updated_at: _, ...values }: LeadDraft,
  now: Date,
): Promise<void> {
  const state = is_lost ? 'lost' : row.visited_at ? 'visited' : 'new';
  const at = now.toISOString();
  await change(db, row, { ...values, state, is_edited: true, updated_at: at, expires_at: expiryOf(state, now) });
}

/** Puts what its source says now over a lead. */
export async function replaceLead(
  db: Kysely<DB>,
  row: Pick<LeadRow, 'school_id' | 'id' | 'state'>,
  facts: LeadFacts,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const expires_at = expiryOf(row.state, now);
  await change(db, row, { ...facts, is_edited: false, fetched_at: at, updated_at: at, expires_at });
}

export async function markVisited(db: Kysely<DB>, row: Key, now: Date): Promise<void> {
  const at = now.toISOString();
  const expires_at = expiryOf('visited', now);
  await change(db, row, { state: 'visited', visited_at: at, updated_at: at, expires_at });
}

/** A lead without anything that is about a person. */
const NOBODY = { contact_name: '', email: '', phone: '', expires_at: null } as const;

/** The school has the lead's people in its own record now: the lead keeps none. */
export async function markActivated(db: Kysely<DB>, row: Key, made_school_id: number, now: Date): Promise<void> {
  const at = now.toISOString();
  await change(db, row, { ...NOBODY, state: 'activated', made_school_id, activated_at: at, updated_at: at });
}

const NOTHING = {
  ...NOBODY,
  name: '',
  street: '',
  postal_code: '',
  city: '',
  type: null,
  brand: '',
  slink: '',
} as const;

/** Empties a lead; the row stays, so that its source does not bring it back. */
export async function emptyLead(db: Kysely<DB>, row: Key, now: Date): Promise<void> {
  const at = now.toISOString();
  await change(db, row, { ...NOTHING, state: 'lost', removed_at: at, updated_at: at });
}

/**
 * Adds what a source says: a lead that is known already, by its source and what that calls it, is changed only if something
 * differs, and only while nobody here has changed, lost, activated or removed it. Answers how many were added and changed.
 */
export async function mergeLeads(
  db: Kysely<DB>,
  schoolId: number,
  source: LeadSource,
  found: readonly FoundLead[],
  now: Date,
): Promise<{ added: number; changed: number }> {
  const at = now.toISOString();
  const expires_at = expiryOf('new', now);
  const known = new Map(found.map((lead) => [lead.source_key, lead]));
  const counts = { added: 0, changed: 0 };
  for (const part of inParts([...known.values()])) {
    const rows = await db
      .insertInto('leads')
      .values(
        part.map((lead) => ({
          school_id: schoolId,
          source,
          ...lead,
          created_at: at,
          fetched_at: at,
          updated_at: at,
          expires_at,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['school_id', 'source', 'source_key'])
          .doUpdateSet((eb) => ({
            ...Object.fromEntries(FACTS.map((key) => [key, eb.ref(`excluded.${key}`)])),
            fetched_at: at,
            updated_at: at,
            expires_at,
          }))
          .where('leads.is_edited', '=', false)
          .where('leads.state', 'in', ['new', 'visited'])
          .where(
            sql<boolean>`(${sql.join(FACTS.map((key) => sql.ref(`leads.${key}`)))}) is distinct from (${sql.join(
              FACTS.map((key) => sql.ref(`excluded.${key}`)),
            )})`,
          ),
      )
      .returning(sql<boolean>`xmax = 0`.as('is_new'))
      .execute();
    const added = rows.filter(({ is_new }) => is_new).length;
    counts.added += added;
    counts.changed += rows.length - added;
  }
  return counts;
}

/** The brand variants that leads of a school have. */
export async function listBrands(db: Kysely<DB>, schoolId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('leads')
    .select('brand')
    .distinct()
    .where('school_id', '=', schoolId)
    .where('removed_at', 'is', null)
    .where('brand', '!=', '')
    .orderBy('brand')
    .limit(100)
    .execute();
  return rows.map(({ brand }) => brand);
}

/** Forgets leads that nobody has changed for long; returns their number. Who does not want the product is not brought back as new. */
export async function pruneLeads(db: Kysely<DB>, now: Date): Promise<number> {
  const at = now.toISOString();
  const emptied = await db
    .updateTable('leads')
    .set({ ...NOTHING, removed_at: at, updated_at: at })
    .where('expires_at', '<', at)
    .where('state', '=', 'lost')
    .executeTakeFirst();
  const gone = await db.deleteFrom('leads').where('expires_at', '<', at).executeTakeFirst();
  return Number(emptied.numUpdatedRows + gone.numDeletedRows);
}
