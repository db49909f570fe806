import { channelEvents, type channelsApi } from '@kreide/core/features/channels';
import type { Kysely } from 'kysely';
import type { AuditChange } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import type { KnownAbove } from './known-above.ts';
import { readerOf, toRecorded } from './listed.ts';
import { showChannel } from './listing.ts';
import { openChannel } from './opened.ts';
import { updateChannel } from './queries/change.ts';
import { findListed } from './queries/list.ts';
import { listMemberIds, unbar } from './queries/members.ts';
import { createCode, refuseProblems } from './starting.ts';

type Api = typeof channelsApi;

interface Changing extends Pick<HandlerContext, 'db' | 'now' | 't' | 'write' | 'emit'> {
  params: { id: number };
  actor: Actor;
  record(change: AuditChange): void;
  fail(code: 'not_found' | 'forbidden' | 'conflict'): never;
}

/** Tells everybody who is in a channel, and the caller, that it is another now. */
export async function tellMembers(
  db: Kysely<DB>,
  { actor, emit }: Pick<Changing, 'actor' | 'emit'>,
  id: number,
  more: readonly number[] = [],
): Promise<void> {
  const members = await listMemberIds(db, { school_id: actor.school_id, id });
  const users = [...new Set([...members, ...more, actor.user_id])];
  await emit(channelEvents.channelChanged, { users }, { channel_id: id });
}

/** Loads, changes, records and shows a channel, and tells those who are in it. */
async function change(
  known: KnownAbove,
  context: Omit<Changing, 'fail'> & { fail(code: 'not_found' | 'forbidden'): never },
  values: Parameters<typeof updateChannel>[2],
  based?: { updated_at: string; fail(code: 'conflict'): never },
) {
  const { params, actor, db, now, t, write, record, fail } = context;
  await openChannel(db, actor, { id: params.id }, 'update', { now, fail });
  const trx = await write();
  const reader = readerOf(actor, t);
  const before = (await findListed(trx, reader, params.id)) ?? fail('not_found');
  const key = { school_id: actor.school_id, id: params.id };
  if (!(await updateChannel(trx, key, values, now, based?.updated_at)))
    return (based ?? { fail: never }).fail('conflict');
  const after = (await findListed(trx, reader, params.id)) ?? fail('not_found');
  record({ entity: 'channels', id: params.id, before: toRecorded(before), after: toRecorded(after) });
  await tellMembers(trx, context, params.id);
  return showChannel(known, { actor, now, t, db: trx, fail }, params.id);
}

/** Refuses an end that has come already. */
function refusePast(field: string, at: string | null, { now, t }: Pick<HandlerContext, 'now' | 't'>): void {
  const isPast = at !== null && new Date(at) <= now;
  refuseIssues(isPast ? [{ path: `body.${field}`, rule: 'past', params: {}, message: t('channels:rules.past') }] : []);
}

const never = (): never => {
  throw new Error('a channel that was just read is not there');
};

/** How a channel is: by its administrators (C-4.13). */
export function changingHandlers(known: KnownAbove) {
  return {
    async update(context: HandlerContext<Api['update']>) {
      const { params, body, actor, db, now, t, fail } = context;
      const { name, description, color, expires_at, updated_at } = body;
      const { channel } = await openChannel(db, actor, { id: params.id }, 'update', { now, fail });
      refuseProblems({ name, description }, t);
      const isOther = expires_at != null && Date.parse(expires_at) !== Date.parse(channel.expires_at ?? '');
      refusePast('expires_at', isOther ? expires_at : null, { now, t });
      const said = { description: description?.trim() || null, color };
      // What follows classes and courses is named by them, in the language of the reader, and ends with them.
      const isCustom = channel.type === 'CUSTOM';
      const ends = expires_at === undefined ? {} : { expires_at };
      const values = isCustom ? { ...said, ...ends, name: name.trim() } : said;
      return change(known, context, values, { updated_at, fail });
    },

    setLeavable: async (context: HandlerContext<Api['setLeavable']>) => change(known, context, context.body),
    setState: async (context: HandlerContext<Api['setState']>) => change(known, context, context.body),
    setMemberlist: async (context: HandlerContext<Api['setMemberlist']>) => change(known, context, context.body),

    async setOneway(context: HandlerContext<Api['setOneway']>) {
      const { params, body, actor, db, now, t, fail } = context;
      await openChannel(db, actor, { id: params.id }, 'update', { now, fail });
      const { is_twoway, twoway_expires_at } = body;
      refusePast('twoway_expires_at', is_twoway ? twoway_expires_at : null, { now, t });
      return change(known, context, { is_twoway, twoway_expires_at });
    },

    async renewCode(context: HandlerContext<Api['renewCode']>) {
      const { params, actor, db, now, t, write, record, fail } = context;
      const { channel } = await openChannel(db, actor, { id: params.id }, 'update', { now, fail });
      if (channel.type !== 'CUSTOM') return fail('channel_generated');
      const trx = await write();
      const key = { school_id: actor.school_id, id: params.id };
      await updateChannel(trx, key, { code: createCode() }, now);
      await unbar(trx, key);
      record({ entity: 'channels', id: params.id });
      await tellMembers(trx, context, params.id);
      return showChannel(known, { actor, now, t, db: trx, fail }, params.id);
    },
  };
}
