import type { EntryHead } from '@kreide/core/features/classbook';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { ALL, type Filter } from './asked.ts';
import type { Book } from './book.ts';
import { listContent, listEntriesFrom } from './queries/export-content.ts';
import { headsOf, namesOf } from './shown.ts';

/** A lesson as it stands in an export. */
export interface ExportedEntry {
  readonly head: EntryHead;
  readonly topic: string;
  readonly homeworks: readonly { text: string; due_at: string }[];
  readonly absent: readonly string[];
  readonly late: readonly { name: string; minutes: number }[];
  readonly notices: readonly { whom: string; message: string }[];
}

/** Lessons that are read at once. */
const CHUNK = 200;

/** The lessons that a book shows from one day to another, oldest first, with everything that belongs to them. */
export async function* readEntries(
  db: Kysely<DB>,
  book: Book,
  days: { begins_at: string; ends_at: string },
  /** Of which unit; left out: of all. */
  filter: Filter = ALL,
): AsyncGenerator<ExportedEntry> {
  for (let offset = 0; ; offset += CHUNK) {
    const rows = await listEntriesFrom(db, book, { ...filter, ...days, offset, limit: CHUNK });
    const ids = rows.map(({ id }) => id);
    const { marks, homeworks, notices } = await listContent(db, book, ids);
    const heads = await headsOf(db, book, rows);
    const people = [...marks.map(({ user_id }) => user_id), ...notices.flatMap(({ user_ids }) => user_ids)];
    const names = await namesOf(db, book, people);
    for (const { id, topic } of rows) {
      const head = heads.get(id) as EntryHead;
      const own = marks.filter(({ entry_id }) => entry_id === id);
      const nameOf = (userId: number) => names.get(userId) ?? '';
      yield {
        head,
        topic,
        homeworks: homeworks.filter(({ entry_id }) => entry_id === id),
        absent: own.filter(({ kind }) => kind === 'absent').map(({ user_id }) => nameOf(user_id)),
        late: own
          .filter(({ kind }) => kind === 'too-late')
          .map(({ user_id, minutes }) => ({ name: nameOf(user_id), minutes })),
        notices: notices
          .filter(({ entry_id }) => entry_id === id)
          .map(({ user_ids, grade_ids, message }) => ({
            whom:
              user_ids.length > 0
                ? user_ids.map(nameOf).join(', ')
                : head.grades.flatMap((one) => (grade_ids.includes(one.id) ? one.shortcut : [])).join(', '),
            message,
          })),
      };
    }
    if (rows.length < CHUNK) return;
  }
}
