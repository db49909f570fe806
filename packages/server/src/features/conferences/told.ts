import { conferencesEvents } from '@kreide/core/features/conferences';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { listMemberIds } from '../channels/index.ts';
import { type ConferenceRow, listParticipants } from './queries.ts';

type Place = Pick<ConferenceRow, 'id' | 'uuid' | 'channel_id'>;

/** Tells all members of the channel: a conference has begun or is over. */
export async function tellMembers(
  db: Kysely<DB>,
  { emit }: Pick<HandlerContext, 'emit'>,
  school_id: number,
  { uuid, channel_id }: Place,
): Promise<void> {
  const users = await listMemberIds(db, { school_id, id: channel_id });
  await emit(conferencesEvents.conferenceChanged, { users }, { channel_id, conference_uuid: uuid });
}

/** Tells those who are or were in a conference, or wait: somebody came, went or sends something else. */
export async function tellParticipants(
  db: Kysely<DB>,
  { emit }: Pick<HandlerContext, 'emit'>,
  school_id: number,
  { id, uuid, channel_id }: Place,
): Promise<void> {
  const people = await listParticipants(db, school_id, [id]);
  const users = people.filter(({ state }) => state !== 'left').map(({ user_id }) => user_id);
  await emit(conferencesEvents.conferenceChanged, { users }, { channel_id, conference_uuid: uuid });
}
