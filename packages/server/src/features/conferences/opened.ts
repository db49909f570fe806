import { seesMembers } from '@kreide/core/features/channels';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { listMemberIds, openChannel } from '../channels/index.ts';
import { lostOf, takeOut } from './leaving.ts';
import { findConference, holdConference } from './queries.ts';
import { type ConferenceReader, openRows } from './shown.ts';

interface Opening {
  params: { id: number; cid: string };
  actor: Actor;
  now: Date;
  fail: (code: 'not_found' | 'forbidden') => never;
}

/** A conference of a channel whose messages the caller reads; that of another channel or school is not found. */
export async function openConference(db: Kysely<DB>, { params, actor, now, fail }: Opening) {
  const { channel, can: channelCan } = await openChannel(db, actor, { id: params.id }, 'read', { now, fail });
  const { school_id, user_id } = actor;
  const row = await findConference(db, school_id, params.cid);
  if (!row || row.channel_id !== channel.id) return fail('not_found');
  const reader: ConferenceReader = { school_id, user_id, channelCan, seesMembers: seesMembers(channel, channelCan) };
  const [opened] = await openRows(db, reader, [row]);
  if (!opened) return fail('not_found');
  return { ...opened, reader, channel, key: { school_id, id: row.id } };
}

/**
 * The same, held until the commit. Who is gone without a word, or is no member of the channel any more, is taken out first,
 * so that nobody waits for the seat of somebody who is not there.
 */
export async function holdOpened(db: Kysely<DB>, opening: Opening) {
  const { actor, now, fail } = opening;
  const seen = await openConference(db, opening);
  await holdConference(db, seen.key);
  const opened = await openConference(db, opening);
  if (opened.row.ended_at !== null) return { ...opened, isChanged: false };
  const members = new Set(await listMemberIds(db, { school_id: actor.school_id, id: opened.channel.id }));
  const lost = lostOf(opened.row, opened.people, now).filter((id) => id !== actor.user_id);
  const strangers = opened.people
    .filter(({ state, user_id }) => (state === 'in' || state === 'waiting') && !members.has(user_id))
    .map(({ user_id }) => user_id);
  const gone = [...new Set([...lost, ...strangers])];
  if (gone.length === 0) return { ...opened, isChanged: false };
  await takeOut(db, opened.key, opened.people, gone, { state: 'left', at: now.toISOString() });
  const again = await openConference(db, { ...opening, fail });
  return { ...again, isChanged: true };
}
