import {
  ABSENCE_GROUPS,
  type AbsenceGroup,
  type AbsenceOrder,
  type AbsenceTypeState,
} from '@kreide/core/features/absences';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords } from '../../../kernel/data/searching.ts';
import { coursesOf, gradeOn, gradesOf } from '../../structure/index.ts';
import { hasActiveParents, usersPart } from '../../users/index.ts';
import type { Book } from '../book.ts';
import { isOfGrade, isOfOwnClass, isOfPupil, isSeen } from './scope.ts';
import { typesOf } from './types.ts';

/** The place of the group that an absence falls into (T-3.67), as `groupOf` of core has it. */
const rankOf = (
  now: Date,
) => sql<number>`(case when absence.type_id = 'missing' and absence.last_contacted_at is null then 0
  when absence.type_id = 'missing' then 1 when absence.read_at is null then 2
  when absence.ends_at >= ${now.toISOString()}::timestamptz then 3 else 4 end)`;

function absencesOf(db: Kysely<DB>, book: Book) {
  const { school_id, day, now } = book;
  return db
    .selectFrom('absences as absence')
    .innerJoin(typesOf(db, school_id).as('type'), 'type.id', 'absence.type_id')
    .leftJoin(usersPart(db).as('person'), (join) =>
      join.onRef('person.school_id', '=', 'absence.school_id').onRef('person.id', '=', 'absence.user_id'),
    )
    .leftJoin(gradesOf(db, school_id).as('class'), (join) =>
      join.on((eb) =>
        eb(
          eb.ref('class.id'),
          '=',
          gradeOn(sql<number>`${school_id}::bigint`, eb.ref('absence.user_id') as never, day) as never,
        ),
      ),
    )
    .leftJoin(gradesOf(db, school_id).as('grade'), 'grade.id', 'absence.grade_id')
    .leftJoin(coursesOf(db, school_id).as('course'), 'course.id', 'absence.course_id')
    .select(['absence.id', 'absence.uuid', 'absence.school_year_id', 'absence.user_id', 'absence.grade_id'])
    .select(['absence.course_id', 'absence.begins_at', 'absence.ends_at', 'absence.type_id', 'absence.comment'])
    .select(['absence.excuse_note', 'absence.source', 'absence.read_at', 'absence.last_contacted_at'])
    .select(['absence.created_by', 'absence.created_at', 'absence.edited_by', 'absence.edited_at'])
    .select(['absence.deleted_by', 'absence.deleted_at', 'absence.updated_at'])
    .select(['type.name as type_name', 'type.category', 'type.state'])
    .select(['person.firstname', 'person.lastname', 'class.id as class_id', 'class.shortcut as class'])
    .select(['grade.shortcut as grade_shortcut', 'grade.name as grade_name'])
    .select(['course.shortcut as course_shortcut', 'course.name as course_name'])
    .select(isOfOwnClass(book).as('is_own_class'))
    .select(hasActiveParents(school_id, sql.ref('absence.user_id'), now).as('has_active_parents'))
    .where('absence.school_id', '=', school_id)
    .where('absence.school_year_id', '=', book.id);
}
export type AbsenceRow = Awaited<ReturnType<typeof listAbsences>>[number];

/** What a list is asked for, checked against what there is. */
export interface Filter {
  readonly is_current: boolean;
  readonly order: AbsenceOrder;
  readonly group: AbsenceGroup | null;
  /** Instants, half-open. */
  readonly from: Date | null;
  readonly until: Date | null;
  readonly words: readonly string[];
  readonly with_deleted: boolean;
  readonly types: readonly string[] | null;
  readonly states: readonly string[] | null;
  readonly class_id: number | null;
  readonly user_id: number | null;
  readonly grade_id: number | null;
  readonly course_id: number | null;
  readonly except: string | null;
  /** By class and name. */
  readonly by_name: boolean;
  readonly offset: number;
  readonly limit: number;
}

const NAME = sql`coalesce(person.lastname || ' ' || person.firstname, grade.shortcut || ' ' || coalesce(grade.name, ''),
  course.shortcut || ' ' || coalesce(course.name, ''))`;

const UNIT = sql`coalesce(class.shortcut, grade.shortcut, course.shortcut)`;

