import { type AskingPerson, type Can, toCan } from '../../kernel/abilities.ts';

/** What can be done with one event (C-6.04). */
export const EVENT_ABILITIES = ['update', 'delete'] as const;
export type EventAbility = (typeof EVENT_ABILITIES)[number];

/** What the abilities depend on, apart from the person. */
export interface JudgedEvent {
  readonly user_id: number | null;
}

/**
 * What somebody may do with an event that they see: authors change and delete their own while they may create events, and
 * who may manage channels does so with every event in which they take part. For a new event, pass the person's own id.
 */
export function eventAbilitiesOf(
  { user_id, permissions }: Pick<AskingPerson, 'user_id' | 'permissions'>,
  event: JudgedEvent,
): Can<EventAbility> {
  const changes = permissions.has('manage-channels') || (permissions.has('create-events') && event.user_id === user_id);
  return toCan({ update: changes, delete: changes });
}

/** Is the viewer treated as the author? Whoever may both change and delete it is (C-6.05). */
export const isEventAuthor = (can: Can<EventAbility>): boolean => can.update === 1 && can.delete === 1;
