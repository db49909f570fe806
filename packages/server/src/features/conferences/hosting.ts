import type { conferencesApi } from '@kreide/core/features/conferences';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { enqueue } from '../../kernel/jobs/index.ts';
import { hasSeat } from './joining.ts';
import { endHeld, takeOut } from './leaving.ts';
import { holdOpened, openConference } from './opened.ts';
import type { ConferenceParts } from './parts.ts';
import { changeConference, changeParticipants } from './queries.ts';
import { showConference } from './shown.ts';
import { tellMembers, tellParticipants } from './told.ts';

type Api = typeof conferencesApi;
type Leading = HandlerContext<Api['handOver']> | HandlerContext<Api['admit']> | HandlerContext<Api['remove']>;

/** What those do who lead a conference. */
export function hostingHandlers({ appUrl, close }: ConferenceParts) {
  /** A conference that the caller leads, held. */
  async function lead(context: Leading) {
    const { body, write, fail } = context;
    // Nothing is held for who may not.
    const seen = await openConference(context.db, context);
    if (seen.row.ended_at !== null) return fail('conference_ended');
    if (seen.can.host !== 1) return fail('forbidden');
    const trx = await write();
    const opened = await holdOpened(trx, context);
    if (opened.row.ended_at !== null) return fail('conference_ended');
    if (opened.can.host !== 1) return fail('forbidden');
    const other = opened.people.find(({ user_id }) => user_id === body.user_id);
    return { ...opened, trx, other: other ?? null };
  }

  return {
    async end(context: HandlerContext<Api['end']>) {
      const { actor, now, db, write, record, fail } = context;
      const seen = await openConference(db, context);
      const leads = seen.row.host_id === actor.user_id || seen.reader.channelCan.moderate === 1;
      if (!leads) return fail('forbidden');
      if (seen.row.ended_at !== null) return { data: await showConference(db, seen.reader, seen.row.uuid, appUrl()) };
      const trx = await write();
      const { row, people, key, reader } = await holdOpened(trx, context);
      if (row.ended_at === null) {
        await endHeld(trx, key, people, now.toISOString());
        if (row.provider === 'bbb' && row.opened_at !== null)
          await enqueue(trx, close, { school_id: actor.school_id, uuid: row.uuid });
        await tellMembers(trx, context, actor.school_id, row);
      }
      record({ entity: 'conferences', id: row.id, after: { ended_at: row.ended_at ?? now.toISOString() } });
      return { data: await showConference(trx, reader, row.uuid, appUrl()) };
    },

    async handOver(context: HandlerContext<Api['handOver']>) {
      const { actor, record, fail } = context;
      const { trx, row, other, key, reader } = await lead(context);
      if (other?.state !== 'in') return fail('not_found');
      await changeConference(trx, key, { host_id: other.user_id });
      record({
        entity: 'conferences',
        id: row.id,
        before: { host_id: row.host_id },
        after: { host_id: other.user_id },
      });
      await tellParticipants(trx, context, actor.school_id, row);
      return { data: await showConference(trx, reader, row.uuid, appUrl()) };
    },

    async admit(context: HandlerContext<Api['admit']>) {
      const { actor, now, record, fail } = context;
      const { trx, row, people, other, key, reader } = await lead(context);
      if (!other || other.state === 'left') return fail('not_found');
      const at = now.toISOString();
      if (other.state === 'waiting') {
        const media = row.provider !== 'mesh' || hasSeat(people, other.user_id, other.media) ? other.media : 'sound';
        if (row.provider === 'mesh' && !hasSeat(people, other.user_id, media)) return fail('conference_full');
        await changeParticipants(trx, key, [other.user_id], { state: 'in', media, joined_at: at, seen_at: at });
        await changeConference(trx, key, { empty_since: null, ...(row.joined_at === null && { joined_at: at }) });
      } else if (other.state === 'removed') {
        await changeParticipants(trx, key, [other.user_id], { state: 'left' });
      }
      record({ entity: 'conferences', id: row.id, after: { admitted: other.user_id } });
      await tellParticipants(trx, context, actor.school_id, row);
      return { data: await showConference(trx, reader, row.uuid, appUrl()) };
    },

    async remove(context: HandlerContext<Api['remove']>) {
      const { actor, now, record, fail } = context;
      const { trx, row, people, other, key, reader } = await lead(context);
      if (!other || other.user_id === actor.user_id || other.state === 'left') return fail('not_found');
      if (other.state !== 'removed')
        await takeOut(trx, key, people, [other.user_id], { state: 'removed', at: now.toISOString() });
      record({ entity: 'conferences', id: row.id, after: { removed: other.user_id } });
      await tellParticipants(trx, context, actor.school_id, row);
      return { data: await showConference(trx, reader, row.uuid, appUrl()) };
    },
  };
}
