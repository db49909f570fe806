import {
  AUDIT_EXPORT_MAXIMUM,
  type AUDIT_REFERENCES,
  type AuditOrder,
  toReferences,
} from '@kreide/core/features/audit';
import type { Translate } from '@kreide/core/kernel';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { auditOf } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { hasWords } from '../../kernel/data/searching.ts';
import { channelsPart, readerOf } from '../channels/index.ts';
import { gradesOf } from '../structure/index.ts';
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

/** What an entry refers to, as `toReferences` writes it: who caused it, whom it is about, and whom or what its values name. */
export function referencesOf({ user_id, entity, entity_id, before, after }: AuditRow): string[] {
  const fields = [before, after].flatMap((values) => Object.entries((values ?? {}) as Record<string, unknown>));
  const found = fields.flatMap(([field, value]) => toReferences(field, value));
  if (user_id !== null) found.push(`${PEOPLE}:${user_id}`);
  if (entity === PEOPLE && entity_id !== null && /^\d{1,15}$/.test(entity_id)) found.push(`${PEOPLE}:${entity_id}`);
  return found;
}

/** What the school's records are called to which entries refer: `users:12` → `Ada Lang`. */
export async function namesOf(
  db: Kysely<DB>,
  schoolId: number,
  rows: readonly AuditRow[],
  t: Translate,
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Map<string, Set<string>>();
  for (const reference of rows.flatMap(referencesOf)) {
    const [kind = '', id = ''] = reference.split(':');
    wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id));
  }
  const names = new Map<string, string>();
  for (const [kind, ids] of wanted) {
    const isWanted = sql<boolean>`id = any(${[...ids]}::bigint[])`;
    for (const { id, name } of await NAMES[kind as keyof typeof NAMES](db, schoolId, isWanted, t))
      if (name !== null) names.set(`${kind}:${id}`, name);
  }
  return names;
}

type Named = Promise<readonly { readonly id: number; readonly name: string | null }[]>;
type FindNames = (db: Kysely<DB>, schoolId: number, isWanted: RawBuilder<boolean>, t: Translate) => Named;

/** Nobody: the name of a conversation would be that of the other one. Who talks with whom is not told either. */
const NOBODY = 0;

const NAMES: Readonly<Record<(typeof AUDIT_REFERENCES)[keyof typeof AUDIT_REFERENCES], FindNames>> = {
  users: (db, schoolId, isWanted) =>
    usersPart(db)
      .clearSelect()
      .select(['id', sql<string>`concat(firstname, ' ', lastname)`.as('name')])
      .where('school_id', '=', schoolId)
      .where(isWanted)
      .execute(),
  channels: (db, schoolId, isWanted, t) =>
    db
      .selectFrom(channelsPart(db, readerOf({ school_id: schoolId, user_id: NOBODY }, t)).as('channel'))
      .select((eb) => [
        'id',
        eb
          .case()
          .when('type', '=', 'CHAT')
          .then(t('audit:values.conversation'))
          .else(eb.ref('displayname'))
          .end()
          .as('name'),
      ])
      .where(isWanted)
      .execute(),
  grades: (db, schoolId, isWanted) =>
    db.selectFrom(gradesOf(db, schoolId).as('grade')).select(['id', 'shortcut as name']).where(isWanted).execute(),
};
