import { createHash, randomBytes } from 'node:crypto';
import {
  type ConferenceMedia,
  type conferencesApi,
  type JoinedConference,
  meshSeatsOf,
} from '@kreide/core/features/conferences';
import { API_BASE } from '@kreide/core/kernel';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { iceServersFor } from './ice.ts';
import { takeOut } from './leaving.ts';
import { holdOpened } from './opened.ts';
import type { ConferenceParts } from './parts.ts';
import { changeConference, changeParticipants, type ParticipantRow, putParticipant } from './queries.ts';
import { pageOf, showConference } from './shown.ts';
import { tellMembers, tellParticipants } from './told.ts';

type Api = typeof conferencesApi;

/** How long the way into another server's room waits to be taken, ms. */
const TICKET_MS = 60_000;

export const toTicketHash = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

/** Is there a seat beside the others for what somebody wants to send? */
export function hasSeat(
  people: readonly Pick<ParticipantRow, 'user_id' | 'state' | 'media'>[],
  userId: number,
  media: ConferenceMedia,
): boolean {
  const others = people.filter(({ user_id, state }) => user_id !== userId && state === 'in');
  return meshSeatsOf(others.map((one) => one.media))[media];
}

/** Coming, staying and going. */
export function joiningHandlers({ appUrl, settings }: ConferenceParts) {
  return {
    async join(context: HandlerContext<Api['join']>): Promise<{ data: JoinedConference }> {
      const { body, actor, now, write, fail } = context;
      const trx = await write();
      const { row, own, people, can, key, reader } = await holdOpened(trx, context);
      if (row.ended_at !== null) return fail('conference_ended');
      if (can.join !== 1) return fail('forbidden');
      const isKnown = own !== null && own.joined_at !== null && own.state !== 'removed';
      const state = !row.has_lobby || can.host === 1 || isKnown ? 'in' : 'waiting';
      const { media, connection } = body;
      if (state === 'in' && row.provider === 'mesh' && !hasSeat(people, actor.user_id, media))
        return fail('conference_full');
      const at = now.toISOString();
      await putParticipant(trx, key, { user_id: actor.user_id, state, media, connection, at });
      if (state === 'in') {
        const isFirst = row.joined_at === null;
        await changeConference(trx, key, { empty_since: null, ...(isFirst && { joined_at: at }) });
        if (isFirst) await tellMembers(trx, context, actor.school_id, row);
      }
      await tellParticipants(trx, context, actor.school_id, row);
      let url = state === 'in' ? pageOf(appUrl(), row.channel_id, row.uuid) : null;
      if (state === 'in' && row.provider !== 'mesh') {
        const ticket = randomBytes(32).toString('base64url');
        const ticket_expires_at = new Date(now.getTime() + TICKET_MS).toISOString();
        await changeParticipants(trx, key, [actor.user_id], { ticket_hash: toTicketHash(ticket), ticket_expires_at });
        url = `${appUrl()}${API_BASE}/conferences/rooms/${actor.school_id}/${ticket}`;
      }
      const isConnected = state === 'in' && row.provider === 'mesh';
      return {
        data: {
          url,
          ice_servers: isConnected ? iceServersFor(settings, actor.user_id, now) : [],
          conference: await showConference(trx, reader, row.uuid, appUrl()),
        },
      };
    },

    async setPresence(context: HandlerContext<Api['setPresence']>) {
      const { body, actor, now, write, fail } = context;
      const trx = await write();
      const { row, own, people, can, key, reader, isChanged } = await holdOpened(trx, context);
      if (row.ended_at !== null) return fail('conference_ended');
      if (can.join !== 1) return fail('forbidden');
      if (own === null || own.state === 'left') return { data: await showConference(trx, reader, row.uuid, appUrl()) };
      if (own.connection !== body.connection) return fail('conference_elsewhere');
      // Who shows a screen sends a picture.
      const media = body.is_sharing ? 'video' : body.media;
      const isNew = media === 'video' && own.media !== 'video';
      if (isNew && row.provider === 'mesh' && own.state === 'in' && !hasSeat(people, actor.user_id, media))
        return fail('conference_full');
      const { is_muted, is_sharing } = body;
      const seen_at = now.toISOString();
      await changeParticipants(trx, key, [actor.user_id], { media, is_muted, is_sharing, seen_at });
      const differs = own.media !== media || own.is_muted !== is_muted || own.is_sharing !== is_sharing;
      if (differs || isChanged) await tellParticipants(trx, context, actor.school_id, row);
      return { data: await showConference(trx, reader, row.uuid, appUrl()) };
    },

    async leave(context: HandlerContext<Api['leave']>) {
      const { body, actor, now, write } = context;
      const trx = await write();
      const { row, own, people, key, reader } = await holdOpened(trx, context);
      const isThere = own !== null && (own.state === 'in' || own.state === 'waiting');
      // A tab that was left behind closes: the newer one stays.
      if (row.ended_at === null && isThere && own.connection === body.connection) {
        await takeOut(trx, key, people, [actor.user_id], { state: 'left', at: now.toISOString() });
        await tellParticipants(trx, context, actor.school_id, row);
      }
      return { data: await showConference(trx, reader, row.uuid, appUrl()) };
    },
  };
}
