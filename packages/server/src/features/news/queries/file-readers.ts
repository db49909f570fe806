import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { membersPart } from '../../channels/index.ts';
import { schoolsPart } from '../../schools/index.ts';

interface FileKey {
  readonly school_id: number;
  readonly id: number;
}

/** The item that a file belongs to, as one of its files or above its title; what its text says is no reason. */
const carrying = (db: Kysely<DB>, { school_id, id }: FileKey) =>
  db
    .selectFrom('news')
    .innerJoin(schoolsPart(db).as('school'), 'school.id', 'news.school_id')
    .select('news.id')
    .where('news.school_id', '=', school_id)
    .where('news.deleted_at', 'is', null)
    .where(
      sql<SqlBool>`(news.preview_file_id = ${id} or exists (select 1 from news_files place
        where place.school_id = ${school_id} and place.news_id = news.id and place.file_id = ${id}))`,
    );

const publishedWith = (db: Kysely<DB>, file: FileKey, now: Date) =>
  carrying(db, file).where('news.publish_at', '<=', now.toISOString()).where('school.is_locked', '=', false);

/** Has somebody written the item that carries a file, or do they receive it now that it is published? */
export async function isReceiver(
  db: Kysely<DB>,
  { school_id, id }: FileKey,
  userId: number,
  now: Date,
): Promise<boolean> {
  const row = await carrying(db, { school_id, id })
    .where(
      sql<SqlBool>`(news.user_id = ${userId} or news.publish_at <= ${now.toISOString()}::timestamptz and (
        exists (select 1 from news_users named where named.school_id = ${school_id} and named.news_id = news.id
          and named.user_id = ${userId})
        or exists (select 1 from news_channels chosen
          join ${membersPart(db).where('school_id', '=', school_id).where('user_id', '=', userId)} as member
            on member.channel_id = chosen.channel_id
          where chosen.school_id = ${school_id} and chosen.news_id = news.id)))`,
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Does an item that is there carry this file? */
export async function isCarried(db: Kysely<DB>, file: FileKey): Promise<boolean> {
  return (await carrying(db, file).executeTakeFirst()) !== undefined;
}

/** Does an item that is published carry this file? Whoever received it was told of one address. */
export async function isPublished(db: Kysely<DB>, file: FileKey, now: Date): Promise<boolean> {
  return (await publishedWith(db, file, now).executeTakeFirst()) !== undefined;
}

/** Is the file in an item that everybody may read now? Taken back, deleted or with its switch off, it is not. */
export async function isReleased(db: Kysely<DB>, file: FileKey, now: Date): Promise<boolean> {
  const row = await publishedWith(db, file, now)
    .where('news.is_public', '=', true)
    .where('school.public_news', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}
