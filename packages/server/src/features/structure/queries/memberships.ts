import { addDays } from '@kreide/core/kernel';
import { type Kysely, sql } from 'kysely';
import { insertRows } from '../../../kernel/data/bulk.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** When somebody is in a grade. */
export interface Membership {
  readonly id: number;
  readonly user_id: number;
  readonly grade_id: number;
  readonly begins_at: string;
  readonly ends_at: string | null;
}

/** All grades of some people, at any time. */
export async function listMemberships(
  db: Kysely<DB>,
  schoolId: number,
  userIds: readonly number[],
): Promise<Membership[]> {
  return db
    .selectFrom('grade_memberships')
    .select(['id', 'user_id', 'grade_id', 'begins_at', 'ends_at'])
    .where('school_id', '=', schoolId)
    .where('user_id', '=', sql<number>`any(${userIds}::bigint[])`)
    .orderBy('id')
    .execute();
}

/** `setGrade` for many people, in three statements; null: in no grade from then on. */
export async function setGrades(
  db: Kysely<DB>,
  schoolId: number,
  places: readonly { user_id: number; grade_id: number | null }[],
  from: string,
): Promise<void> {
  if (places.length === 0) return;
  const ids = places.map(({ user_id }) => user_id);
  const isAmong = sql<number>`any(${ids}::bigint[])`;
  await db
    .deleteFrom('grade_memberships')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', isAmong)
    .where('begins_at', '>=', from)
    .execute();
  await db
    .updateTable('grade_memberships')
    .set({ ends_at: addDays(from, -1) })
    .where('school_id', '=', schoolId)
    .where('user_id', '=', isAmong)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>=', from)]))
    .execute();
  await insertRows(
    db,
    'grade_memberships',
    { user_id: 'bigint', grade_id: 'bigint', begins_at: 'date' },
    places.flatMap((place) => (place.grade_id === null ? [] : [{ ...place, begins_at: from }])),
    { school_id: schoolId },
  );
}

/** Puts back the grades of some people as they were. */
export async function restoreMemberships(
  db: Kysely<DB>,
  schoolId: number,
  userIds: readonly number[],
  rows: readonly Membership[],
): Promise<void> {
  await db
    .deleteFrom('grade_memberships')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', sql<number>`any(${userIds}::bigint[])`)
    .execute();
  const columns = { id: 'bigint', user_id: 'bigint', grade_id: 'bigint', begins_at: 'date', ends_at: 'date' } as const;
  await insertRows(
    db,
    'grade_memberships',
    columns,
    rows.map((row) => ({ ...row })),
    { school_id: schoolId },
  );
}
