import type { PeopleView, PeopleViewDraft } from '@kreide/core/features/users';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { gradesOf } from '../../structure/index.ts';

interface Person {
  school_id: number;
  user_id: number;
}

const COLUMNS = ['id', 'name', 'search', 'role', 'role_id', 'grade_id', 'status', 'order'] as const;

/** What is narrowed by nothing is left out. */
function toView({ id, name, ...filters }: { id: number; name: string } & Record<string, unknown>): PeopleView {
  return { id, name, filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null)) };
}

function toRow({ name, filters }: PeopleViewDraft) {
  const { search = null, role = null, role_id = null, grade_id = null, status = null, order = null } = filters;
  return { name, search, role, role_id, grade_id, status, order };
}

/** The kept choices of somebody, by name. */
export async function listViewRows(db: Kysely<DB>, { school_id, user_id }: Person): Promise<PeopleView[]> {
  const rows = await db
    .selectFrom('people_views as view')
    // A grade that has ended narrows nothing any more.
    .leftJoin(gradesOf(db, school_id).where('ended_at', 'is', null).as('grade'), 'grade.id', 'view.grade_id')
    .select(['view.id', 'view.name', 'search', 'role', 'role_id', 'grade.id as grade_id', 'status', 'view.order'])
    .where('view.school_id', '=', school_id)
    .where('view.user_id', '=', user_id)
    .orderBy(sql`kreide_fold(view.name)`)
    .orderBy('view.id')
    .execute();
  return rows.map(toView);
}

export async function insertView(db: Kysely<DB>, person: Person, draft: PeopleViewDraft): Promise<PeopleView> {
  const row = await db
    .insertInto('people_views')
    .values({ school_id: person.school_id, user_id: person.user_id, ...toRow(draft) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return toView(row);
}

/** Null: the person has no such choice. */
export async function saveView(
  db: Kysely<DB>,
  { school_id, user_id, id }: Person & { id: number },
  draft: PeopleViewDraft,
): Promise<PeopleView | null> {
  const row = await db
    .updateTable('people_views')
    .set(toRow(draft))
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row ? toView(row) : null;
}

export async function deleteView(
  db: Kysely<DB>,
  { school_id, user_id, id }: Person & { id: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('people_views')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Calls another of their choices the same, however it is written? */
export async function isViewNameTaken(
  db: Kysely<DB>,
  { school_id, user_id }: Person,
  name: string,
  exceptId: number | null,
): Promise<boolean> {
  const row = await db
    .selectFrom('people_views')
    .select('id')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('id', '!=', exceptId ?? 0)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
  return row !== undefined;
}
