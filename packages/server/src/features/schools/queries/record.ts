import type { BillingDraft, SchoolContact, SchoolFeature, SchoolState } from '@kreide/core/features/schools';
import type { Kysely, Updateable } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

type Changed = Pick<
  Updateable<DB['schools']>,
  'name' | 'shortname' | 'street' | 'postal_code' | 'city' | 'country' | 'type' | 'color'
>;

/** Changes what a school says about itself. */
export async function updateRecord(db: Kysely<DB>, id: number, record: Changed, now: Date): Promise<void> {
  await db
    .updateTable('schools')
    .set({ ...record, updated_at: now.toISOString() })
    .where('id', '=', id)
    .execute();
}

/** Names whom the operator asks about a school; empty texts are none. */
export async function updateContact(db: Kysely<DB>, id: number, contact: SchoolContact): Promise<void> {
  await db
    .updateTable('schools')
    .set({
      contact_name: contact.name || null,
      contact_phone: contact.phone || null,
      contact_email: contact.email || null,
      contact_role: contact.role || null,
    })
    .where('id', '=', id)
    .execute();
}

/** Brings a school into another state; one that works for the first time is installed then. */
export async function setState(db: Kysely<DB>, id: number, state: SchoolState, now: Date): Promise<void> {
  await db
    .updateTable('schools')
    .set((eb) => ({
      state,
      ...(state === 'ACTIVE' && { installed_at: eb.fn.coalesce('installed_at', eb.val(now.toISOString())) }),
    }))
    .where('id', '=', id)
    .execute();
}

/** Orders when everything of a school is removed, or takes it back with null. */
export async function setEnd(db: Kysely<DB>, id: number, end: { now: Date; at: Date } | null): Promise<void> {
  const values = { end_ordered_at: end?.now.toISOString() ?? null, ends_at: end?.at.toISOString() ?? null };
  await db
    .updateTable('schools')
    .set({ ...values, end_told_days: null })
    .where('id', '=', id)
    .execute();
}

/** Notes that the administrators of a school were told this many days before its end. */
export async function setEndTold(db: Kysely<DB>, id: number, days: number): Promise<void> {
  await db.updateTable('schools').set({ end_told_days: days }).where('id', '=', id).execute();
}

const endingOf = (db: Kysely<DB>) =>
  db
    .selectFrom('schools')
    .select(['id', 'slink', 'name', 'time_zone', 'ends_at', 'end_told_days', 'purpose'])
    .where('ends_at', 'is not', null)
    .$narrowType<{ ends_at: string }>();

/** Schools whose end is ordered, the first one first. */
export async function listEnding(db: Kysely<DB>) {
  return endingOf(db).orderBy('ends_at').execute();
}

/** A school whose end is ordered. */
export async function findEnding(db: Kysely<DB>, id: number) {
  return endingOf(db).where('id', '=', id).executeTakeFirst();
}

/** Removes a school of which every other row is gone. */
export async function deleteSchool(db: Kysely<DB>, id: number): Promise<void> {
  await db.deleteFrom('schools').where('id', '=', id).execute();
}

/** The school refers to nothing of its own any more. */
export async function letGo(db: Kysely<DB>, id: number): Promise<void> {
  await db.updateTable('schools').set({ active_school_year_id: null }).where('id', '=', id).execute();
}

/** Switches features of the product on or off for a school. */
export async function setFeatures(db: Kysely<DB>, id: number, features: readonly SchoolFeature[]): Promise<void> {
  await db
    .updateTable('schools')
    .set({ features: [...features] })
    .where('id', '=', id)
    .execute();
}

export async function findBilling(db: Kysely<DB>, schoolId: number) {
  return db.selectFrom('school_billing').selectAll().where('school_id', '=', schoolId).executeTakeFirst();
}

/** Has a school said whom invoices are written to? */
export const hasBilling = async (db: Kysely<DB>, schoolId: number): Promise<boolean> =>
  (await findBilling(db, schoolId)) !== undefined;

export async function saveBilling(db: Kysely<DB>, schoolId: number, draft: BillingDraft, now: Date): Promise<void> {
  const values = {
    ...draft,
    addition: draft.addition || null,
    email: draft.email || null,
    vat_number: draft.vat_number || null,
    buyer_reference: draft.buyer_reference || null,
    updated_at: now.toISOString(),
  };
  await db
    .insertInto('school_billing')
    .values({ school_id: schoolId, ...values })
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet(values))
    .execute();
}

/** Which logo a school has, without its content. */
export async function findLogo(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('school_logos')
    .select(['uuid', 'width', 'height'])
    .where('school_id', '=', schoolId)
    .executeTakeFirst();
}

export async function readLogo(db: Kysely<DB>, schoolId: number) {
  return db.selectFrom('school_logos').select(['uuid', 'content']).where('school_id', '=', schoolId).executeTakeFirst();
}

/** Sets the logo of a school and answers its new uuid. */
export async function saveLogo(
  db: Kysely<DB>,
  schoolId: number,
  logo: { content: Buffer; width: number; height: number },
  now: Date,
): Promise<string> {
  const values = { ...logo, uuid: crypto.randomUUID(), updated_at: now.toISOString() };
  await db
    .insertInto('school_logos')
    .values({ school_id: schoolId, ...values })
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet(values))
    .execute();
  return values.uuid;
}

export async function removeLogo(db: Kysely<DB>, schoolId: number): Promise<void> {
  await db.deleteFrom('school_logos').where('school_id', '=', schoolId).execute();
}
