import { DOUBLES_PAGE } from '@kreide/core/features/doubles';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { comparablePart } from '../../users/index.ts';

/** Two accounts, the older one first, as the table names them. */
function inOrder(ids: readonly [number, number]) {
  return { one_id: Math.min(...ids), other_id: Math.max(...ids) };
}

interface Saying {
  readonly by: number;
  readonly now: Date;
}

/** Notes that the two are two people; who said so first has said it. */
export async function insertApart(
  db: Kysely<DB>,
  schoolId: number,
  ids: readonly [number, number],
  { by, now }: Saying,
): Promise<void> {
  await db
    .insertInto('doubles_apart')
    .values({ school_id: schoolId, ...inOrder(ids), set_by: by, set_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteApart(db: Kysely<DB>, schoolId: number, ids: readonly [number, number]): Promise<void> {
  const { one_id, other_id } = inOrder(ids);
  await db
    .deleteFrom('doubles_apart')
    .where('school_id', '=', schoolId)
    .where('one_id', '=', one_id)
    .where('other_id', '=', other_id)
    .execute();
}

/** Who said when that the two are two people; `set_by` is null when that account is gone. */
export async function findApart(db: Kysely<DB>, schoolId: number, ids: readonly [number, number]) {
  const { one_id, other_id } = inOrder(ids);
  return db
    .selectFrom('doubles_apart')
    .select(['set_at', 'set_by'])
    .where('school_id', '=', schoolId)
    .where('one_id', '=', one_id)
    .where('other_id', '=', other_id)
    .executeTakeFirst();
}

/** Pairs of present accounts that somebody said are two people, the newest first, and one more than a page where there is another. */
export async function listApart(
  db: Kysely<DB>,
  schoolId: number,
  { page, includesAdministrators }: { page: number; includesAdministrators: boolean },
) {
  const people = comparablePart(db);
  const { rows } = await sql<{ one: number; other: number; reasons: readonly [] }>`
    select a.one_id as one, a.other_id as other, '{}'::text[] as reasons from doubles_apart a
    join (${people}) one on one.school_id = a.school_id and one.id = a.one_id
    join (${people}) other on other.school_id = a.school_id and other.id = a.other_id
    where a.school_id = ${schoolId}
      and (${includesAdministrators} or (one.role <> 'ADMIN' and other.role <> 'ADMIN'))
    order by a.set_at desc, a.one_id, a.other_id
    offset ${(page - 1) * DOUBLES_PAGE} limit ${DOUBLES_PAGE + 1}`.execute(db);
  return rows;
}
