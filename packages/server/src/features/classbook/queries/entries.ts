import type { AbsenceTypeState } from '@kreide/core/features/absences';
import type { MarkKind } from '@kreide/core/features/classbook';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { markState, rollAbsence } from '../../absences/index.ts';
import type { HeldLesson } from '../../timetable/index.ts';
import { usersPart } from '../../users/index.ts';
import type { Filter } from '../asked.ts';
import type { Book } from '../book.ts';
import { hasWords, isInDays, isSeen, isWanted } from './seen.ts';

const isOpen = sql<boolean>`(entry.topic = '' or entry.roll_taken_at is null)`;
const countOf = (kind: MarkKind) => sql<number>`(select count(*) from classbook_marks mark
  where mark.school_id = entry.school_id and mark.entry_id = entry.id and mark.kind = ${kind})`;

export function entriesOf(db: Kysely<DB>, book: Book) {
  return db
    .selectFrom('classbook_entries as entry')
    .select(['entry.id', 'entry.school_year_id', 'entry.lesson_date', 'entry.hour', 'entry.minutes', 'entry.name'])
    .select(['entry.time_begins_at', 'entry.time_ends_at', 'entry.course_id', 'entry.subject_id', 'entry.is_open'])
    .select(['entry.grade_ids', 'entry.teacher_ids', 'entry.regular_teacher_ids', 'entry.topic', 'entry.roll_taken_at'])
    .select(['entry.updated_at', 'entry.lesson_uuid', isOpen.as('is_unfinished')])
    .select([countOf('absent').as('absent_count'), countOf('too-late').as('late_count')])
    .where('entry.school_id', '=', book.school_id)
    .where('entry.school_year_id', '=', book.id);
}
export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

/** Entries that the caller sees, newest first, and one more. */
export async function listEntries(db: Kysely<DB>, book: Book, filter: Filter) {
  let query = entriesOf(db, book)
    .where(isSeen(book))
    .where(isWanted(book, filter))
    .where(isInDays(filter, sql`entry.lesson_date`))
    .where(hasWords(filter.words, sql`entry.name || ' ' || entry.topic`))
    .orderBy('entry.lesson_date', 'desc')
    .orderBy('entry.time_begins_at', 'desc')
    .orderBy('entry.id', 'desc')
    .offset(filter.offset)
    .limit(filter.limit + 1);
  if (filter.is_open) query = query.where(isOpen);
  return query.execute();
}

/** An entry that the caller sees. */
export async function findEntry(db: Kysely<DB>, book: Book, id: number) {
  return entriesOf(db, book).where('entry.id', '=', id).where(isSeen(book)).executeTakeFirst();
}

/** Entries by their numbers: what belongs to them was checked before. */
export async function listEntriesById(db: Kysely<DB>, book: Book, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return entriesOf(db, book).where('entry.id', '=', sql<number>`any(${ids}::bigint[])`).execute();
}

/** The entry of a lesson, whoever sees it. */
export async function findEntryOf(db: Kysely<DB>, book: Book, lesson: { uuid: string; date: string }) {
  return entriesOf(db, book)
    .where('entry.lesson_uuid', '=', lesson.uuid)
    .where('entry.lesson_date', '=', lesson.date)
    .executeTakeFirst();
}

