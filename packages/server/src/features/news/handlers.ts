import {
  NEWS_RESTORE_HOURS,
  type NewsAbility,
  newsAbilitiesOf,
  newsApi,
  newsEvents,
  newsProblems,
  PUBLIC_FEED_MAXIMUM,
  type SharedNewsItem,
  toNewsItem,
} from '@kreide/core/features/news';
import { type BodyOf, isAllowed } from '@kreide/core/kernel';
import { etagOf, PreparedAnswer } from '../../kernel/answers.ts';
import type { Actor, HandlerContext } from '../../kernel/context.ts';
import { sanitizeHtmlIn, toExcerpt } from '../../kernel/html.ts';
import { implement } from '../../kernel/implement.ts';
import { enqueue } from '../../kernel/jobs/index.ts';
import type { Texts } from '../../kernel/texts.ts';
import { refuseIssues } from '../../kernel/validate.ts';
import { refuseUnknown } from '../auth/index.ts';
import { findSchoolBySlink, type SchoolRow } from '../schools/index.ts';
import { findPerson } from '../users/index.ts';
import { toFeedAddress } from './page.ts';
import type { PublishTask } from './publish.ts';
import {
  findDeletedNews,
  findNews,
  insertNews,
  listNews,
  listPublicNews,
  listScheduledNews,
  markNewsDeleted,
  type NewsRow,
  type NewsValues,
  pinNews,
  updateNews,
} from './queries.ts';
import { isReleasing, type NewsParts, readPublicNews, toPublicNews, toSharedNews } from './render.ts';
import { writeRss } from './rss.ts';

const PUBLIC_DEFAULT = 10;
/** Length of the excerpt in lists, in characters. */
const EXCERPT_LENGTH = 240;

interface Loading extends Pick<HandlerContext, 'db' | 'now'> {
  actor: Actor;
  fail(code: 'not_found' | 'forbidden'): never;
}
const pictureOf = ({ mime, size }: NewsRow) => (mime === null || size === null ? null : { mime, size });

/** What the audit log keeps of an item. */
const toRecorded = ({ title, content_rendered, publish_at, is_pinned, is_official, is_public }: NewsRow) => ({
  ...{ title, content: content_rendered, publish_at, is_pinned, is_official, is_public },
});

/** The school of a public address, if it shows news to the public. */
async function findReleasing(
  slink: string,
  { request, db, now, fail }: Pick<HandlerContext, 'request' | 'db' | 'now'> & { fail(code: 'not_found'): never },
): Promise<SchoolRow> {
  const school = await findSchoolBySlink(db, slink);
  if (!school) return refuseUnknown(db, request.ip, now);
  return isReleasing(school) ? school : fail('not_found');
}

type Writing = Pick<HandlerContext, 'write' | 'emit' | 'now'> & { actor: Actor };

