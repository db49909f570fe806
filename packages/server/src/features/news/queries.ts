import type { NewsDraft } from '@kreide/core/features/news';
import { type Kysely, sql } from 'kysely';
import { changedAt } from '../../kernel/data/changed-at.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { ErasedPerson } from '../../kernel/feature.ts';
import { filesPart } from '../files/index.ts';
import { surveysPart } from '../surveys/index.ts';
import { usersPart } from '../users/index.ts';
import { attachmentsOf } from './queries/attachments.ts';

/** All news of a school that are not deleted, with author, picture, files and what survey they carry. */
export function newsOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('news')
    .leftJoin(filesPart(db).as('file'), (join) =>
      join.onRef('file.school_id', '=', 'news.school_id').onRef('file.id', '=', 'news.preview_file_id'),
    )
    .leftJoin(usersPart(db).as('author'), (join) =>
      join.onRef('author.school_id', '=', 'news.school_id').onRef('author.id', '=', 'news.user_id'),
    )
    .leftJoin(surveysPart(db).as('survey'), (join) =>
      join.onRef('survey.school_id', '=', 'news.school_id').onRef('survey.id', '=', 'news.survey_id'),
    )
    .select(attachmentsOf(db, schoolId).as('attachments'))
    .select([
      'news.id',
      'news.uuid',
      'news.user_id',
      'news.title',
      'news.content_rendered',
      'news.excerpt',
      'news.publish_at',
      'news.updated_at',
      'news.is_public',
      'news.is_pinned',
      'news.is_official',
      'news.is_notifiable',
      'news.is_confirmable',
      'news.preview_alt',
      'news.preview_file_id as file_id',
      'survey.id as survey_id',
      'survey.uuid as survey_uuid',
      'file.uuid as file_uuid',
      'file.name as file_name',
      'file.width',
      'file.height',
      'file.mime',
      'file.size',
      'author.firstname',
      'author.lastname',
    ])
    .where('news.school_id', '=', schoolId)
    .where('news.deleted_at', 'is', null);
}

export type NewsRow = Awaited<ReturnType<typeof listPublicNews>>[number];

function publishedOf(db: Kysely<DB>, schoolId: number, now: Date) {
  return newsOf(db, schoolId)
    .where('news.publish_at', '<=', now.toISOString())
    .orderBy('news.is_pinned', 'desc')
    .orderBy('news.publish_at', 'desc')
    .orderBy('news.id', 'desc');
}

export async function listPublicNews(db: Kysely<DB>, schoolId: number, now: Date, limit: number) {
  return publishedOf(db, schoolId, now).where('news.is_public', '=', true).limit(limit).execute();
}

/** A public item that is published. */
export async function findPublicNews(db: Kysely<DB>, schoolId: number, uuid: string, now: Date) {
  const query = publishedOf(db, schoolId, now).where('news.is_public', '=', true).where('news.uuid', '=', uuid);
  return (await query.executeTakeFirst()) ?? null;
}

export async function findNews(db: Kysely<DB>, schoolId: number, id: number): Promise<NewsRow | null> {
  return (await newsOf(db, schoolId).where('news.id', '=', id).executeTakeFirst()) ?? null;
}

/** The author of an item that has been deleted since; null when there is none. */
export async function findDeletedNews(db: Kysely<DB>, schoolId: number, id: number, since: Date) {
  const row = await db
    .selectFrom('news')
    .select('user_id')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('deleted_at', '>=', since.toISOString())
    .executeTakeFirst();
  return row ?? null;
}

/** A draft with its content as stored. */
export interface NewsValues extends Omit<NewsDraft, 'publish_at' | 'channels' | 'user_ids'> {
  publish_at: string;
  excerpt: string;
}

const toColumns = ({ content, ...values }: NewsValues) => ({ ...values, content, content_rendered: content });

/** Creates an item and returns its id. */
export async function insertNews(
  db: Kysely<DB>,
  schoolId: number,
  authorId: number,
  values: NewsValues,
  now: Date,
): Promise<number> {
  const at = now.toISOString();
  const { id } = await db
    .insertInto('news')
    .values({
      school_id: schoolId,
      user_id: authorId,
      ...toColumns(values),
      is_to_announce: true,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function change(db: Kysely<DB>, schoolId: number, id: number) {
  return db.updateTable('news').where('school_id', '=', schoolId).where('id', '=', id);
}

/** Writes a change based on the state of `seen`; false when the item is no longer in that state. */
export async function updateNews(
  db: Kysely<DB>,
  schoolId: number,
  id: number,
  values: NewsValues,
  seen: string,
  now: Date,
): Promise<boolean> {
  const result = await change(db, schoolId, id)
    .set({ ...toColumns(values), updated_at: changedAt(now) })
    .where('deleted_at', 'is', null)
    .where(sql`date_trunc('milliseconds', updated_at)`, '=', seen)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function pinNews(
  db: Kysely<DB>,
  schoolId: number,
  id: number,
  isPinned: boolean,
  now: Date,
): Promise<void> {
  await change(db, schoolId, id)
    .set({ is_pinned: isPinned, updated_at: changedAt(now) })
    .execute();
}

/** Something that belongs to items has changed, so that they are others now. */
export async function touchNews(db: Kysely<DB>, schoolId: number, ids: readonly number[], now: Date): Promise<void> {
  await db
    .updateTable('news')
    .set({ updated_at: changedAt(now) })
    .where('school_id', '=', schoolId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}

/** Soft deletion, and with null its reversal. */
export async function markNewsDeleted(
  db: Kysely<DB>,
  schoolId: number,
  id: number,
  deletedAt: Date | null,
  now: Date,
): Promise<void> {
  await change(db, schoolId, id)
    .set({ deleted_at: deletedAt?.toISOString() ?? null, updated_at: changedAt(now) })
    .execute();
}

/** What somebody who is erased wrote for the school stays, without an author; they receive nothing any more. */
export async function eraseAuthor(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db.deleteFrom('news_confirmations').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
  await db.deleteFrom('news_mails').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
  await db
    .updateTable('news_confirmations')
    .set({ entered_by: null })
    .where('school_id', '=', school_id)
    .where('entered_by', '=', user_id)
    .execute();
  await db.deleteFrom('news_audience').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
  await db.deleteFrom('news_users').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
  await db
    .updateTable('news')
    .set({ user_id: null })
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .execute();
}
