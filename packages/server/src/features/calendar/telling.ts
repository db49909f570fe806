import { type CountedSeries, calendarEvents } from '@kreide/core/features/calendar';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import type { EventNews, EventTeller } from './announcing.ts';
import type { EventRow } from './queries/reading.ts';
import { listAudience, type Participants } from './queries.ts';

interface Telling extends Pick<HandlerContext, 'write' | 'emit' | 'now'> {
  actor: Actor;
}

interface Told {
  /** Devices ring, too. */
  readonly rings: boolean;
  readonly before: Participants;
  readonly after: Participants;
  /** The dates that it concerns, where they are several; they are told of once. */
  readonly series?: CountedSeries | null;
}

export type TellOfEvent = ReturnType<typeof createTelling>;

const authorOf = ({ firstname, lastname }: EventRow) => (firstname === null ? null : `${firstname} ${lastname}`);

/** Tells whoever takes part, or did so before, that there is something new, and rings where it is wanted. */
export function createTelling(tellOfEvents: EventTeller) {
  return async (
    about: EventNews,
    row: EventRow,
    { rings, before, after, series = null }: Told,
    { actor, write, emit, now }: Telling,
  ): Promise<void> => {
    const { school_id, user_id } = actor;
    const db = await write();
    const both = { channels: [...before.channels, ...after.channels], users: [...before.users, ...after.users] };
    const audience = await listAudience(db, school_id, both, false);
    const users = [...new Set([...audience, user_id, ...(row.user_id === null ? [] : [row.user_id])])];
    await emit(calendarEvents.changed, { users }, { id: row.id });
    if (!rings) return;
    const rung = await listAudience(db, school_id, about === 'removed' ? before : after, true);
    const people = rung.filter((id) => id !== user_id);
    const { id, name, begins_at, is_all_day } = row;
    const by = { author: authorOf(row), author_id: row.user_id };
    await tellOfEvents(db, { about, school_id, id, name, begins_at, is_all_day, ...by, series, people }, now);
  };
}
