import { type newsApi, PUBLIC_FEED_MAXIMUM } from '@kreide/core/features/news';
import { etagOf, PreparedAnswer } from '../../kernel/http/answers.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import type { Texts } from '../../kernel/text/texts.ts';
import { refuseUnknown } from '../auth/index.ts';
import { findSchoolBySlink, type SchoolRow } from '../schools/index.ts';
import { toFeedAddress } from './page.ts';
import { listPublicNews, type NewsRow } from './queries.ts';
import { isReleasing, type NewsParts, readPublicNews, toPublicNews } from './render.ts';
import { writeRss } from './rss.ts';

type Api = typeof newsApi;

const PUBLIC_DEFAULT = 10;
const pictureOf = ({ mime, size }: NewsRow) => (mime === null || size === null ? null : { mime, size });

/** The school of a public address, if it shows news to the public. */
async function findReleasing(
  slink: string,
  { request, db, now, fail }: Pick<HandlerContext, 'request' | 'db' | 'now'> & { fail(code: 'not_found'): never },
): Promise<SchoolRow> {
  const school = await findSchoolBySlink(db, slink);
  if (!school) return refuseUnknown(db, request.network, now);
  return isReleasing(school) ? school : fail('not_found');
}

/** What everybody reads of a school that shows its news to the public. */
export function publicHandlers({ texts, ...parts }: NewsParts & { texts: Texts }) {
  return {
    async getPublic({ params, query, request, db, now, fail }: HandlerContext<Api['getPublic']>) {
      const school = await findReleasing(params.slink, { request, db, now, fail });
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

    async getPublicFeed({ params, request, db, now, fail }: HandlerContext<Api['getPublicFeed']>) {
      const school = await findReleasing(params.slink, { request, db, now, fail });
      const rows = await listPublicNews(db, school.id, now, PUBLIC_FEED_MAXIMUM);
      const base = parts.appUrl();
      const text = writeRss({
        title: `${school.name}: ${texts.for(school.locale)('news:feed.title')}`,
        url: `${base}/${school.slink}/login`,
        self: toFeedAddress(base, school.slink),
        language: school.locale,
        items: rows.map((row) => ({ ...toPublicNews(row, school, now, parts), picture: pictureOf(row) })),
      });
      return new PreparedAnswer(Buffer.from(text), etagOf(text), 'application/rss+xml; charset=utf-8');
    },
  };
}
