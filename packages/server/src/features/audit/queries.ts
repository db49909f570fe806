import { AUDIT_EXPORT_MAXIMUM, type AuditOrder } from '@kreide/core/features/audit';
import { type Kysely, sql } from 'kysely';
import { auditOf } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { hasWords } from '../../kernel/data/searching.ts';
import { usersPart } from '../users/index.ts';

export interface AuditSelection {
  readonly action?: string | undefined;
  readonly user_id?: number | undefined;
  readonly entity?: string | undefined;
  readonly entity_id?: string | undefined;
  /** From this instant on. */
  readonly from?: Date | undefined;
  /** Before this instant. */
  readonly to?: Date | undefined;
  /** Caused by one of these people, or about one of them. */
  readonly people?: readonly number[] | undefined;
}

/** The entity under which the log records changes of people's accounts. */
const PEOPLE = 'users';

function selected(db: Kysely<DB>, schoolId: number, selection: AuditSelection) {
  const { people, from, to } = selection;
  let query = auditOf(db, schoolId);
  for (const column of ['action', 'user_id', 'entity', 'entity_id'] as const) {
    const value = selection[column];
    if (value !== undefined) query = query.where(column, '=', value);
  }
  if (from) query = query.where('at', '>=', from.toISOString());
  if (to) query = query.where('at', '<', to.toISOString());
  if (people) {
    const ids = sql<number[]>`${people}::bigint[]`;
    query = query.where((eb) =>
      eb.or([
        eb('user_id', '=', eb.fn.any(ids)),
        eb.and([
          eb('entity', '=', PEOPLE),
          eb('entity_id', '=', eb.fn.any(sql<string[]>`${people.map(String)}::text[]`)),
        ]),
      ]),
    );
  }
  return query;
}

export type AuditRow = Awaited<ReturnType<typeof listAudit>>[number];

interface Part {
  readonly order?: AuditOrder;
  /** Numbers of the log: older, or newer, than this entry. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly limit: number;
}

/** A part of the log, newest first unless it is ordered: by number, which grows with the time. */
export async function listAudit(
  db: Kysely<DB>,
  schoolId: number,
  selection: AuditSelection,
  { order = '-at', before, after, limit }: Part,
) {
  let query = selected(db, schoolId, selection)
    .orderBy('seq', order === 'at' ? 'asc' : 'desc')
    .limit(limit);
  if (before !== undefined) query = query.where('seq', '<', before);
  if (after !== undefined) query = query.where('seq', '>', after);
  return query.execute();
}

/** How many entries there are, as far as an export goes: one more stands for all beyond. */
export async function countAudit(db: Kysely<DB>, schoolId: number, selection: AuditSelection): Promise<number> {
  const some = selected(db, schoolId, selection)
    .clearSelect()
    .select('seq')
    .limit(AUDIT_EXPORT_MAXIMUM + 1);
  const { count } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Are there more entries than that? */
export async function hasMoreThan(
  db: Kysely<DB>,
  schoolId: number,
  selection: AuditSelection,
  count: number,
): Promise<boolean> {
  const row = await selected(db, schoolId, selection)
    .clearSelect()
    .select('seq')
    .offset(count)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Is somebody of that number at the school, archived or not? */
export async function hasPerson(db: Kysely<DB>, schoolId: number, userId: number): Promise<boolean> {
  const people = usersPart(db).clearSelect().select('id').where('school_id', '=', schoolId);
  return (await people.where('id', '=', userId).executeTakeFirst()) !== undefined;
}

/** The people of a school, archived ones too, whose name or username contains the text. */
export async function findPeople(db: Kysely<DB>, schoolId: number, text: string): Promise<number[]> {
  const found = await usersPart(db)
    .clearSelect()
    .select('id')
    .where('school_id', '=', schoolId)
    .where(hasWords(sql`concat_ws(' ', lastname, firstname, username)`, text))
    .execute();
  return found.map(({ id }) => id);
}

/** The names of the people whom entries are from or about. */
export async function namesOf(
  db: Kysely<DB>,
  schoolId: number,
  rows: readonly AuditRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap(({ user_id, entity, entity_id }) => [
    ...(user_id === null ? [] : [`${user_id}`]),
    ...(entity === PEOPLE && entity_id !== null && /^\d{1,15}$/.test(entity_id) ? [entity_id] : []),
  ]);
  if (ids.length === 0) return new Map();
  const people = await usersPart(db)
    .clearSelect()
    .select(['id', 'firstname', 'lastname'])
    .where('school_id', '=', schoolId)
    .where((eb) => eb('id', '=', eb.fn.any(sql<number[]>`${[...new Set(ids)]}::bigint[]`)))
    .execute();
  return new Map(people.map(({ id, firstname, lastname }) => [`${id}`, `${firstname} ${lastname}`]));
}
