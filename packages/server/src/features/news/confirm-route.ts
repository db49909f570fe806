import { newsEvents } from '@kreide/core/features/news';
import { isOpenState } from '@kreide/core/features/schools';
import { ApiError, type Language, toLanguage } from '@kreide/core/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { cutSlowBody } from '../../kernel/http/bodies.ts';
import { toNetwork } from '../../kernel/http/network.ts';
import { appendOutbox, roomsOf } from '../../kernel/realtime/outbox.ts';
import { giveBack, hashToken, reserveAttempt } from '../auth/index.ts';
import { getSchool } from '../schools/index.ts';
import { writeBadLinkPage, writeConfirmPage } from './confirm-page.ts';
import { CONFIRM_PAGE, languageFor } from './mailing.ts';
import { pagePolicy } from './page.ts';
import { insertConfirmation } from './queries/confirmations.ts';
import { findLink, findLinked, type Link } from './queries/mails.ts';
import { isAsked } from './queries/readers.ts';
import { findNews } from './queries.ts';
import { authorOf, type SharingParts, toSharedNews } from './render.ts';

type Parts = Pick<FeatureParts, 'database' | 'clock' | 'texts' | 'brandOf'> & SharingParts;

/** 256 bits in the letters of an address. */
const TOKEN = /^[\w-]{43}$/;

/**
 * The pages of confirming links (D-6.04): without a session and without a script. Opening one changes nothing, since
 * filters of mails open every address and some run what stands there; only the button of the page confirms, and pressed
 * twice it does so once.
 */
export function mountConfirmPages(app: FastifyInstance, { database, clock, texts, brandOf, ...parts }: Parts): void {
  /** What a link is about, as long as its person is asked; null for one that confirms nothing. */
  async function read(db: Kysely<DB>, token: string, now: Date) {
    const link = TOKEN.test(token) ? await findLink(db, hashToken(token), now) : null;
    if (!link) return null;
    const row = await findNews(db, link.school_id, link.news_id);
    if (!row?.is_confirmable || Date.parse(row.publish_at) > now.getTime()) return null;
    const school = await getSchool(db, link.school_id);
    if (school.is_locked || !isOpenState(school.state)) return null;
    const person = await findLinked(db, link);
    const item = { school_id: link.school_id, id: row.id, author_id: row.user_id };
    if (!person || !(await isAsked(db, item, link.user_id))) return null;
    return { link, row, school, ...person };
  }
  type Opened = NonNullable<Awaited<ReturnType<typeof read>>>;

  function write({ row, school, locale, confirmed_at }: Opened, token: string, isDone: boolean): string {
    const language = languageFor(locale, school);
    return writeConfirmPage({
      language,
      brand: brandOf(school.app_branding),
      t: texts.for(language),
      school,
      token,
      confirmed_at,
      isDone,
      item: { id: row.id, title: row.title, author: authorOf(row) },
    });
  }

  /** In the language of the browser: that of the receiver would tell that there is one. */
  function writeBad(request: FastifyRequest, seconds: number | null = null): string {
    const language: Language = toLanguage(request.headers['accept-language']);
    return writeBadLinkPage({ language, brand: brandOf(null), t: texts.for(language) }, seconds);
  }

  async function confirm(db: Kysely<DB>, link: Link, { row }: Opened, now: Date): Promise<void> {
    if (!(await insertConfirmation(db, link, now, { via: 'mail', entered_by: null }))) return;
    await appendOutbox(db, {
      school_id: link.school_id,
      event: newsEvents.saved.name,
      audience: roomsOf({ users: [...new Set([link.user_id, row.user_id ?? link.user_id])] }),
      payload: toSharedNews(row, `school:${link.school_id}`, now, parts),
    });
  }

  /** Answers with the page, for whoever still has tries; every try counts until it turns out to be right. */
  async function answer(request: FastifyRequest, reply: FastifyReply, token: string, isPressed: boolean) {
    const now = clock.now();
    reply.type('text/html; charset=utf-8').headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy': pagePolicy(parts.appUrl(), "'self'"),
      vary: 'accept-language',
    });
    const tries = { letter: toNetwork(request.ip) };
    try {
      await reserveAttempt(database.kysely, tries, now);
    } catch (thrown) {
      const { code, retryAfter } = ApiError.from(thrown);
      if (code !== 'too_many') throw thrown;
      const seconds = retryAfter ?? 1;
      return reply.code(429).header('retry-after', String(seconds)).send(writeBad(request, seconds));
    }
    const opened = await database.kysely.transaction().execute(async (db) => {
      const found = await read(db, token, now);
      if (!found || !isPressed) return found;
      await confirm(db, found.link, found, now);
      return { ...found, confirmed_at: found.confirmed_at ?? now.toISOString() };
    });
    if (!opened) return reply.code(404).send(writeBad(request));
    await giveBack(database.kysely, tries);
    return reply.send(write(opened, token, isPressed));
  }

  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1000 },
      (_, body, done) => done(null, body),
    );
    scope.get<{ Params: { secret: string } }>(`${CONFIRM_PAGE}/:secret`, (request, reply) =>
      answer(request, reply, request.params.secret, false),
    );
    const slow = { onRequest: async (request: FastifyRequest) => cutSlowBody(request) };
    scope.post(CONFIRM_PAGE, slow, (request, reply) => {
      const token = typeof request.body === 'string' ? new URLSearchParams(request.body).get('token') : null;
      return answer(request, reply, token ?? '', true);
    });
  });
}
