import {
  CHANNELS_PAGE,
  CHATS_PAGE,
  type Channel,
  type ChannelMember,
  type Contact,
  type channelsApi,
  MEMBERS_PAGE,
  seesMembers,
} from '@kreide/core/features/channels';
import { isAllowed, isBuiltInRole, type Translate } from '@kreide/core/kernel';
import { etagOf, isNotModified } from '../../kernel/http/answers.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { describePeople, findPerson, listContacts } from '../users/index.ts';
import { contactsOf } from './contacts-of.ts';
import { toDetail } from './detail.ts';
import type { KnownAbove } from './known-above.ts';
import { readerOf, toChannel } from './listed.ts';
import { openChannel, reachesAll } from './opened.ts';
import { countFiles } from './queries/chat-files.ts';
import { findListed, type ListedRow, listChannelsOfOther, listChoosable, listOwnChannels } from './queries/list.ts';
import { type ChannelKey, findMembersVersion, listMembers } from './queries/members.ts';

type Api = typeof channelsApi;

/** Who may publish news, or events, may do so in the channel of the whole school. */
const mayPost = ({ permissions }: Actor) => permissions.has('create-news') || permissions.has('create-events');

const toPerson = <Row extends { firstname: string; lastname: string }>(row: Row) => ({
  ...row,
  displayname: `${row.firstname} ${row.lastname}`,
});

/** A page with the first row of the next. */
const pageOf = (page: number | undefined, size: number) => ({ offset: ((page ?? 1) - 1) * size, limit: size + 1 });

/** Channels as the caller has them, with whether the other person of a conversation lets nothing ring now (C-3.03). */
async function showListed(
  rows: readonly ListedRow[],
  { actor, now, t, db }: Pick<HandlerContext, 'now' | 't' | 'db'> & { actor: Actor },
  { listPaused }: KnownAbove,
): Promise<Channel[]> {
  const others = rows.flatMap(({ other_id }) => other_id ?? []);
  const paused = others.length === 0 ? new Set<number>() : await listPaused(db, actor.school_id, others, now);
  return rows.map((row) => toChannel(row, { actor, now, t, paused }));
}

/** One channel as the caller has it now, for an answer. */
export async function showChannel(
  known: KnownAbove,
  { actor, now, t, db, fail }: Pick<HandlerContext, 'now' | 't' | 'db'> & { actor: Actor; fail(c: 'not_found'): never },
  id: number,
) {
  const row = await findListed(db, readerOf(actor, t), id);
  const [shown] = row ? await showListed([row], { actor, now, t, db }, known) : [];
  return shown ? { data: shown } : fail('not_found');
}

interface OpeningMembers extends Pick<HandlerContext, 'db' | 'now'> {
  params: { id: number };
  actor: Actor;
  fail(code: 'not_found' | 'forbidden'): never;
}

/** A channel whose members the caller may see; a hidden list is for those who may change the channel (C-4.10). */
async function openMemberlist({ params, actor, db, now, fail }: OpeningMembers): Promise<ChannelKey> {
  const { channel, can } = await openChannel(db, actor, { id: params.id }, 'view', { now, fail });
  if (!seesMembers(channel, can)) return fail('forbidden');
  return { school_id: actor.school_id, id: params.id };
}

type MemberRow = Awaited<ReturnType<typeof listMembers>>[number];

interface MemberFacts {
  paused: ReadonlySet<number>;
  described: ReadonlyMap<number, string>;
}

function toMember(row: MemberRow, { paused, described }: MemberFacts, t: Translate): ChannelMember {
  const person = toPerson(row);
  const role = isBuiltInRole(row.type) ? t(`kernel:roles.${row.type}`) : null;
  const subtitle = described.get(row.id) ?? role;
  return {
    ...person,
    primary_role: { translated_description: role ?? row.type },
    meta: { displayname: person.displayname, subtitle, is_paused: paused.has(row.id) },
  };
}

