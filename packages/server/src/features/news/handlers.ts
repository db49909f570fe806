import { newsApi, type PublicNewsItem } from '@kreide/core/features/news';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';
import { type FileAudience, signFileAddress } from '../../kernel/files/index.ts';
import { sanitizeHtmlOut } from '../../kernel/html.ts';
import { implement } from '../../kernel/implement.ts';
import { findSchoolBySlink, type SchoolRow } from '../schools/index.ts';
import { findPerson } from '../users/index.ts';
import { listNews, listPublicNews, type NewsRow } from './queries.ts';

const PUBLIC_DEFAULT = 10;

export interface NewsParts {
  fileKey: Uint8Array;
  /** Address of the app, and of this server for pictures that a foreign page shows. */
  appUrl: () => string;
}

function pictureOf(row: NewsRow, audience: FileAudience, base: string, key: Uint8Array, now: Date) {
  if (!row.file_uuid || !row.file_name) return null;
  return {
    url: base + signFileAddress(key, { uuid: row.file_uuid, name: row.file_name, audience }, now),
    width: row.width ?? 1200,
    height: row.height ?? 675,
    alt: row.preview_alt,
  };
}

function render(row: NewsRow, audience: FileAudience, base: string, key: Uint8Array, now: Date): string {
  return sanitizeHtmlOut(row.content_rendered, {
    fileAddress: (uuid, name) => base + signFileAddress(key, { uuid, name, audience }, now),
  });
}

/** The public news of a school as homepages and the hall screen show them: no author. */
export async function readPublicNews(
  db: Kysely<DB>,
  school: SchoolRow,
  limit: number,
  now: Date,
  { fileKey, appUrl }: NewsParts,
): Promise<PublicNewsItem[]> {
  const rows = await listPublicNews(db, school.id, now, limit);
  return rows.map((row) => ({
    uuid: row.uuid,
    title: row.title,
    content_rendered: render(row, 'public', appUrl(), fileKey, now),
    excerpt: row.excerpt,
    publish_at: row.publish_at,
    is_pinned: row.is_pinned,
    preview_image: pictureOf(row, 'public', appUrl(), fileKey, now),
    url: `${appUrl()}/feed?news=${row.uuid}`,
  }));
}

export function newsHandlers(parts: NewsParts) {
  return implement(newsApi, {
    async feed({ params, query, actor, db, now, fail }) {
      if (params.id !== 'self' && params.id !== actor.user_id)
        return fail((await findPerson(db, actor.school_id, params.id)) ? 'forbidden' : 'not_found');
      const rows = await listNews(db, actor.school_id, now, query.page ?? 1);
      const audience: FileAudience = `school:${actor.school_id}`;
      return {
        data: rows.map((row) => ({
          id: row.id,
          uuid: row.uuid,
          title: row.title,
          content_rendered: render(row, audience, '', parts.fileKey, now),
          excerpt: row.excerpt,
          publish_at: row.publish_at,
          updated_at: row.updated_at,
          is_public: row.is_public,
          is_pinned: row.is_pinned,
          is_official: row.is_official,
          preview_image: pictureOf(row, audience, '', parts.fileKey, now),
          user: row.firstname === null ? null : { displayname: `${row.firstname} ${row.lastname}` },
        })),
      };
    },

    async getPublic({ params, query, db, now, fail }) {
      const school = await findSchoolBySlink(db, params.slink);
      if (!school?.public_news || school.is_locked) return fail('not_found');
      const news = await readPublicNews(db, school, query.limit ?? PUBLIC_DEFAULT, now, parts);
      const latest = news.reduce<string | null>(
        (newest, { publish_at }) => (newest === null || publish_at > newest ? publish_at : newest),
        null,
      );
      return {
        data: {
          school: { name: school.name, slink: school.slink, time_zone: school.time_zone },
          news,
          last_updated_at: latest,
        },
      };
    },
  });
}