function conditionsOf(book: Book, filter: Partial<Filter>): RawBuilder<SqlBool>[] {
  const { from, until, words = [], types, states, class_id, user_id, grade_id, course_id, except, group } = filter;
  const all: RawBuilder<SqlBool>[] = [isSeen(book)];
  if (filter.is_current) all.push(sql`absence.ends_at >= ${book.midnight.toISOString()}::timestamptz`);
  if (from) all.push(sql`absence.ends_at > ${from.toISOString()}::timestamptz`);
  if (until) all.push(sql`absence.begins_at < ${until.toISOString()}::timestamptz`);
  if (!filter.with_deleted) all.push(sql`absence.deleted_at is null`);
  if (types) all.push(sql`absence.type_id = any(${types}::text[])`);
  if (states) all.push(sql`type.state = any(${states}::text[])`);
  if (typeof class_id === 'number') all.push(isOfGrade(class_id, book));
  if (typeof user_id === 'number') all.push(isOfPupil(user_id, book));
  if (typeof grade_id === 'number') all.push(sql`absence.grade_id = ${grade_id}`);
  if (typeof course_id === 'number') all.push(sql`absence.course_id = ${course_id}`);
  if (except) all.push(sql`absence.uuid <> ${except}::uuid`);
  if (group) all.push(sql`${rankOf(book.now)} = ${ABSENCE_GROUPS.indexOf(group)}`);
  if (words.length > 0) all.push(hasWords(NAME, words));
  return all;
}

/** Absences that the caller sees. */
export async function listAbsences(db: Kysely<DB>, book: Book, filter: Partial<Filter> & { limit: number }) {
  let query = absencesOf(db, book)
    .where(sql<SqlBool>`(${sql.join(conditionsOf(book, filter), sql` and `)})`)
    .offset(filter.offset ?? 0)
    .limit(filter.limit);
  // Class 5 comes before class 10.
  if (filter.by_name)
    query = query
      .orderBy(sql`substring(${UNIT} from '[0-9]+')::numeric`)
      .orderBy(UNIT)
      .orderBy(sql`kreide_fold(${NAME})`);
  const { order = 'default' } = filter;
  if (order === 'priority' || order === '-priority')
    query = query.orderBy(rankOf(book.now), order === 'priority' ? 'asc' : 'desc');
  const direction = order === 'begins' ? 'asc' : 'desc';
  return query.orderBy('absence.begins_at', direction).orderBy('absence.id', direction).execute();
}

/** How many absences that the caller sees are in each group, and the first of each. */
export async function listGroups(db: Kysely<DB>, book: Book, filter: Partial<Filter> & { limit: number }) {
  const seen = absencesOf(db, book)
    .where(sql<SqlBool>`(${sql.join(conditionsOf(book, filter), sql` and `)})`)
    .select(rankOf(book.now).as('rank'));
  const ranked = db
    .selectFrom(seen.as('seen'))
    .selectAll('seen')
    .select(
      sql<number>`row_number() over (partition by seen.rank order by seen.begins_at desc, seen.id desc)`.as('place'),
    )
    .select(sql<number>`count(*) over (partition by seen.rank)`.as('count'));
  return db
    .selectFrom(ranked.as('ranked'))
    .selectAll('ranked')
    .where('ranked.place', '<=', filter.limit)
    .orderBy('ranked.rank')
    .orderBy('ranked.place')
    .execute();
}

/** An absence that the caller sees. */
export async function findAbsence(db: Kysely<DB>, book: Book, uuid: string) {
  return absencesOf(db, book).where('absence.uuid', '=', uuid).where(isSeen(book)).executeTakeFirst();
}

/** Those of some absences that the caller sees, with those that are deleted. */
export async function listByUuid(db: Kysely<DB>, book: Book, uuids: readonly string[]) {
  return absencesOf(db, book)
    .where('absence.uuid', '=', sql<string>`any(${uuids}::uuid[])`)
    .where(isSeen(book))
    .orderBy('absence.id')
    .execute();
}

/** Takes the locks of absences for the rest of the transaction, always in the same order. */
export async function lockAbsences(db: Kysely<DB>, { school_id }: Pick<Book, 'school_id'>, uuids: readonly string[]) {
  await sql`select 1 from absences where school_id = ${school_id} and uuid = any(${uuids}::uuid[]) order by id for update`.execute(
    db,
  );
}

