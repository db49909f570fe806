import { randomUUID } from 'node:crypto';
import { seesMembers } from '@kreide/core/features/channels';
import {
  type Conference,
  conferencesApi,
  conferencesEvents,
  feedbackProblems,
  providerFor,
} from '@kreide/core/features/conferences';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { reserveAttempt } from '../auth/index.ts';
import { listMemberIds, openChannel, sendMessage } from '../channels/index.ts';
import { hostingHandlers } from './hosting.ts';
import { noticesFor } from './ice.ts';
import { joiningHandlers } from './joining.ts';
import { openConference } from './opened.ts';
import type { ConferenceParts } from './parts.ts';
import { deleteFeedback, findRunning, insertConference, putFeedback } from './queries.ts';
import { openRows, pageOf, showConference, showConferences } from './shown.ts';
import { tellMembers } from './told.ts';

type Api = typeof conferencesApi;

/** The handlers of conferences; what they need of the server is handed in. */
export function conferencesHandlers(parts: ConferenceParts) {
  const { appUrl, settings } = parts;
  return implement(conferencesApi, {
    ...joiningHandlers(parts),
    ...hostingHandlers(parts),

    async getRunning({ params, actor, db, now, fail }: HandlerContext<Api['getRunning']>) {
      const { channel, can } = await openChannel(db, actor, { id: params.id }, 'read', { now, fail });
      const { school_id, user_id } = actor;
      const reader = { school_id, user_id, channelCan: can, seesMembers: seesMembers(channel, can) };
      const row = await findRunning(db, school_id, channel.id);
      const members = await listMemberIds(db, { school_id, id: channel.id });
      const provider = providerFor(members.length, settings.server?.kind ?? null);
      const plan = {
        provider,
        members_count: members.length,
        notices: actor.permissions.has('manage-channels') ? noticesFor(settings, provider) : [],
        can: { start: can.confer },
      };
      const opened = await openRows(db, reader, row ? [row] : []);
      const [running = null] = await showConferences(db, reader, opened, appUrl());
      return { data: { running, plan } };
    },

    async create(context: HandlerContext<Api['create']>): Promise<{ data: Conference }> {
      const { params, body, actor, db, now, t, write, record, fail } = context;
      const { channel, can } = await openChannel(db, actor, { id: params.id }, 'confer', { now, fail });
      const { school_id, user_id } = actor;
      const reader = { school_id, user_id, channelCan: can, seesMembers: seesMembers(channel, can) };
      const present = await findRunning(db, school_id, channel.id);
      if (present) return { data: await showConference(db, reader, present.uuid, appUrl()) };
      await reserveAttempt(db, { conference: `${school_id}:${user_id}` }, now);
      const trx = await write();
      const members = await listMemberIds(trx, { school_id, id: channel.id });
      const provider = providerFor(members.length, settings.server?.kind ?? null);
      const created = await insertConference(trx, {
        school_id,
        channel_id: channel.id,
        provider,
        user_id,
        has_lobby: body.has_lobby,
        created_at: now.toISOString(),
      });
      if (!created) {
        const other = await findRunning(trx, school_id, channel.id);
        if (!other) return fail('conference_ended');
        record({ entity: 'conferences', id: other.id, after: { channel_id: channel.id } });
        return { data: await showConference(trx, reader, other.uuid, appUrl()) };
      }
      const address = pageOf(appUrl(), channel.id, created.uuid);
      await sendMessage({ ...context, db: trx, params: { chatId: channel.chat_id } }, parts, {
        uuid: randomUUID(),
        type: 'HINT',
        reply_uuid: null,
        target: { target_type: 'conferences', target_id: created.id },
        content: t('conferences:started', { address }),
      });
      record({ entity: 'conferences', id: created.id, after: { channel_id: channel.id, provider } });
      await tellMembers(trx, context, school_id, { ...created, channel_id: channel.id });
      return { data: await showConference(trx, reader, created.uuid, appUrl()) };
    },

    async get(context: HandlerContext<Api['get']>) {
      const { reader, row } = await openConference(context.db, context);
      return { data: await showConference(context.db, reader, row.uuid, appUrl()) };
    },

    async signal(context: HandlerContext<Api['signal']>) {
      const { body, actor, db, emit, fail } = context;
      const { row, own, people, can, channel } = await openConference(db, context);
      if (row.ended_at !== null) return fail('conference_ended');
      if (can.join !== 1 || own?.state !== 'in' || row.provider !== 'mesh') return fail('forbidden');
      if (own.connection !== body.connection) return fail('conference_elsewhere');
      const other = people.find(({ user_id, state }) => user_id === body.to_user_id && state === 'in');
      const members = await listMemberIds(db, { school_id: actor.school_id, id: channel.id });
      if (!other || other.user_id === actor.user_id || !members.includes(other.user_id)) return fail('not_found');
      // They have come back with another tab: what was meant for the old one reaches nobody.
      if (other.connection !== body.to_connection) return fail('conference_elsewhere');
      await emit(
        conferencesEvents.conferenceSignal,
        { users: [other.user_id] },
        {
          channel_id: channel.id,
          conference_uuid: row.uuid,
          signals: body.signals,
          from_user_id: actor.user_id,
          from_connection: body.connection,
          to_connection: body.to_connection,
        },
      );
      return undefined;
    },

    async giveFeedback(context: HandlerContext<Api['giveFeedback']>) {
      const { body, actor, db, now, t, write, fail } = context;
      const { row, can, reader, key } = await openConference(db, context);
      if (can.feedback !== 1) return fail('forbidden');
      refuseIssues(
        feedbackProblems(body.comment).map(({ field, rule, params }) => ({
          path: `body.${field}`,
          rule,
          params,
          message: t(`conferences:rules.${rule}`, params),
        })),
      );
      const trx = await write();
      const comment = body.comment?.trim() || null;
      await putFeedback(trx, key, actor.user_id, { rating: body.rating, comment, updated_at: now.toISOString() });
      return { data: await showConference(trx, reader, row.uuid, appUrl()) };
    },

    async removeFeedback(context: HandlerContext<Api['removeFeedback']>) {
      const { actor, db, write, fail } = context;
      const { row, can, reader, key } = await openConference(db, context);
      if (can.feedback !== 1) return fail('forbidden');
      const trx = await write();
      await deleteFeedback(trx, key, actor.user_id);
      return { data: await showConference(trx, reader, row.uuid, appUrl()) };
    },
  });
}
