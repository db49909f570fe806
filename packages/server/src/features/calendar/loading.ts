import { type EventAbility, eventAbilitiesOf } from '@kreide/core/features/calendar';
import { isAllowed, type Translate } from '@kreide/core/kernel';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { readerOf } from '../channels/index.ts';
import { type EventReading, type EventRow, findEvent } from './queries/reading.ts';

interface Loading extends Pick<HandlerContext, 'db' | 't' | 'now'> {
  actor: Actor;
  fail(code: 'not_found' | 'forbidden'): never;
}

/** Who reads, and in which words. */
export const readingOf = (actor: Actor, t: Translate): EventReading => ({
  ...readerOf(actor, t),
  manages: actor.permissions.has('manage-channels'),
});

/** The event, if the caller sees it and may do this with it. */
export async function load(ability: EventAbility, id: number, { actor, db, t, now, fail }: Loading): Promise<EventRow> {
  const row = await findEvent(db, readingOf(actor, t), id);
  if (!row) return fail('not_found');
  return isAllowed(eventAbilitiesOf(actor, row, now), ability) ? row : fail('forbidden');
}
