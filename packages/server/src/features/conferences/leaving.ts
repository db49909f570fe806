import { EMPTY_MINUTES, PRESENCE_LOST_SECONDS, ROOM_HOURS } from '@kreide/core/features/conferences';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { type ConferenceRow, changeConference, changeParticipants, type ParticipantRow } from './queries.ts';

/** Who has not said for too long that they are there; the room of another server says it of nobody, so they have longer. */
export function lostOf(
  { provider }: Pick<ConferenceRow, 'provider'>,
  people: readonly ParticipantRow[],
  now: Date,
): number[] {
  const seconds = provider === 'mesh' ? PRESENCE_LOST_SECONDS : ROOM_HOURS * 3600;
  const before = now.getTime() - seconds * 1000;
  return people
    .filter(({ state, seen_at }) => (state === 'in' || state === 'waiting') && Date.parse(seen_at) < before)
    .map(({ user_id }) => user_id);
}

/** Has a conference been without anybody for so long that it is over? */
export function isDeserted({ empty_since }: Pick<ConferenceRow, 'empty_since'>, now: Date): boolean {
  return empty_since !== null && now.getTime() - Date.parse(empty_since) >= EMPTY_MINUTES * 60_000;
}

/**
 * Takes people out of a conference that is held; returns who is left. The clock of an empty one runs from when the last
 * one went.
 */
export async function takeOut(
  db: Kysely<DB>,
  key: { school_id: number; id: number },
  people: readonly ParticipantRow[],
  gone: readonly number[],
  { state, at }: { state: 'left' | 'removed'; at: string },
): Promise<ParticipantRow[]> {
  if (gone.length === 0) return [...people];
  await changeParticipants(db, key, gone, {
    state,
    left_at: at,
    is_sharing: false,
    ticket_hash: null,
    ticket_expires_at: null,
  });
  const left = people.filter(({ user_id }) => !gone.includes(user_id));
  const wasSomebody = people.some((one) => one.state === 'in');
  if (wasSomebody && !left.some((one) => one.state === 'in')) await changeConference(db, key, { empty_since: at });
  return left;
}

/** Ends a conference that is held: nobody is in it any more. */
export async function endHeld(
  db: Kysely<DB>,
  key: { school_id: number; id: number },
  people: readonly ParticipantRow[],
  at: string,
): Promise<void> {
  const inside = people.filter(({ state }) => state === 'in' || state === 'waiting').map(({ user_id }) => user_id);
  await takeOut(db, key, people, inside, { state: 'left', at });
  await changeConference(db, key, { ended_at: at });
}