/** Makes the entry of a lesson; of two who open it at once, one makes it. Undefined: it was there. */
export async function insertEntry(
  db: Kysely<DB>,
  book: Book,
  lesson: HeldLesson & { name: string; minutes: number },
  now: Date,
) {
  const { uuid, date, comment: _, grade_ids, teacher_ids, regular_teacher_ids, ...rest } = lesson;
  const at = now.toISOString();
  return db
    .insertInto('classbook_entries')
    .values({
      school_id: book.school_id,
      school_year_id: book.id,
      lesson_uuid: uuid,
      lesson_date: date,
      ...rest,
      grade_ids: [...grade_ids],
      teacher_ids: [...teacher_ids],
      regular_teacher_ids: [...regular_teacher_ids],
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.columns(['school_id', 'lesson_uuid', 'lesson_date']).doNothing())
    .returning('id')
    .executeTakeFirst();
}

/** Takes the lock of an entry for the rest of the transaction. */
export async function lockEntry(db: Kysely<DB>, book: Book, id: number): Promise<void> {
  await sql`select 1 from classbook_entries where school_id = ${book.school_id} and id = ${id} for update`.execute(db);
}

export async function updateEntry(
  db: Kysely<DB>,
  book: Book,
  id: number,
  values: { topic: string } | { roll_taken_at: string; roll_taken_by: number },
  now: Date,
): Promise<void> {
  const at = 'topic' in values ? { updated_at: now.toISOString() } : {};
  await db
    .updateTable('classbook_entries')
    .set({ ...values, ...at })
    .where('school_id', '=', book.school_id)
    .where('id', '=', id)
    .execute();
}

/** The lesson of a mark, whose pupil may have an absence at that time. */
export const LESSON_OF_MARK = {
  user_id: sql.ref('mark.user_id'),
  date: sql.ref('entry.lesson_date'),
  time_begins_at: sql.ref('entry.time_begins_at'),
  time_ends_at: sql.ref('entry.time_ends_at'),
};
/** How a mark counts: of who came late nothing does. */
const stateOf = ({ school_id, zone }: Book) =>
  sql<AbsenceTypeState | null>`(case when mark.kind = 'absent' then ${markState(school_id, zone, LESSON_OF_MARK)} end)`;

/** The marks of an entry. */
export async function listMarksOf(db: Kysely<DB>, book: Book, entryId: number) {
  return db
    .selectFrom('classbook_marks as mark')
    .innerJoin('classbook_entries as entry', (join) =>
      join.onRef('entry.school_id', '=', 'mark.school_id').onRef('entry.id', '=', 'mark.entry_id'),
    )
    .select(['mark.user_id', 'mark.kind', 'mark.minutes', 'mark.marked_at', stateOf(book).as('state')])
    .where('mark.school_id', '=', book.school_id)
    .where('entry.school_id', '=', book.school_id)
    .where('mark.entry_id', '=', entryId)
    .execute();
}

/** Those of some pupils of whom the school knows that they are absent in a lesson. */
export async function listAbsentOf(
  db: Kysely<DB>,
  { school_id, zone }: Book,
  entryId: number,
  userIds: readonly number[],
) {
  const lesson = { ...LESSON_OF_MARK, user_id: sql.ref('pupil.id') };
  const rows = await db
    .selectFrom('classbook_entries as entry')
    .innerJoin(sql<{ id: number }>`unnest(${userIds}::bigint[])`.as<'pupil'>(sql`pupil(id)`), (join) => join.onTrue())
    .select(['pupil.id as user_id', rollAbsence(school_id, zone, lesson).as('absence')])
    .where('entry.school_id', '=', school_id)
    .where('entry.id', '=', entryId)
    .execute();
  return new Map(rows.flatMap(({ user_id, absence }) => (absence ? [[user_id, absence] as const] : [])));
}

/** Sets the mark of somebody in a lesson, or takes it away. */
export async function setMark(
  db: Kysely<DB>,
  book: Book,
  key: { entry_id: number; user_id: number },
  mark: { kind: MarkKind; minutes: number } | null,
  now: Date,
): Promise<void> {
  const { school_id } = book;
  if (!mark) {
    const { entry_id, user_id } = key;
    await db
      .deleteFrom('classbook_marks')
      .where('school_id', '=', school_id)
      .where('entry_id', '=', entry_id)
      .where('user_id', '=', user_id)
      .execute();
    return;
  }
  const values = { ...mark, marked_by: book.actor.user_id, marked_at: now.toISOString() };
  await db
    .insertInto('classbook_marks')
    .values({ school_id, ...key, ...values })
    .onConflict((conflict) => conflict.columns(['school_id', 'entry_id', 'user_id']).doUpdateSet(values))
    .execute();
}

/** Marks of lessons that the caller sees, newest lesson first, and one more. */
export async function listMarks(db: Kysely<DB>, book: Book, filter: Filter) {
  let query = db
    .selectFrom('classbook_marks as mark')
    .innerJoin('classbook_entries as entry', (join) =>
      join.onRef('entry.school_id', '=', 'mark.school_id').onRef('entry.id', '=', 'mark.entry_id'),
    )
    .innerJoin(usersPart(db).as('person'), (join) =>
      join.onRef('person.school_id', '=', 'mark.school_id').onRef('person.id', '=', 'mark.user_id'),
    )
    .select(['mark.entry_id', 'mark.user_id', 'mark.kind', 'mark.minutes', 'mark.marked_at', stateOf(book).as('state')])
    .select(['person.firstname', 'person.lastname'])
    .where('mark.school_id', '=', book.school_id)
    .where('entry.school_id', '=', book.school_id)
    .where('entry.school_year_id', '=', book.id)
    .where(isSeen(book))
    .where(isWanted(book, filter, true))
    .where(isInDays(filter, sql`entry.lesson_date`))
    .where(hasWords(filter.words, sql`person.firstname || ' ' || person.lastname`))
    .orderBy('entry.lesson_date', 'desc')
    .orderBy('entry.time_begins_at', 'desc')
    .orderBy('mark.user_id')
    .offset(filter.offset)
    .limit(filter.limit + 1);
  if (filter.user_id !== null) query = query.where('mark.user_id', '=', filter.user_id);
  if (filter.member_grade_id !== null)
    query = query.where(sql<boolean>`${filter.member_grade_id}::bigint = any(entry.grade_ids)`);
  if (filter.absence_types !== null)
    query = query.where('mark.kind', '=', sql<MarkKind>`any(${filter.absence_types}::text[])`);
  if (filter.states !== null) query = query.where(sql<boolean>`${stateOf(book)} = any(${filter.states}::text[])`);
  return query.execute();
}
