import { type KeyKind, REGISTRATION_PAGE } from '@kreide/core/features/registration';
import type { Language } from '@kreide/core/kernel';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { ErasedPerson } from '../../kernel/feature.ts';
import { schoolsPart } from '../schools/index.ts';
import { usersPart } from '../users/index.ts';

function keysOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('activation_keys as key')
    .innerJoin(usersPart(db).as('person'), (join) =>
      join.onRef('person.school_id', '=', 'key.school_id').onRef('person.id', '=', 'key.user_id'),
    )
    .select(['key.id', 'key.kind', 'key.created_at', 'key.expires_at', 'key.used_at', 'key.withdrawn_at'])
    .select(['person.id as user_id', 'person.firstname', 'person.lastname', 'person.type'])
    .where('key.school_id', '=', schoolId);
}
export type KeyRow = Awaited<ReturnType<typeof listKeys>>[number];

/** A page of the codes of a school, the newest first, and the first of the next. */
export async function listKeys(db: Kysely<DB>, schoolId: number, page: number) {
  return keysOf(db, schoolId)
    .orderBy('key.id', 'desc')
    .offset((page - 1) * REGISTRATION_PAGE)
    .limit(REGISTRATION_PAGE + 1)
    .execute();
}

/** Some codes of a school, in the order in which they were made. */
export async function listKeysAmong(db: Kysely<DB>, schoolId: number, ids: readonly number[]) {
  return keysOf(db, schoolId).where('key.id', '=', sql<number>`any(${ids}::bigint[])`).orderBy('key.id').execute();
}

export interface NewKey {
  user_id: number;
  code_hash: Buffer;
  /** Of a letter that can be printed again: the code sealed, its language, and the list that it belongs to. */
  sealed_code?: Buffer;
  letter_locale?: Language;
  batch?: string;
}

/** Adds codes and withdraws the open ones of the same people and kind; returns their ids in the same order. */
export async function createKeys(
  db: Kysely<DB>,
  schoolId: number,
  keys: readonly NewKey[],
  { kind, by, now, expires_at }: { kind: KeyKind; by: number | null; now: Date; expires_at: Date },
): Promise<number[]> {
  const at = now.toISOString();
  const people = keys.map(({ user_id }) => user_id);
  await db
    .updateTable('activation_keys')
    .set({ withdrawn_at: at, sealed_code: null })
    .where('school_id', '=', schoolId)
    .where('user_id', '=', sql<number>`any(${people}::bigint[])`)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', at)
    .execute();
  const rows = await db
    .insertInto('activation_keys')
    .values(
      keys.map((key) => ({
        school_id: schoolId,
        kind,
        ...key,
        created_by: by,
        created_at: at,
        expires_at: expires_at.toISOString(),
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Withdraws an open code; false: somebody has used it, or it is withdrawn already. */
export async function withdrawKey(db: Kysely<DB>, schoolId: number, id: number, now: Date): Promise<boolean> {
  const changed = await db
    .updateTable('activation_keys')
    .set({ withdrawn_at: now.toISOString(), sealed_code: null })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** The code that these letters are, with its school; undefined: nobody has it, or its person is gone. */
export async function findKey(db: Kysely<DB>, codeHash: Buffer) {
  return db
    .selectFrom('activation_keys as key')
    .innerJoin(usersPart(db).as('person'), (join) =>
      join
        .onRef('person.school_id', '=', 'key.school_id')
        .onRef('person.id', '=', 'key.user_id')
        .on('person.deleted_at', 'is', null),
    )
    .innerJoin(schoolsPart(db).as('school'), 'school.id', 'key.school_id')
    .select(['key.school_id', 'key.id', 'key.kind', 'key.user_id', 'key.used_by'])
    .select(['key.expires_at', 'key.used_at', 'key.withdrawn_at'])
    .select(['person.firstname', 'person.lastname', 'person.type'])
    .select([
      'school.slink',
      'school.state as school_state',
      'school.is_locked as school_is_locked',
      'school.time_zone',
    ])
    .where('key.code_hash', '=', codeHash)
    .executeTakeFirst();
}
export type FoundKey = NonNullable<Awaited<ReturnType<typeof findKey>>>;

/** Uses a code up; false when somebody else was first, or it was withdrawn. */
export async function useKey(
  db: Kysely<DB>,
  key: { school_id: number; id: number },
  by: number,
  now: Date,
): Promise<boolean> {
  const used = await db
    .updateTable('activation_keys')
    .set({ used_at: now.toISOString(), used_by: by, sealed_code: null })
    .where('school_id', '=', key.school_id)
    .where('id', '=', key.id)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

/** Keeps a code for this call: others who use it wait. */
export async function lockKey(db: Kysely<DB>, key: { school_id: number; id: number }): Promise<void> {
  await db
    .selectFrom('activation_keys')
    .select('id')
    .where('school_id', '=', key.school_id)
    .where('id', '=', key.id)
    .forUpdate()
    .execute();
}

/** Somebody agreed to a version of the terms. */
export async function addConsent(
  db: Kysely<DB>,
  user: { school_id: number; user_id: number },
  version: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('consents')
    .values({ ...user, version, agreed_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What a teacher teaches, as they say. */
export async function setTeaching(
  db: Kysely<DB>,
  user: { school_id: number; user_id: number },
  teaching: { grade_ids: number[]; subject_ids: number[] },
  now: Date,
): Promise<void> {
  const values = { ...teaching, updated_at: now.toISOString() };
  await db
    .insertInto('teachings')
    .values({ ...user, ...values })
    .onConflict((conflict) => conflict.columns(['school_id', 'user_id']).doUpdateSet(values))
    .execute();
}

/** Nothing of how somebody registered stays; codes for others forget who made or used them. */
export async function eraseRegistration(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db.deleteFrom('child_requests').where('school_id', '=', school_id).where('parent_id', '=', user_id).execute();
  for (const table of ['applications', 'child_requests'] as const)
    await db
      .updateTable(table)
      .set({ answered_by: null })
      .where('school_id', '=', school_id)
      .where('answered_by', '=', user_id)
      .execute();
  for (const table of ['applications', 'activation_keys', 'consents', 'teachings'] as const)
    await db.deleteFrom(table).where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
  for (const column of ['created_by', 'used_by'] as const)
    await db
      .updateTable('activation_keys')
      .set({ [column]: null })
      .where('school_id', '=', school_id)
      .where(column, '=', user_id)
      .execute();
}