/** What people read of channels. */
export function listingHandlers(known: KnownAbove) {
  const { countNews, listPaused } = known;
  return {
    async listOwn({ params, query, actor, db, now, t, fail }: HandlerContext<Api['listOwn']>) {
      const { page, ...filters } = query;
      if (params.id !== 'self' && params.id !== actor.user_id) {
        if (!(await findPerson(db, actor.school_id, params.id))) return fail('not_found');
        if (!actor.permissions.has('view-all-channels')) return fail('forbidden');
        const rows = await listChannelsOfOther(db, readerOf(actor, t), params.id, filters, pageOf(page, CHANNELS_PAGE));
        return { data: await showListed(rows, { actor, now, t, db }, known) };
      }
      const place = pageOf(page, filters.chats ? CHATS_PAGE : CHANNELS_PAGE);
      const rows = await listOwnChannels(db, readerOf(actor, t), filters, place);
      return { data: await showListed(rows, { actor, now, t, db }, known) };
    },

    async list({ query, actor, db, now, t }: HandlerContext<Api['list']>) {
      const { page, ...filters } = query;
      const place = { isPostable: false, now, ...pageOf(page, CHANNELS_PAGE) };
      const rows = await listChoosable(db, readerOf(actor, t), filters, place);
      return { data: await showListed(rows, { actor, now, t, db }, known) };
    },

    async listSelfPostable({ query, actor, db, now, t }: HandlerContext<Api['listSelfPostable']>) {
      const { page, ...rest } = query;
      const for_news = rest.for_news === true && mayPost(actor);
      const filters = { ...rest, for_news, of_school: for_news && reachesAll(actor) };
      const place = { isPostable: true, now, ...pageOf(page, CHANNELS_PAGE) };
      const rows = await listChoosable(db, readerOf(actor, t), filters, place);
      return { data: await showListed(rows, { actor, now, t, db }, known) };
    },

    async listContacts(context: HandlerContext<Api['listContacts']>): Promise<{ data: Contact[] }> {
      const { query, actor, db, now, t, fail } = context;
      const { page, search, channel: id } = query;
      const opened = id === undefined ? null : await openChannel(db, actor, { id }, 'update', { now, fail });
      const place = { search, ...pageOf(page, MEMBERS_PAGE) };
      const asking = contactsOf(actor, now, opened?.channel);
      const rows = await listContacts(db, asking, place);
      const described = await describePeople(db, asking, rows, t);
      return { data: rows.map((row) => ({ ...toPerson(row), subtitle: described.get(row.id) ?? row.type })) };
    },

    async get(context: HandlerContext<Api['get']>) {
      const { params, actor, db, now, t, fail } = context;
      const row = await findListed(db, readerOf(actor, t), params.id);
      if (!row) return fail('not_found');
      const [shown = fail('not_found')] = await showListed([row], { actor, now, t, db }, known);
      return isAllowed(shown.can, 'view') ? { data: await toDetail(context, shown, known) } : fail('forbidden');
    },

    async getMetrics({ params, actor, db, now, fail }: HandlerContext<Api['getMetrics']>) {
      const { channel } = await openChannel(db, actor, { id: params.id }, 'view', { now, fail });
      const files_count = await countFiles(db, { school_id: actor.school_id, ...channel });
      const news_count = await countNews(db, { school_id: actor.school_id, id: channel.id }, now);
      return { data: { files_count, messages_count: channel.messages_sent, news_count } };
    },

    async listUsers(context: HandlerContext<Api['listUsers']>): Promise<{ data: ChannelMember[] }> {
      const { query, actor, db, now, t } = context;
      const key = await openMemberlist(context);
      const { page, search } = query;
      const rows = await listMembers(db, key, { search, ...pageOf(page, MEMBERS_PAGE) });
      const ids = rows.map(({ id }) => id);
      const paused = await listPaused(db, key.school_id, ids, now);
      const described = await describePeople(db, contactsOf(actor, now), rows, t);
      return { data: rows.map((row) => toMember(row, { paused, described }, t)) };
    },

    async checkUsers(context: HandlerContext<Api['checkUsers']>): Promise<undefined> {
      const { db, request, reply } = context;
      const key = await openMemberlist(context);
      const etag = etagOf(key.id, await findMembersVersion(db, key));
      reply.header('cache-control', 'no-store');
      reply.header('etag', etag);
      reply.header('need-change', isNotModified(request.header('if-none-match'), etag) ? '0' : '1');
    },
  };
}
