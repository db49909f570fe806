import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';
import type { FullSchool } from './full-school.ts';

const AT = '2026-11-16T08:00:00Z';

export interface BuiltEntry {
  id: number;
  book: number;
}

/** An entry of the class book of a full school, of the lesson on Monday; held by its teacher if nobody else is named. */
export async function buildEntry(
  db: Kysely<DB>,
  { school, grade, teacher, mark }: Pick<FullSchool, 'school' | 'grade' | 'teacher' | 'mark'>,
  values: { teacher_ids?: number[]; grade_ids?: number[]; lesson_date?: string; topic?: string } = {},
): Promise<BuiltEntry> {
  const { id } = await db
    .insertInto('classbook_entries')
    .values({
      school_id: school.id,
      school_year_id: school.yearId,
      lesson_uuid: randomUUID(),
      lesson_date: '2026-11-16',
      hour: '1',
      time_begins_at: '08:00',
      time_ends_at: '08:45',
      minutes: 45,
      name: `Mathe ${mark}`,
      is_open: true,
      grade_ids: [grade],
      teacher_ids: [teacher],
      regular_teacher_ids: [],
      created_at: AT,
      updated_at: AT,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, book: school.yearId };
}

/** A notice of an entry, written by somebody about some people. */
export async function buildNotice(
  db: Kysely<DB>,
  { school, mark }: FullSchool,
  entry: BuiltEntry,
  { by, about }: { by: number; about: number[] },
): Promise<number> {
  const { id } = await db
    .insertInto('classbook_notices')
    .values({
      school_id: school.id,
      school_year_id: entry.book,
      entry_id: entry.id,
      message: `Notiz ${mark}`,
      category: 'remark',
      occurred_at: AT,
      user_ids: about,
      created_by: by,
      created_at: AT,
      updated_at: AT,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Homework of an entry. */
export async function buildHomework(
  db: Kysely<DB>,
  { school, mark }: Pick<FullSchool, 'school' | 'mark'>,
  entry: BuiltEntry,
  by: number,
): Promise<number> {
  const { id } = await db
    .insertInto('classbook_homeworks')
    .values({
      school_id: school.id,
      school_year_id: entry.book,
      entry_id: entry.id,
      text: `Seite 1 ${mark}`,
      due_at: '2026-11-23',
      created_by: by,
      created_at: AT,
      updated_at: AT,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