export function newsHandlers({ publish, texts, ...parts }: NewsParts & { publish: PublishTask; texts: Texts }) {
  const toShared = (row: NewsRow, { school_id }: Actor, now: Date) => toSharedNews(row, school_id, now, parts);
  const isDue = ({ publish_at }: { publish_at: string }, now: Date) => Date.parse(publish_at) <= now.getTime();
  const may = (actor: Actor, row: { user_id: number | null }, ability: NewsAbility) =>
    isAllowed(newsAbilitiesOf(actor, row), ability);

  /** The item, if the caller can see it and may do this with it. */
  async function load(ability: NewsAbility, id: number, { actor, db, now, fail }: Loading): Promise<NewsRow> {
    const row = await findNews(db, actor.school_id, id);
    if (!row || !(isDue(row, now) || may(actor, row, 'update'))) return fail('not_found');
    return may(actor, row, ability) ? row : fail('forbidden');
  }

  /** The draft as stored; rejects what the form rejects too (C-2.24). */
  function toValues(draft: BodyOf<typeof newsApi.create>, now: Date, t: HandlerContext['t']): NewsValues {
    const content = sanitizeHtmlIn(draft.content, { origin: parts.appUrl() });
    refuseIssues(
      newsProblems({ ...draft, content }, now).map(({ field, rule, params }) => ({
        ...{ path: `body.${field}`, rule, params, message: t(`news:rules.${rule}`, params) },
      })),
    );
    const publish_at = draft.publish_at ?? now.toISOString();
    const { title, is_pinned, is_official, is_public } = draft;
    const excerpt = toExcerpt(content, EXCERPT_LENGTH);
    return { title: title.trim(), content, excerpt, publish_at, is_pinned, is_official, is_public };
  }

  /**
   * Notifies everybody who sees the item now, and schedules the job that will notify the others when it is published.
   */
  async function tell(row: NewsRow, { actor, write, emit, now }: Writing): Promise<SharedNewsItem> {
    const item = toShared(row, actor, now);
    if (isDue(row, now)) {
      await emit(newsEvents.saved, { school: actor.school_id }, item);
      return item;
    }
    const { school_id } = actor;
    const users = [...new Set([actor.user_id, row.user_id ?? actor.user_id])];
    await emit(newsEvents.saved, { users }, item);
    const key = `news:publish:${school_id}:${row.id}`;
    const { id, publish_at } = row;
    const delayMs = Date.parse(publish_at) - now.getTime();
    await enqueue(await write(), publish, { school_id, id, publish_at }, { key, delayMs });
    return item;
  }

  return implement(newsApi, {
    async feed({ params, query, actor, db, now, fail }) {
      if (params.id !== 'self' && params.id !== actor.user_id)
        return fail((await findPerson(db, actor.school_id, params.id)) ? 'forbidden' : 'not_found');
      const page = query.page ?? 1;
      const author = actor.permissions.has('manage-news') ? null : actor.user_id;
      const rows = query.is_scheduled
        ? await listScheduledNews(db, actor.school_id, author, now, page)
        : await listNews(db, actor.school_id, now, page);
      return {
        data: rows
          .map((row) => toNewsItem(toShared(row, actor, now), actor))
          .filter(({ can }) => !query.is_scheduled || can.update === 1),
      };
    },

    async get({ params, actor, db, now, fail }) {
      const row = await findNews(db, actor.school_id, params.id);
      if (!row || !(isDue(row, now) || may(actor, row, 'update'))) return fail('not_found');
      return { data: toNewsItem(toShared(row, actor, now), actor) };
    },

    async create({ body, actor, now, t, write, emit, record, fail }) {
      const wanted = newsAbilitiesOf(actor, { user_id: actor.user_id });
      if ((body.is_pinned || body.is_official) && wanted.pin === 0) return fail('forbidden');
      if (body.is_public && wanted.release === 0) return fail('forbidden');
      const values = toValues(body, now, t);
      const db = await write();
      const id = await insertNews(db, actor.school_id, actor.user_id, values, now);
      const row = await findNews(db, actor.school_id, id);
      if (!row) throw new Error('the item that was just made is not there');
      record({ entity: 'news', id, after: toRecorded(row) });
      return { data: toNewsItem(await tell(row, { actor, write, emit, now }), actor) };
    },

    async update({ params, body, actor, db, now, t, write, emit, record, fail }) {
      const former = await load('update', params.id, { actor, db, now, fail });
      const isMarkedAnew = body.is_pinned !== former.is_pinned || body.is_official !== former.is_official;
      if (isMarkedAnew && !may(actor, former, 'pin')) return fail('forbidden');
      if (body.is_public !== former.is_public && !may(actor, former, 'release')) return fail('forbidden');
      const { updated_at, ...draft } = body;
      const values = toValues(draft, now, t);
      const trx = await write();
      if (!(await updateNews(trx, actor.school_id, former.id, values, updated_at, now))) return fail('conflict');
      const row = await findNews(trx, actor.school_id, former.id);
      if (!row) return fail('not_found');
      record({ entity: 'news', id: row.id, before: toRecorded(former), after: toRecorded(row) });
      if (isDue(former, now) && !isDue(row, now))
        await emit(newsEvents.removed, { school: actor.school_id }, { id: row.id });
      return { data: toNewsItem(await tell(row, { actor, write, emit, now }), actor) };
    },

    async pin({ params, body, actor, db, now, write, emit, record, fail }) {
      const former = await load('pin', params.id, { actor, db, now, fail });
      const trx = await write();
      await pinNews(trx, actor.school_id, former.id, body.is_pinned, now);
      const row = await findNews(trx, actor.school_id, former.id);
      if (!row) return fail('not_found');
      record({ entity: 'news', id: row.id, before: toRecorded(former), after: toRecorded(row) });
      return { data: toNewsItem(await tell(row, { actor, write, emit, now }), actor) };
    },

    async remove({ params, actor, db, now, write, emit, record, fail }) {
      const row = await load('delete', params.id, { actor, db, now, fail });
      await markNewsDeleted(await write(), actor.school_id, row.id, now, now);
      record({ entity: 'news', id: row.id, before: toRecorded(row) });
      await emit(newsEvents.removed, { school: actor.school_id }, { id: row.id });
    },

    async restore({ params, actor, db, now, write, emit, record, fail }) {
      const since = new Date(now.getTime() - NEWS_RESTORE_HOURS * 60 * 60 * 1000);
      const deleted = await findDeletedNews(db, actor.school_id, params.id, since);
      // For everybody else a deleted item no longer exists.
      if (!deleted || !may(actor, deleted, 'delete')) return fail('not_found');
      const trx = await write();
      await markNewsDeleted(trx, actor.school_id, params.id, null, now);
      const row = await findNews(trx, actor.school_id, params.id);
      if (!row) return fail('not_found');
      record({ entity: 'news', id: row.id, after: toRecorded(row) });
      return { data: toNewsItem(await tell(row, { actor, write, emit, now }), actor) };
    },

    async getPublic({ params, query, request, db, now, fail }) {
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

    async getPublicFeed({ params, request, db, now, fail }) {
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
  });
}
