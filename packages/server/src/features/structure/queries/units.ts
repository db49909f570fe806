import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords, wordsOf } from '../../../kernel/data/searching.ts';

// Parts of queries: ended units are included, and the caller sets the order.

export function gradesOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('grades')
    .select(['id', 'shortcut', 'name', 'source', 'ended_at', 'order', 'range', 'category'])
    .where('school_id', '=', schoolId);
}

export function bookablesOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('bookables')
    .select(['id', 'shortcut', 'name', 'source', 'ended_at'])
    .select(['description', 'is_confirmable', 'is_custom', 'is_public'])
    .where('school_id', '=', schoolId);
}

export function subjectsOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('subjects')
    .select(['id', 'shortcut', 'name', 'source', 'ended_at'])
    .select((eb) => eb.fn.coalesce('user_color', 'color').as('color'))
    .where('school_id', '=', schoolId);
}

export function teachersOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('teachers')
    .select(['id', 'shortcut', 'title', 'firstname', 'lastname', 'pseudonym', 'email', 'color'])
    .select(['grade_id', 'co_grade_id', 'source', 'ended_at'])
    .where('school_id', '=', schoolId);
}

export function coursesOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('courses')
    .select(['id', 'shortcut', 'name', 'subject_id', 'grade_ids', 'teacher_ids', 'is_required', 'source', 'ended_at'])
    .select(['season_id', 'is_custom'])
    .select((eb) => eb.fn.coalesce('user_color', 'color').as('color'))
    .where('school_id', '=', schoolId);
}

/** Somebody takes the course because the school says so: then it is no longer that of its whole classes. */
const isOfSchool = sql<SqlBool>`not enrolments.is_own and (enrolments.state = 'SELECTED' or enrolments.left_at > enrolments.joined_at)`;

/** Courses that a person chose or was assigned to. */
export function enrolledCoursesOf(db: Kysely<DB>, schoolId: number) {
  return coursesOf(db, schoolId).select((eb) =>
    eb
      .exists(
        eb
          .selectFrom('enrolments')
          .select('enrolments.id')
          .whereRef('enrolments.school_id', '=', 'courses.school_id')
          .whereRef('enrolments.course_id', '=', 'courses.id')
          .where(isOfSchool),
      )
      .as('has_enrolments'),
  );
}

/** The grades of some courses. */
export async function gradesOfCourses(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct unnest(grade_ids) as id from courses
    where school_id = ${schoolId} and id = any(${[...ids]}::bigint[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Class 5 comes before class 10. */
const byNumber = new Intl.Collator('de', { numeric: true });

interface Placed {
  readonly shortcut: string;
  readonly order?: number | null;
}
const placeOf = ({ order }: Placed): number => order ?? Number.MAX_SAFE_INTEGER;

/** Units in the order of lists: classes by the place that the school gave them, the others by short name. */
export const byPlace = (one: Placed, other: Placed): number =>
  placeOf(one) - placeOf(other) || byNumber.compare(one.shortcut, other.shortcut);

/** The units of a query part that are in use, in the order of lists. */
export async function listInUse<T extends keyof DB, O extends { shortcut: string }>(
  units: SelectQueryBuilder<DB, T, O>,
): Promise<O[]> {
  const rows = (await units.where(sql<SqlBool>`ended_at is null`).orderBy(sql`shortcut`).execute()) as O[];
  return rows.sort(byPlace);
}

/** The unit in use with a short name; of several, the oldest. */
export async function findUnit(
  db: Kysely<DB>,
  schoolId: number,
  table: 'grades' | 'teachers' | 'bookables',
  shortcut: string,
): Promise<{ id: number } | undefined> {
  return db
    .selectFrom(table)
    .select('id')
    .where('school_id', '=', schoolId)
    .where('shortcut', '=', shortcut)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
}

/** Is this a room whose plan everybody may see who may see plans of rooms? */
export async function isPublicRoom(db: Kysely<DB>, schoolId: number, id: number): Promise<boolean> {
  const room = await bookablesOf(db, schoolId).where('id', '=', id).executeTakeFirst();
  return room?.is_public ?? true;
}

/** Is this a grade of the school that has not ended? */
export async function hasGrade(db: Kysely<DB>, schoolId: number, gradeId: number): Promise<boolean> {
  const row = await gradesOf(db, schoolId).where('id', '=', gradeId).where('ended_at', 'is', null).executeTakeFirst();
  return row !== undefined;
}

const TABLES = ['grades', 'teachers', 'bookables', 'subjects', 'courses'] as const;

/** Does a school have all of these units, ended ones too? */
export async function hasUnits(
  db: Kysely<DB>,
  schoolId: number,
  wanted: Readonly<Partial<Record<(typeof TABLES)[number], readonly number[]>>>,
): Promise<boolean> {
  const lists = TABLES.flatMap((table) => {
    const ids = [...new Set(wanted[table])];
    return ids.length > 0 ? [{ table, ids }] : [];
  });
  if (lists.length === 0) return true;
  const counts = lists.map(
    ({ table, ids }) =>
      sql`(select count(*)::int from ${sql.table(table)} where school_id = ${schoolId} and id = any(${ids}::bigint[]))`,
  );
  const { rows } = await sql<{ count: number }>`select ${sql.join(counts, sql` + `)} as count`.execute(db);
  return rows[0]?.count === lists.reduce((sum, { ids }) => sum + ids.length, 0);
}

export interface UnitHit {
  entity: 'grades' | 'teachers' | 'bookables' | 'courses';
  id: number;
  shortcut: string;
  name: string | null;
}

/** How a name is compared: "Bäumler" is "Baeumler" and "Baumler", "10 b" is "10b". */
function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f\s-]/gu, '')
    .replace(/ß/gu, 'ss')
    .replace(/ı/gu, 'i')
    .replace(/([aou])e/gu, '$1');
}

