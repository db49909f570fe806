import {
  SUBSCRIPTION_WEEKS_AHEAD,
  SUBSCRIPTION_WEEKS_BACK,
  SUBSCRIPTIONS_MAXIMUM,
  type Subscription,
  subscriptionsApi,
} from '@kreide/core/features/subscriptions';
import { API_BASE, ApiError, addDays, mondayOf, permissionsOf, toLocal } from '@kreide/core/kernel';
import { etagOf, PreparedAnswer } from '../../kernel/http/answers.ts';
import { implement } from '../../kernel/http/implement.ts';
import type { Texts } from '../../kernel/text/texts.ts';
import { createToken, hashToken, reserveAttempt } from '../auth/index.ts';
import { findPerson, hasExpired, isParentOf } from '../users/index.ts';
import { CALENDAR_FORMAT, writeCalendar } from './calendar-text.ts';
import {
  countSubscriptions,
  deleteSubscription,
  findSubscription,
  insertSubscription,
  listSubscriptions,
  markFetched,
} from './queries.ts';
import type {
  SubscriptionPart,
  SubscriptionPerson,
  SubscriptionRange,
  SubscriptionReader,
  SubscriptionSource,
} from './source.ts';

/** Minimum time between two recorded fetches, ms. */
const FETCH_MARK_MS = 10 * 60_000;

export interface SubscriptionsParts {
  /** Every feature that provides calendar entries. */
  sources: readonly SubscriptionSource[];
  texts: Texts;
  appUrl: () => string;
}

type SubscriptionRow = Awaited<ReturnType<typeof listSubscriptions>>[number];

function toSubscription({ firstname, lastname, ...row }: SubscriptionRow): Subscription {
  return { ...row, displayname: `${firstname} ${lastname}` };
}

/** Whole weeks around today: the same for everybody, and changing only on Mondays. */
export function toSubscriptionRange(today: string): SubscriptionRange {
  const monday = mondayOf(today);
  return {
    begins_at: addDays(monday, -7 * SUBSCRIPTION_WEEKS_BACK),
    ends_at: addDays(monday, 7 * (SUBSCRIPTION_WEEKS_AHEAD + 1) - 1),
  };
}

export function subscriptionsHandlers({ sources, texts, appUrl }: SubscriptionsParts) {
  /** What an address holds; nothing unless one of them opens it. */
  function openOf(reader: SubscriptionReader, person: SubscriptionPerson): readonly SubscriptionSource[] {
    const open = sources.filter((source) => source.isOpen(reader, person));
    return open.every(({ isBeside }) => isBeside) ? [] : open;
  }

  return implement(subscriptionsApi, {
    async list({ actor, db }) {
      return { data: (await listSubscriptions(db, actor.school_id, actor.user_id)).map(toSubscription) };
    },

    async create({ body, actor, db, now, t, write, record, fail }) {
      const person = await findPerson(db, actor.school_id, body.user_id);
      if (!person) return fail('not_found');
      const is_child = person.id !== actor.user_id && (await isParentOf(db, actor.school_id, actor.user_id, person.id));
      const isOwn = person.id === actor.user_id;
      const open = openOf(actor, { ...person, is_child });
      if (!(isOwn || is_child) || open.length === 0) return fail('forbidden');
      const trx = await write();
      if ((await countSubscriptions(trx, actor.school_id, actor.user_id)) >= SUBSCRIPTIONS_MAXIMUM) {
        const params = { maximum: SUBSCRIPTIONS_MAXIMUM };
        const message = t('kernel:rules.too_many_subscriptions', params);
        throw new ApiError({
          code: 'invalid',
          issues: [{ path: 'body', rule: 'too_many_subscriptions', params, message }],
        });
      }
      const secret = createToken();
      const uuid = await insertSubscription(trx, {
        school_id: actor.school_id,
        owner_id: actor.user_id,
        user_id: person.id,
        name: body.name?.trim() || null,
        language: body.language,
        secret_hash: hashToken(secret),
        created_at: now.toISOString(),
      });
      const [row] = await listSubscriptions(trx, actor.school_id, actor.user_id, uuid);
      if (!row) return fail('not_found');
      record({ entity: 'subscriptions', id: uuid, after: { user_id: person.id } });
      return { data: { ...toSubscription(row), url: `${appUrl()}${API_BASE}/feeds/${secret}.ics` } };
    },

    async remove({ params, actor, write, record, fail }) {
      const isGone = await deleteSubscription(await write(), actor.school_id, actor.user_id, params.uuid);
      if (!isGone) return fail('not_found');
      record({ entity: 'subscriptions', id: params.uuid });
    },

    async read({ params, request, db, now, write, reply, fail }) {
      const subscription = await findSubscription(db, hashToken(params.secret));
      if (!subscription) {
        // Only unknown addresses are slowed down: a calendar service fetches for a whole school from one address.
        await reserveAttempt(db, { feed: request.network }, now);
        return fail('not_found');
      }
      if (hasExpired(subscription, now)) return fail('not_found');
      const { school_id, user_id, owner_id } = subscription;
      const permissions = permissionsOf({ ...subscription, role: subscription.owner_role }, subscription);
      const reader = { school_id, user_id: owner_id, type: subscription.owner_type, permissions };
      const person = { id: user_id, type: subscription.person_type, is_child: user_id !== owner_id };
      const open = openOf(reader, person);
      if (open.length === 0) return fail('not_found');
      const { language } = subscription;
      const t = texts.for(language);
      const range = toSubscriptionRange(toLocal(now, subscription.time_zone).date);
      const read = await Promise.all(open.map((source) => source.read(school_id, user_id, range, { language, t })));
      const parts = read.filter((part): part is SubscriptionPart => part !== null);
      const last = subscription.last_fetched_at === null ? 0 : Date.parse(subscription.last_fetched_at);
      if (now.getTime() - last >= FETCH_MARK_MS) await markFetched(await write(), school_id, subscription.id, now);
      const name = t('subscriptions:calendarName', { name: `${subscription.firstname} ${subscription.lastname}` });
      const versions = parts.map(({ version }) => version).join(' ');
      const etag = etagOf(
        CALENDAR_FORMAT,
        subscription.uuid,
        name,
        language,
        subscription.time_zone,
        range.begins_at,
        versions,
      );
      reply.header('content-disposition', 'inline; filename="kreide.ics"');
      reply.header('x-robots-tag', 'noindex');
      reply.header('referrer-policy', 'no-referrer');
      const make = () => {
        const loaded = parts.map((part) => part.load());
        const changes = loaded.flatMap(({ last_updated_at }) => last_updated_at ?? []).sort();
        const last_updated_at = changes.at(-1) ?? `${range.begins_at}T00:00:00Z`;
        const events = loaded.flatMap((part) => part.events);
        return writeCalendar({
          name,
          language,
          time_zone: subscription.time_zone,
          last_updated_at,
          events,
        });
      };
      return new PreparedAnswer(make, etag, 'text/calendar; charset=utf-8');
    },
  });
}
