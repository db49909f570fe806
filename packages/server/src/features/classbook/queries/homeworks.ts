import type { HomeworkOrder } from '@kreide/core/features/classbook';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords } from '../../../kernel/data/searching.ts';
import type { Filter } from '../asked.ts';
import type { Book } from '../book.ts';
import { isInDays, isSeen, isWanted, participantsAmong } from './seen.ts';

/** Homework of lessons that the caller sees, or that they or their children take part in. */
function homeworksOf(db: Kysely<DB>, book: Book) {
  return db
    .selectFrom('classbook_homeworks as homework')
    .innerJoin('classbook_entries as entry', (join) =>
      join.onRef('entry.school_id', '=', 'homework.school_id').onRef('entry.id', '=', 'homework.entry_id'),
    )
    .select(['homework.id', 'homework.entry_id', 'homework.text', 'homework.due_at', 'homework.created_by'])
    .select(['homework.updated_at', 'homework.deleted_at'])
    .select(participantsAmong(book).as('child_ids'))
    .where('homework.school_id', '=', book.school_id)
    .where('entry.school_id', '=', book.school_id)
    .where('homework.school_year_id', '=', book.id)
    .where(sql<boolean>`(homework.created_by = ${book.actor.user_id} or ${isSeen(book)})`);
}
export type HomeworkRow = Awaited<ReturnType<typeof listHomeworks>>[number];

interface Wanted {
  /** Of one entry, if it is named. */
  entryId: number | null;
  /** By the day on which it is due; else first those that are still due, the next first, then those that were, the latest first. */
  order: HomeworkOrder | undefined;
}

/** A page of homework, and one more. */
export async function listHomeworks(db: Kysely<DB>, book: Book, filter: Filter, { entryId, order }: Wanted) {
  let query = homeworksOf(db, book)
    .where(isWanted(book, filter))
    .where(isInDays(filter, sql`homework.due_at`))
    .where(hasWords(sql`homework.text || ' ' || entry.name`, filter.words))
    .offset(filter.offset)
    .limit(filter.limit + 1);
  if (entryId !== null) query = query.where('homework.entry_id', '=', entryId);
  if (!filter.with_deleted) query = query.where('homework.deleted_at', 'is', null);
  if (order === undefined)
    query = query
      .orderBy(sql`homework.due_at < ${book.today}::date`)
      .orderBy(sql`abs(homework.due_at - ${book.today}::date)`);
  const direction = order === 'due' ? 'asc' : 'desc';
  if (order !== undefined) query = query.orderBy('homework.due_at', direction);
  return query.orderBy('homework.id', direction).execute();
}

export async function findHomework(db: Kysely<DB>, book: Book, id: number) {
  return homeworksOf(db, book).where('homework.id', '=', id).executeTakeFirst();
}

export async function lockHomework(db: Kysely<DB>, book: Book, id: number): Promise<void> {
  await sql`select 1 from classbook_homeworks where school_id = ${book.school_id} and id = ${id} for update`.execute(
    db,
  );
}

export async function insertHomework(
  db: Kysely<DB>,
  book: Book,
  values: { entry_id: number; text: string; due_at: string },
  now: Date,
): Promise<number> {
  const at = now.toISOString();
  const made = { created_by: book.actor.user_id, created_at: at, updated_at: at };
  const { id } = await db
    .insertInto('classbook_homeworks')
    .values({ school_id: book.school_id, school_year_id: book.id, ...values, ...made })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateHomework(
  db: Kysely<DB>,
  book: Book,
  id: number,
  values: { text: string; due_at: string } | { deleted_at: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('classbook_homeworks')
    .set({ ...values, updated_at: now.toISOString() })
    .where('school_id', '=', book.school_id)
    .where('id', '=', id)
    .execute();
}
