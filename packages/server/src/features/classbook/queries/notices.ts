import type { NoticeCategoryKey } from '@kreide/core/features/classbook';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hasWords } from '../../../kernel/data/searching.ts';
import type { Filter } from '../asked.ts';
import type { Book } from '../book.ts';
import { isInDays, isSeen, isWanted } from './seen.ts';

/** Notices that the caller sees: of lessons that they see, and their own; families those that name their children. */
function noticesOf(db: Kysely<DB>, book: Book) {
  const query = db
    .selectFrom('classbook_notices as notice')
    .innerJoin('classbook_entries as entry', (join) =>
      join.onRef('entry.school_id', '=', 'notice.school_id').onRef('entry.id', '=', 'notice.entry_id'),
    )
    .select(['notice.id', 'notice.entry_id', 'notice.message', 'notice.category', 'notice.occurred_at'])
    .select(['notice.user_ids', 'notice.grade_ids', 'notice.created_by', 'notice.edited_by', 'notice.edited_at'])
    .select(['notice.deleted_at', 'notice.updated_at'])
    .where('notice.school_id', '=', book.school_id)
    .where('entry.school_id', '=', book.school_id)
    .where('notice.school_year_id', '=', book.id);
  if (book.reach === 'family')
    return query
      .where(sql<boolean>`notice.user_ids && ${book.user_ids}::bigint[]`)
      .where('notice.deleted_at', 'is', null);
  return query.where(sql<boolean>`(notice.created_by = ${book.actor.user_id} or ${isSeen(book)})`);
}
export type NoticeRow = Awaited<ReturnType<typeof listNotices>>[number];

/** A page of notices, newest first, and one more; of one entry, if it is named. */
export async function listNotices(db: Kysely<DB>, book: Book, filter: Filter, entryId: number | null = null) {
  const { user_id, member_grade_id, categories, with_deleted, words } = filter;
  const day = sql`(notice.occurred_at at time zone ${book.zone})::date`;
  let query = noticesOf(db, book)
    .where(isWanted(book, filter, true))
    .where(isInDays(filter, day))
    .where(hasWords(sql`case when notice.deleted_at is null then notice.message else '' end`, words))
    .orderBy('notice.occurred_at', 'desc')
    .orderBy('notice.id', 'desc')
    .offset(filter.offset)
    .limit(filter.limit + 1);
  if (entryId !== null) query = query.where('notice.entry_id', '=', entryId);
  if (!with_deleted) query = query.where('notice.deleted_at', 'is', null);
  if (user_id !== null) query = query.where(sql<boolean>`notice.user_ids @> ${[user_id]}::bigint[]`);
  if (member_grade_id !== null) query = query.where(sql<boolean>`${member_grade_id}::bigint = any(entry.grade_ids)`);
  if (categories !== null)
    query = query.where('notice.category', '=', sql<NoticeCategoryKey>`any(${categories}::text[])`);
  return query.execute();
}

export async function findNotice(db: Kysely<DB>, book: Book, id: number) {
  return noticesOf(db, book).where('notice.id', '=', id).executeTakeFirst();
}

export async function lockNotice(db: Kysely<DB>, book: Book, id: number): Promise<void> {
  await sql`select 1 from classbook_notices where school_id = ${book.school_id} and id = ${id} for update`.execute(db);
}

export interface NoticeContent {
  readonly message: string;
  readonly category: NoticeCategoryKey;
  readonly occurred_at: string;
  readonly user_ids: number[];
  readonly grade_ids: number[];
}

async function addStep(
  db: Kysely<DB>,
  book: Book,
  notice_id: number,
  kind: 'created' | 'updated' | 'deleted',
  { message, category, occurred_at, user_ids }: NoticeContent,
  now: Date,
): Promise<void> {
  const values = { message, category, occurred_at, users_count: user_ids.length };
  const by = { at: now.toISOString(), by_id: book.actor.user_id };
  await db
    .insertInto('classbook_notice_steps')
    .values({ school_id: book.school_id, notice_id, kind, ...by, ...values })
    .execute();
}

export async function insertNotice(db: Kysely<DB>, book: Book, entry_id: number, content: NoticeContent, now: Date) {
  const at = now.toISOString();
  const made = { created_by: book.actor.user_id, created_at: at, updated_at: at };
  const { id } = await db
    .insertInto('classbook_notices')
    .values({ school_id: book.school_id, school_year_id: book.id, entry_id, ...content, ...made })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addStep(db, book, id, 'created', content, now);
  return id;
}

export async function updateNotice(db: Kysely<DB>, book: Book, id: number, content: NoticeContent, now: Date) {
  const at = now.toISOString();
  await db
    .updateTable('classbook_notices')
    .set({ ...content, edited_by: book.actor.user_id, edited_at: at, updated_at: at })
    .where('school_id', '=', book.school_id)
    .where('id', '=', id)
    .execute();
  await addStep(db, book, id, 'updated', content, now);
}

export async function removeNotice(db: Kysely<DB>, book: Book, id: number, content: NoticeContent, now: Date) {
  const at = now.toISOString();
  await db
    .updateTable('classbook_notices')
    .set({ deleted_by: book.actor.user_id, deleted_at: at, updated_at: at })
    .where('school_id', '=', book.school_id)
    .where('id', '=', id)
    .execute();
  await addStep(db, book, id, 'deleted', content, now);
}

/** The steps of a notice, newest first. */
export async function listSteps(db: Kysely<DB>, book: Book, noticeId: number) {
  return db
    .selectFrom('classbook_notice_steps')
    .select(['id', 'kind', 'at', 'by_id', 'message', 'category', 'occurred_at', 'users_count'])
    .where('school_id', '=', book.school_id)
    .where('notice_id', '=', noticeId)
    .orderBy('id', 'desc')
    .execute();
}
