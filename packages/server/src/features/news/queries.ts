import { NEWS_PAGE } from '@kreide/core/features/news';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';
import { filesPart } from '../files/index.ts';
import { usersPart } from '../users/index.ts';

function newsOf(db: Kysely<DB>, schoolId: number, now: Date) {
  return db
    .selectFrom('news')
    .leftJoin(filesPart(db).as('file'), (join) =>
      join.onRef('file.school_id', '=', 'news.school_id').onRef('file.id', '=', 'news.preview_file_id'),
    )
    .leftJoin(usersPart(db).as('author'), (join) =>
      join.onRef('author.school_id', '=', 'news.school_id').onRef('author.id', '=', 'news.user_id'),
    )
    .select([
      'news.id',
      'news.uuid',
      'news.title',
      'news.content_rendered',
      'news.excerpt',
      'news.publish_at',
      'news.updated_at',
      'news.is_public',
      'news.is_pinned',
      'news.is_official',
      'news.preview_alt',
      'file.uuid as file_uuid',
      'file.name as file_name',
      'file.width',
      'file.height',
      'author.firstname',
      'author.lastname',
    ])
    .where('news.school_id', '=', schoolId)
    .where('news.deleted_at', 'is', null)
    .where('news.publish_at', '<=', now.toISOString())
    .orderBy('news.is_pinned', 'desc')
    .orderBy('news.publish_at', 'desc')
    .orderBy('news.id', 'desc');
}

export type NewsRow = Awaited<ReturnType<typeof listNews>>[number];

/** One page and the first row of the next. */
export async function listNews(db: Kysely<DB>, schoolId: number, now: Date, page: number) {
  return newsOf(db, schoolId, now)
    .offset((page - 1) * NEWS_PAGE)
    .limit(NEWS_PAGE + 1)
    .execute();
}

export async function listPublicNews(db: Kysely<DB>, schoolId: number, now: Date, limit: number) {
  return newsOf(db, schoolId, now).where('news.is_public', '=', true).limit(limit).execute();
}
