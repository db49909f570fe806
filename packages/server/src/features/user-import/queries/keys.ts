import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { gradeOn, gradesOf } from '../../structure/index.ts';
import { findFormer, presentPart } from '../../users/index.ts';
import { removeIdentities, setIdentities } from '../queries.ts';

/** Accounts that an import has read under this key, from whatever source; two at most, since one more than one is too many. */
export async function findByImportKey(db: Kysely<DB>, schoolId: number, key: string, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom(presentPart(db, now).where('school_id', '=', schoolId).as('present'))
    .innerJoin('user_import_identities as identity', (join) =>
      join.onRef('identity.school_id', '=', 'present.school_id').onRef('identity.user_id', '=', 'present.id'),
    )
    .select('identity.user_id')
    .distinct()
    .where('identity.school_id', '=', schoolId)
    .where('identity.external_id', '=', key)
    .limit(2)
    .execute();
  if (rows.length > 0) return rows.map(({ user_id }) => user_id);
  const former = await findFormer(db, schoolId, key, null);
  const present = await presentPart(db, now)
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${former}::bigint[])`)
    .orderBy('id')
    .limit(2)
    .execute();
  return present.map(({ id }) => id);
}

interface Named {
  readonly firstname: string;
  readonly lastname: string;
  readonly birth_date: string | null;
  readonly class: string | null;
}

/** More people of one name there are not, or nothing is said of them. */
const NAMESAKES = 20;

/**
 * The one person of a school whom first and last name fit, with the birth date that a list has said, or else with the class of today; null:
 * nobody, or several. Whose birth date is another one is somebody else. Never an administrator.
 */
export async function findNamed(
  db: Kysely<DB>,
  schoolId: number,
  { firstname, lastname, birth_date, class: shortcut }: Named,
  today: string,
  now: Date,
): Promise<{ user_id: number; by: 'BIRTH_DATE' | 'CLASS' } | null> {
  const namesakes = await presentPart(db, now)
    .select((eb) => gradeOn(eb.ref('users.school_id'), eb.ref('users.id'), today).as('grade_id'))
    .where('school_id', '=', schoolId)
    .where('role', '!=', 'ADMIN')
    .where(sql<boolean>`lower(firstname) = lower(${firstname}) and lower(lastname) = lower(${lastname})`)
    .limit(NAMESAKES)
    .execute();
  const ids = namesakes.map(({ id }) => id);
  if (ids.length === 0 || ids.length === NAMESAKES) return null;
  const born = await db
    .selectFrom('user_import_identities')
    .select(['user_id', 'birth_date'])
    .distinct()
    .where('school_id', '=', schoolId)
    .where('user_id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('birth_date', 'is not', null)
    .execute();
  const isOther = (id: number) => born.some((one) => one.user_id === id && one.birth_date !== birth_date);
  const left = birth_date === null ? ids : ids.filter((id) => !isOther(id));
  const sure = birth_date === null ? [] : left.filter((id) => born.some((one) => one.user_id === id));
  if (sure.length > 0) return sure.length === 1 ? { user_id: sure[0] ?? 0, by: 'BIRTH_DATE' } : null;
  if (shortcut === null || left.length === 0) return null;
  const grades = await gradesOf(db, schoolId).where(sql<boolean>`lower(shortcut) = lower(${shortcut})`).execute();
  const inClass = namesakes.filter(
    ({ id, grade_id }) => left.includes(id) && grades.some((grade) => grade.id === grade_id),
  );
  return inClass.length === 1 ? { user_id: inClass[0]?.id ?? 0, by: 'CLASS' } : null;
}

/**
 * The source of a school's own number of somebody, whoever said it: a list that has the same number means the same person.
 */
export const SCHOOL_NUMBER = 'school-number';

/** Whose key this is, archived people too, in one source or in whatever source; more than one is too many to be certain. */
export async function findIdentified(
  db: Kysely<DB>,
  schoolId: number,
  key: string,
  source: string | null = null,
): Promise<number[]> {
  let query = db
    .selectFrom('user_import_identities')
    .select('user_id')
    .distinct()
    .where('school_id', '=', schoolId)
    .where('external_id', '=', key);
  if (source !== null) query = query.where('source', '=', source);
  const found = (await query.orderBy('user_id').limit(10).execute()).map(({ user_id }) => user_id);
  return found.length > 0 ? found : findFormer(db, schoolId, key, source);
}

/** When these people were born, by whatever source. */
export async function listBirthDates(
  db: Kysely<DB>,
  schoolId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('user_import_identities')
    .select(['user_id', 'birth_date'])
    .where('school_id', '=', schoolId)
    .where('user_id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('birth_date', 'is not', null)
    .orderBy('source')
    .execute();
  return new Map(
    rows.flatMap(({ user_id, birth_date }) => (birth_date === null ? [] : [[user_id, birth_date] as const])),
  );
}

interface Whose {
  readonly school_id: number;
  readonly user_id: number;
}

/** Who somebody is in a source; nothing is left of it where there is neither key nor birth date. */
export async function setIdentity(
  db: Kysely<DB>,
  person: Whose,
  source: string,
  { external_id, birth_date }: { external_id: string | null; birth_date: string | null },
): Promise<void> {
  if (external_id === null && birth_date === null)
    return removeIdentities(db, person.school_id, source, [person.user_id]);
  await setIdentities(db, person.school_id, source, [{ user_id: person.user_id, external_id, birth_date }]);
}

/** By which keys sources know people, and when these were born, as a part of a query. */
export const identitiesPart = (db: Kysely<DB>) =>
  db.selectFrom('user_import_identities').select(['school_id', 'user_id', 'source', 'external_id', 'birth_date']);

/** Is a list being read, saved or taken back at the school? */
export async function isImporting(db: Kysely<DB>, schoolId: number): Promise<boolean> {
  const row = await db
    .selectFrom('user_imports')
    .select('id')
    .where('school_id', '=', schoolId)
    .where('state', 'in', ['QUEUED', 'PROCESSING', 'SAVING', 'UNDOING'])
    .executeTakeFirst();
  return row !== undefined;
}
