import { FEED_WEEKS_AHEAD, FEED_WEEKS_BACK, FEEDS_MAXIMUM, type Feed, feedsApi } from '@kreide/core/features/feeds';
import { API_BASE, ApiError, addDays, defaultPermissions, mondayOf, type Role, toLocal } from '@kreide/core/kernel';
import { etagOf, PreparedAnswer } from '../../kernel/answers.ts';
import { implement } from '../../kernel/implement.ts';
import type { Texts } from '../../kernel/texts.ts';
import { countFailure, createToken, hashToken, refuseWhileWaiting } from '../auth/index.ts';
import { isParentOf } from '../users/index.ts';
import { CALENDAR_FORMAT, writeCalendar } from './calendar-text.ts';
import { countFeeds, deleteFeed, findFeed, findPerson, insertFeed, listFeeds, markFetched } from './queries.ts';
import type { FeedPart, FeedRange, FeedSource } from './source.ts';

/** The moment of the last fetch is written down at most so often, ms. */
const FETCH_MARK_MS = 10 * 60_000;

export interface FeedsParts {
  /** Every feature that has something for calendars. */
  sources: readonly FeedSource[];
  texts: Texts;
  appUrl: () => string;
}

type FeedRow = Awaited<ReturnType<typeof listFeeds>>[number];

function toFeed({ firstname, lastname, ...row }: FeedRow): Feed {
  return { ...row, displayname: `${firstname} ${lastname}` };
}

/** Whole weeks around today: the same for everybody, and another one only on Mondays. */
export function toFeedRange(today: string): FeedRange {
  const monday = mondayOf(today);
  return { begins_at: addDays(monday, -7 * FEED_WEEKS_BACK), ends_at: addDays(monday, 7 * (FEED_WEEKS_AHEAD + 1) - 1) };
}

export function feedsHandlers({ sources, texts, appUrl }: FeedsParts) {
  return implement(feedsApi, {
    async list({ actor, db }) {
      return { data: (await listFeeds(db, actor.school_id, actor.user_id)).map(toFeed) };
    },

    async create({ body, actor, db, now, t, write, fail }) {
      const person = await findPerson(db, actor.school_id, body.user_id);
      if (!person) return fail('not_found');
      const is_child = person.id !== actor.user_id && (await isParentOf(db, actor.school_id, actor.user_id, person.id));
      const isOwn = person.id === actor.user_id;
      if (!(isOwn || is_child) || !sources.some((source) => source.isOpen(actor, { ...person, is_child })))
        return fail('forbidden');
      const trx = await write();
      if ((await countFeeds(trx, actor.school_id, actor.user_id)) >= FEEDS_MAXIMUM) {
        const params = { maximum: FEEDS_MAXIMUM };
        const message = t('kernel:rules.too_many_feeds', params);
        throw new ApiError({ code: 'invalid', issues: [{ path: 'body', rule: 'too_many_feeds', params, message }] });
      }
      const secret = createToken();
      const uuid = await insertFeed(trx, {
        school_id: actor.school_id,
        owner_id: actor.user_id,
        user_id: person.id,
        name: body.name?.trim() || null,
        language: body.language,
        secret_hash: hashToken(secret),
        created_at: now.toISOString(),
      });
      const [row] = await listFeeds(trx, actor.school_id, actor.user_id, uuid);
      if (!row) return fail('not_found');
      return { data: { ...toFeed(row), url: `${appUrl()}${API_BASE}/feeds/${secret}.ics` } };
    },

    async remove({ params, actor, write, fail }) {
      const isGone = await deleteFeed(await write(), actor.school_id, actor.user_id, params.uuid);
      if (!isGone) return fail('not_found');
    },

    async read({ params, request, db, now, write, reply, fail }) {
      const feed = await findFeed(db, hashToken(params.secret));
      if (!feed) {
        // Only what does not exist is slowed down: a calendar service asks for a whole school from one address.
        await refuseWhileWaiting(db, { feed: request.ip }, now);
        await countFailure(db, { feed: request.ip }, now);
        return fail('not_found');
      }
      const { school_id, user_id, owner_id } = feed;
      const permissions = new Set(defaultPermissions[feed.owner_role as Role] ?? []);
      const reader = { school_id, user_id: owner_id, type: feed.owner_type, permissions };
      const person = { id: user_id, type: feed.person_type, is_child: user_id !== owner_id };
      const open = sources.filter((source) => source.isOpen(reader, person));
      if (open.length === 0) return fail('not_found');
      const { language } = feed;
      const t = texts.for(language);
      const range = toFeedRange(toLocal(now, feed.time_zone).date);
      const read = await Promise.all(open.map((source) => source.read(school_id, user_id, range, { language, t })));
      const parts = read.filter((part): part is FeedPart => part !== null);
      const last = feed.last_fetched_at === null ? 0 : Date.parse(feed.last_fetched_at);
      if (now.getTime() - last >= FETCH_MARK_MS) await markFetched(await write(), school_id, feed.id, now);
      const name = t('feeds:calendar_name', { name: `${feed.firstname} ${feed.lastname}` });
      const versions = parts.map(({ version }) => version).join(' ');
      const etag = etagOf(CALENDAR_FORMAT, feed.uuid, name, language, feed.time_zone, range.begins_at, versions);
      reply.header('content-disposition', 'inline; filename="kreide.ics"');
      reply.header('x-robots-tag', 'noindex');
      reply.header('referrer-policy', 'no-referrer');
      const make = () => {
        const loaded = parts.map((part) => part.load());
        const changes = loaded.flatMap(({ last_updated_at }) => last_updated_at ?? []).sort();
        const last_updated_at = changes.at(-1) ?? `${range.begins_at}T00:00:00Z`;
        const events = loaded.flatMap((part) => part.events);
        return writeCalendar({ uuid: feed.uuid, name, language, time_zone: feed.time_zone, last_updated_at, events });
      };
      return new PreparedAnswer(make, etag, 'text/calendar; charset=utf-8');
    },
  });
}