/** The same of a column. */
function foldColumn(name: 'shortcut' | 'name') {
  const bare = sql`regexp_replace(normalize(lower(${sql.ref(name)}), nfd), '[\\u0300-\\u036f\\s-]', '', 'g')`;
  return sql`regexp_replace(replace(replace(${bare}, 'ß', 'ss'), 'ı', 'i'), '([aou])e', '\\1', 'g')`;
}

/** Everything in use that a school has plans for; rooms that are not public where they are asked for. */
const plannedUnits = (schoolId: number, hidden: boolean) => sql`(
      select 'grades' as entity, 1 as rank, id, shortcut, name from grades where school_id = ${schoolId} and ended_at is null
      union all
      select 'teachers', 2, id, shortcut, nullif(concat_ws(' ', title, firstname, lastname), '') from teachers where school_id = ${schoolId} and ended_at is null
      union all
      select 'bookables', 3, id, shortcut, name from bookables where school_id = ${schoolId} and ended_at is null and (is_public or ${hidden})
      union all
      select 'courses', 4, id, shortcut, name from courses where school_id = ${schoolId} and ended_at is null and not is_required
    ) found`;

/**
 * Quick search over everything a school has plans for, or one kind of it: matches at the beginning come first, accents
 * and spaces do not matter, nor the order of the words of a name.
 */
export async function searchUnits(
  db: Kysely<DB>,
  schoolId: number,
  keyword: string,
  { kind, hidden }: { kind: string | undefined; hidden: boolean },
): Promise<UnitHit[]> {
  const wished = fold(keyword);
  const pattern = `%${wished.replace(/[\\%_]/g, '\\$&')}%`;
  const result = await sql<UnitHit>`
    select entity, id, shortcut, name from ${plannedUnits(schoolId, hidden)}
    where (${foldColumn('shortcut')} like ${pattern} or ${foldColumn('name')} like ${pattern} or (${wordsOf(keyword).length > 0} and ${hasWords(sql`name`, keyword)}))
      and (${kind ?? null}::text is null or entity = ${kind ?? null})
    order by (${foldColumn('shortcut')} = ${wished}) desc, (${foldColumn('shortcut')} like ${pattern.slice(1)}) desc, rank, length(shortcut), shortcut
    limit 50`.execute(db);
  return result.rows;
}

/** Those of some units, each named by kind and id, that are in use, in the order of the quick search. */
export async function listUnits(
  db: Kysely<DB>,
  schoolId: number,
  names: readonly string[],
  hidden: boolean,
): Promise<UnitHit[]> {
  const result = await sql<UnitHit>`
    select entity, id, shortcut, name from ${plannedUnits(schoolId, hidden)}
    where entity || ' ' || id = any(${[...names]}::text[])
    order by rank, length(shortcut), shortcut`.execute(db);
  return result.rows;
}
