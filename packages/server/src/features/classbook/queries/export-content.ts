import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { Filter } from '../asked.ts';
import type { Book } from '../book.ts';
import { entriesOf } from './entries.ts';
import { isSeen, isWanted } from './seen.ts';

/** Entries that a book shows from one day to another, oldest first. */
export async function listEntriesFrom(
  db: Kysely<DB>,
  book: Book,
  filter: Filter & { begins_at: string; ends_at: string },
) {
  const { begins_at, ends_at, offset, limit } = filter;
  return entriesOf(db, book)
    .where(isSeen(book))
    .where(isWanted(book, filter))
    .where('entry.lesson_date', '>=', begins_at)
    .where('entry.lesson_date', '<=', ends_at)
    .orderBy('entry.lesson_date')
    .orderBy('entry.time_begins_at')
    .orderBy('entry.id')
    .offset(offset)
    .limit(limit)
    .execute();
}

/** What belongs to some entries; parts of the book that the reader may not see are left out. */
export async function listContent(db: Kysely<DB>, { school_id, can }: Book, entryIds: readonly number[]) {
  const isOfThem = sql<number>`any(${entryIds}::bigint[])`;
  const marks = await db
    .selectFrom('classbook_marks')
    .select(['entry_id', 'user_id', 'kind', 'minutes'])
    .where('school_id', '=', school_id)
    .where('entry_id', '=', isOfThem)
    .where(sql.lit(can['view-absences'] === 1))
    .orderBy('user_id')
    .execute();
  const homeworks = await db
    .selectFrom('classbook_homeworks')
    .select(['entry_id', 'text', 'due_at'])
    .where('school_id', '=', school_id)
    .where('entry_id', '=', isOfThem)
    .where('deleted_at', 'is', null)
    .where(sql.lit(can['view-homeworks'] === 1))
    .orderBy('id')
    .execute();
  const notices = await db
    .selectFrom('classbook_notices')
    .select(['entry_id', 'message', 'user_ids', 'grade_ids'])
    .where('school_id', '=', school_id)
    .where('entry_id', '=', isOfThem)
    .where('deleted_at', 'is', null)
    .where(sql.lit(can['view-notices'] === 1))
    .orderBy('id')
    .execute();
  return { marks, homeworks, notices };
}
