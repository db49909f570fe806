import { type DemoNews, type DemoSchool, demoNews, demoPictures, PICTURE_SIZE } from '@kreide/demo';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FileStore } from '../../kernel/files/index.ts';
import { sanitizeHtmlIn, toExcerpt } from '../../kernel/text/html.ts';
import { uuidOf } from './uuid.ts';

const EXCERPT_LENGTH = 240;
const PICTURE_BYTES = 200_000;

const pictureUuid = (slink: string, name: string) => uuidOf('demo picture', slink, name);

/** Puts the pictures of the news into the file store and answers the rows to write; done before the transaction. */
export async function storePictures(store: FileStore, slink: string, news: readonly DemoNews[]) {
  const wanted = new Set(news.flatMap(({ picture }) => picture ?? []));
  const files: { uuid: string; name: string; size: number; sha256: string }[] = [];
  for (const [name, bytes] of await demoPictures()) {
    if (!wanted.has(name)) continue;
    const uuid = pictureUuid(slink, name);
    const stored = await store.put(
      uuid,
      (async function* () {
        yield bytes;
      })(),
      PICTURE_BYTES,
    );
    files.push({ uuid, name: `${name}.webp`, size: stored.size, sha256: stored.sha256.toString('hex') });
  }
  return files;
}

export async function insertPictures(
  db: Kysely<DB>,
  schoolId: number,
  files: Awaited<ReturnType<typeof storePictures>>,
): Promise<void> {
  await sql`insert into files (school_id, uuid, name, mime, size, sha256, width, height, reserved)
    select ${schoolId}, r.uuid, r.name, 'image/webp', r.size, decode(r.sha256, 'hex'), ${PICTURE_SIZE.width}, ${PICTURE_SIZE.height},
      'news_attachment'
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as r(uuid uuid, name text, size bigint, sha256 text)`.execute(
    db,
  );
}

/**
 * Dates the news of a demo school from today. What somebody wrote over or deleted is left alone: an untouched item has the same
 * time of making and of change.
 */
export async function moveNews(db: Kysely<DB>, schoolId: number, demo: DemoSchool, now: Date): Promise<void> {
  const items = demoNews(demo.plan, now).map((news) => {
    const content = sanitizeHtmlIn(news.content, { origin: '' });
    return {
      uuid: uuidOf('demo news', demo.slink, news.key),
      title: news.title,
      content,
      excerpt: toExcerpt(content, EXCERPT_LENGTH),
      author: news.author,
      publish_at: news.publish_at,
      is_public: news.is_public,
      is_pinned: news.is_pinned,
      is_official: news.is_official,
      picture: news.picture === null ? null : pictureUuid(demo.slink, news.picture),
      alt: news.alt,
    };
  });
  await sql`insert into news (school_id, uuid, user_id, title, content, content_rendered, excerpt, is_public, is_pinned, is_official, preview_file_id,
      preview_alt, publish_at, created_at, updated_at)
    select ${schoolId}, r.uuid, t.user_id, r.title, r.content, r.content, r.excerpt, r.is_public, r.is_pinned, r.is_official, f.id,
      case when f.id is null then '' else r.alt end, r.publish_at, r.publish_at, r.publish_at
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r(uuid uuid, title text, content text, excerpt text, author text, publish_at timestamptz,
      is_public boolean, is_pinned boolean, is_official boolean, picture uuid, alt text)
    left join teachers t on t.school_id = ${schoolId} and t.shortcut = r.author and t.ended_at is null
    left join files f on f.school_id = ${schoolId} and f.uuid = r.picture and f.deleted_at is null
    on conflict (uuid) do update set content = excluded.content, content_rendered = excluded.content_rendered, excerpt = excluded.excerpt,
      publish_at = excluded.publish_at, created_at = excluded.created_at, updated_at = excluded.updated_at
      where news.school_id = excluded.school_id and news.deleted_at is null and news.updated_at = news.created_at`.execute(
    db,
  );
  await sql`insert into news_channels (school_id, news_id, channel_id)
    select ${schoolId}, n.id, c.id from news n
    join channels c on c.school_id = ${schoolId} and c.type = 'GLOBAL' and c.deleted_at is null
    where n.school_id = ${schoolId}
      and not exists (select from news_channels p where p.school_id = ${schoolId} and p.news_id = n.id)
      and not exists (select from news_users p where p.school_id = ${schoolId} and p.news_id = n.id)`.execute(db);
}
