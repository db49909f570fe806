import type { MarkKind } from '@kreide/core/features/classbook';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import { hasWords } from '../../../kernel/data/searching.ts';
import type { HeldLesson } from '../../timetable/index.ts';
import type { Filter } from '../asked.ts';
import type { Book } from '../book.ts';
import { isInDays, isSeen, isWanted } from './seen.ts';

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
    .where(hasWords(sql`entry.name || ' ' || entry.topic`, filter.words))
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

/** The entries of a day whose lessons a teacher holds. */
export async function listHeldEntries(db: Kysely<DB>, book: Book, date: string, teacherId: number) {
  return entriesOf(db, book)
    .where('entry.lesson_date', '=', date)
    .where(sql<boolean>`entry.teacher_ids @> ${[teacherId]}::bigint[]`)
    .execute();
}

/** A lesson whose topic of the last time is looked for. */
export type TopicOf = Pick<EntryRow, 'lesson_date' | 'time_begins_at' | 'course_id' | 'subject_id' | 'grade_ids'>;

/** What some lessons were about the last time: the same course, or the same subject of the same grades, before. By place. */
export async function listLastTopics(db: Kysely<DB>, { school_id, id }: Book, lessons: readonly TopicOf[]) {
  const wanted = lessons.map((one, place) => ({ place, ...one }));
  const { rows } = await sql<{ place: number; date: string; topic: string }>`
    select wanted.place, former.lesson_date as date, former.topic
    from jsonb_to_recordset(${toJsonText(wanted)}::jsonb)
      as wanted(place integer, lesson_date date, time_begins_at time, course_id bigint, subject_id bigint, grade_ids jsonb)
    cross join lateral (
      select entry.lesson_date, entry.topic from classbook_entries entry
      where entry.school_id = ${school_id} and entry.school_year_id = ${id} and entry.topic <> ''
        and (entry.lesson_date, entry.time_begins_at) < (wanted.lesson_date, wanted.time_begins_at)
        and entry.course_id is not distinct from wanted.course_id
        and (entry.course_id is not null or (entry.subject_id is not distinct from wanted.subject_id
          and to_jsonb(entry.grade_ids) = wanted.grade_ids))
      order by entry.lesson_date desc, entry.time_begins_at desc, entry.id desc limit 1
    ) former`.execute(db);
  return new Map(rows.map(({ place, ...topic }) => [place, topic]));
}
