import type { CalendarEvent } from '@kreide/core/features/calendar';
import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { contactsOf, postableOf } from '../channels/index.ts';
import { describePeople, listUnreachable } from '../users/index.ts';
import type { Participants } from './queries.ts';

const NOBODY: Participants = { channels: [], users: [] };

/**
 * Refuses participants whom the actor may not write to, naming the field; one that the school does not have is not found.
 * Who took part before may stay.
 */
export async function refuseParticipants(
  db: Kysely<DB>,
  actor: Actor,
  { channels, users }: Participants,
  {
    now,
    t,
    former = NOBODY,
    part = 'body',
    fail,
  }: { now: Date; t: Translate; former?: Participants; part?: 'body' | 'query'; fail(code: 'not_found'): never },
): Promise<void> {
  const added = channels.filter((id) => !former.channels.includes(id));
  const named = users.filter((id) => !former.users.includes(id) && id !== actor.user_id);
  const { postable, isKnown } = await postableOf(db, actor, added, now);
  const unreachable = named.length === 0 ? [] : await listUnreachable(db, contactsOf(actor, now), named);
  if (!isKnown || unreachable === null) return fail('not_found');
  const isOpen = added.every((id) => postable.some((channel) => channel.id === id));
  const message = t('calendar:participantsForbidden');
  refuseIssues([
    ...(isOpen ? [] : [{ path: 'body.channels', rule: 'channels', params: {}, message }]),
    ...(unreachable.length === 0 ? [] : [{ path: `${part}.users`, rule: 'contact', params: {}, message }]),
  ]);
}

/** An event whose participants are said with what tells two of one name apart. */
export async function withSubtitles(
  db: Kysely<DB>,
  actor: Actor,
  event: CalendarEvent,
  { now, t }: { now: Date; t: Translate },
): Promise<CalendarEvent> {
  const described = await describePeople(db, contactsOf(actor, now), event.users, t);
  const users = event.users.map(({ id, meta }) => ({ id, meta: { ...meta, subtitle: described.get(id) ?? '' } }));
  return { ...event, users };
}
