import type { Classbook } from '@kreide/core/features/classbook';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { listPeopleOf } from '../structure/index.ts';
import { type Book, type BookParts, openBook } from './book.ts';
import { type EntryRow, findEntry } from './queries/entries.ts';
import { namesOf } from './shown.ts';

interface Asking {
  readonly params: { readonly id: number; readonly entryId: number };
  readonly actor: Actor;
  readonly db: Kysely<DB>;
  readonly now: Date;
  fail(code: 'not_found' | 'forbidden'): never;
}

/** An entry that the caller sees. */
export async function openEntryOf(parts: BookParts, asking: Asking, ability: keyof Classbook['can']) {
  const book = await openBook(parts, asking, ability);
  const entry = (await findEntry(asking.db, book, asking.params.entryId)) ?? asking.fail('not_found');
  return { book, entry };
}

/** Who takes part in an entry on its day, and who has a mark in it, by name. */
export async function participantsOf(
  db: Kysely<DB>,
  book: Book,
  {
    lesson_date,
    course_id,
    is_open,
    grade_ids,
  }: Pick<EntryRow, 'id' | 'lesson_date' | 'course_id' | 'is_open' | 'grade_ids'>,
  marked: readonly number[] = [],
): Promise<Map<number, string>> {
  const sides = { date: lesson_date, course_id, is_open, grade_ids, teacher_ids: [] };
  const people = await listPeopleOf(db, book.school_id, [sides]);
  return namesOf(db, book, [...people.map(({ user_id }) => user_id), ...marked]);
}
