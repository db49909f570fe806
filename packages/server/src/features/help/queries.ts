import type { ContactPerson, SharedContacts } from '@kreide/core/features/help';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../kernel/feature.ts';
import { presentPart } from '../users/index.ts';

/** The contact persons of a school in its order; an account that cannot be used now hides its person. */
export async function getContacts(db: Kysely<DB>, schoolId: number, now: Date): Promise<SharedContacts> {
  const rows = await db
    .selectFrom('contact_persons')
    .leftJoin(presentPart(db, now).as('user'), (join) =>
      join
        .onRef('user.school_id', '=', 'contact_persons.school_id')
        .onRef('user.id', '=', 'contact_persons.user_id')
        .on('user.school_id', '=', schoolId),
    )
    .select(['name', 'user_id', 'about', 'email', 'telephone', 'hours', 'updated_at', 'user.id as present_id'])
    .where('contact_persons.school_id', '=', schoolId)
    .orderBy('place')
    .execute();
  return {
    persons: rows
      .filter(({ user_id, present_id }) => user_id === present_id)
      .map(({ name, user_id, about, email, telephone, hours }) => ({ name, user_id, about, email, telephone, hours })),
    updated_at: rows[0]?.updated_at ?? null,
  };
}

/** Until the end of the transaction nobody else changes the contact persons of the school. */
export async function lockContacts(trx: Kysely<DB>, schoolId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('contact_persons', ${schoolId}))`.execute(trx);
}

/** Can every one of these accounts be used now? */
export async function arePresent(
  db: Kysely<DB>,
  schoolId: number,
  ids: readonly number[],
  now: Date,
): Promise<boolean> {
  if (ids.length === 0) return true;
  const rows = await db
    .selectFrom(presentPart(db, now).where('school_id', '=', schoolId).where('id', 'in', ids).as('user'))
    .select('user.id')
    .execute();
  return rows.length === new Set(ids).size;
}

/** Replaces the whole list. */
export async function replaceContacts(
  trx: Kysely<DB>,
  schoolId: number,
  persons: readonly ContactPerson[],
  now: Date,
): Promise<void> {
  await trx.deleteFrom('contact_persons').where('school_id', '=', schoolId).execute();
  if (persons.length === 0) return;
  await trx
    .insertInto('contact_persons')
    .values(
      persons.map((person, index) => ({
        ...person,
        school_id: schoolId,
        place: index + 1,
        updated_at: now.toISOString(),
      })),
    )
    .execute();
}

/** An erased person is nobody's contact person any more; false: they were none. */
export async function eraseContact(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('contact_persons')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Those who are hidden now: whoever writes the list has not seen them. */
export async function listHidden(db: Kysely<DB>, schoolId: number, shown: SharedContacts): Promise<ContactPerson[]> {
  const seen = shown.persons.flatMap(({ user_id }) => user_id ?? []);
  return db
    .selectFrom('contact_persons')
    .select(['name', 'user_id', 'about', 'email', 'telephone', 'hours'])
    .where('school_id', '=', schoolId)
    .where('user_id', 'is not', null)
    .where('user_id', 'not in', [0, ...seen])
    .orderBy('place')
    .execute();
}

/** What everybody of the school reads of somebody as a contact person. */
export const contactData: PersonalData = {
  contact_persons: async (db, { school_id, user_id }) => {
    const rows = await db
      .selectFrom('contact_persons')
      .select(['name', 'about', 'email', 'telephone', 'hours', 'updated_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('place')
      .execute();
    return rows.map(({ name, about, email, telephone, hours, updated_at }) => ({
      name,
      email,
      phone: telephone,
      text: [about, hours].filter((part) => part !== ''),
      updated_at,
    }));
  },
};