export interface AbsenceContent {
  readonly begins_at: string;
  readonly ends_at: string;
  readonly type_id: string;
  readonly comment: string | null;
  readonly excuse_note: string | null;
}
export interface Whom {
  readonly user_id: number | null;
  readonly grade_id: number | null;
  readonly course_id: number | null;
}
/** Where something is written, and by whom; null: nobody, but the roll or the server by itself. */
export interface Writing {
  readonly school_id: number;
  readonly by: number | null;
  readonly now: Date;
}

type StepKind = 'created' | 'updated' | 'deleted' | 'contacted';

/** Keeps how absences are now. */
export async function addSteps(
  db: Kysely<DB>,
  { school_id, by, now }: Writing,
  ids: readonly number[],
  kind: StepKind,
) {
  await sql`insert into absence_steps (school_id, absence_id, kind, at, by_id, begins_at, ends_at, type_id, comment, excuse_note)
    select a.school_id, a.id, ${kind}, ${now.toISOString()}::timestamptz, ${by}::bigint, a.begins_at, a.ends_at, a.type_id, a.comment, a.excuse_note
    from absences a where a.school_id = ${school_id} and a.id = any(${ids}::bigint[]) order by a.id`.execute(db);
}

/** Writes an absence; undefined: there is the same already (T-5.14). */
export async function insertAbsence(
  db: Kysely<DB>,
  writing: Writing,
  values: Whom &
    AbsenceContent & { school_year_id: number; source: 'parent' | 'pupil' | 'school' | 'roll'; is_read: boolean },
) {
  const { school_id, by, now } = writing;
  const { is_read, ...rest } = values;
  const at = now.toISOString();
  const read = is_read ? { read_at: at, read_by: by } : {};
  const row = await db
    .insertInto('absences')
    .values({ school_id, ...rest, ...read, created_by: by, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'uuid'])
    .executeTakeFirst();
  if (row) await addSteps(db, writing, [row.id], 'created');
  return row;
}

export async function updateAbsence(
  db: Kysely<DB>,
  writing: Writing,
  id: number,
  values: Partial<AbsenceContent>,
  isRead: boolean,
): Promise<void> {
  const { school_id, by, now } = writing;
  const at = now.toISOString();
  await db
    .updateTable('absences')
    .set({ ...values, edited_by: by, edited_at: at, updated_at: at, ...(isRead && { read_at: at, read_by: by }) })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
  await addSteps(db, writing, [id], 'updated');
}

export async function setRead(db: Kysely<DB>, { school_id, by, now }: Writing, id: number): Promise<void> {
  await db
    .updateTable('absences')
    .set({ read_at: now.toISOString(), read_by: by })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute();
}

export async function removeAbsences(db: Kysely<DB>, writing: Writing, ids: readonly number[]): Promise<void> {
  const { school_id, by, now } = writing;
  if (ids.length === 0) return;
  const at = now.toISOString();
  await db
    .updateTable('absences')
    .set({ deleted_by: by, deleted_at: at, updated_at: at })
    .where('school_id', '=', school_id)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  await addSteps(db, writing, ids, 'deleted');
}

/** The parents of the pupils of these absences have been told (T-7.39). */
export async function setContacted(db: Kysely<DB>, writing: Writing, ids: readonly number[]): Promise<void> {
  const { school_id, now } = writing;
  await db
    .updateTable('absences')
    .set({ last_contacted_at: now.toISOString() })
    .where('school_id', '=', school_id)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  await addSteps(db, writing, ids, 'contacted');
}

/** The steps of an absence, newest first. */
export async function listSteps(db: Kysely<DB>, { school_id }: Pick<Book, 'school_id'>, absenceId: number) {
  return db
    .selectFrom('absence_steps')
    .innerJoin(typesOf(db, school_id).as('type'), 'type.id', 'absence_steps.type_id')
    .select(['absence_steps.id', 'kind', 'at', 'by_id', 'begins_at', 'ends_at', 'type_id', 'comment', 'excuse_note'])
    .select(['type.name as type_name', 'type.state'])
    .$narrowType<{ state: AbsenceTypeState }>()
    .where('absence_steps.school_id', '=', school_id)
    .where('absence_id', '=', absenceId)
    .orderBy('absence_steps.id', 'desc')
    .execute();
}
