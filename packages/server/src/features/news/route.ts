import { fields, type Language, toLanguage } from '@kreide/core/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureParts } from '../../kernel/feature.ts';
import { etagOf, isNotModified } from '../../kernel/http/answers.ts';
import { findSchoolBySlink } from '../schools/index.ts';
import { pagePolicy, writeMissingPage, writeNewsPage } from './page.ts';
import { findPublicNewsItem, isReleasing } from './render.ts';

type Parts = Pick<FeatureParts, 'database' | 'clock' | 'fileKey' | 'appUrl' | 'texts' | 'brandOf'>;

/** Nothing else than the shape of a uuid: what ends in a number or a word is the app's. */
const PATH = '/:slink/news/:uuid(^[0-9a-fA-F-]{36}$)';
/** What was withdrawn may be seen this long from a cache, seconds. */
const CACHE_SECONDS = 60;

/** The pages of public news, `/{school}/news/{uuid}`: what links on homepages lead to (D-2.03). */
export function mountNewsPages(app: FastifyInstance, { database, clock, texts, brandOf, ...parts }: Parts): void {
  const db = database.kysely;

  /** The page and its language; null for what is not there, not public, not yet or not any more. */
  async function read({ slink, uuid }: { slink: string; uuid: string }): Promise<string | null> {
    if (!fields.slink.safeParse(slink).success || !fields.uuid.safeParse(uuid).success) return null;
    const school = await findSchoolBySlink(db, slink);
    if (!school || !isReleasing(school)) return null;
    const item = await findPublicNewsItem(db, school, uuid, clock.now(), parts);
    if (!item) return null;
    const language: Language = school.locale;
    return writeNewsPage(item, {
      school,
      language,
      base: parts.appUrl(),
      brand: brandOf(school.app_branding),
      t: texts.for(language),
    });
  }

  app.get<{ Params: { slink: string; uuid: string } }>(PATH, async (request, reply) => {
    const html = await read(request.params);
    reply.header('content-security-policy', pagePolicy(parts.appUrl())).type('text/html; charset=utf-8');
    if (html === null) return answerMissing(request, reply);
    const etag = etagOf(html);
    reply.headers({ etag, 'cache-control': `public, max-age=${CACHE_SECONDS}` });
    if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.send(html);
  });

  /** In the reader's language: the school's would tell that there is one. */
  function answerMissing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const language = toLanguage(request.headers['accept-language']);
    const html = writeMissingPage({ language, brand: brandOf(null), t: texts.for(language) });
    return reply.code(404).headers({ 'cache-control': 'no-store', vary: 'accept-language' }).send(html);
  }
}
