import { type AskingPerson, type Can, toCan } from '../../kernel/abilities.ts';
import type { EventAnswersFor } from './rules.ts';

/** What can be done with one event (C-6.04); `list-answers`: see who has answered what. */
export const EVENT_ABILITIES = ['update', 'delete', 'answer', 'list-answers'] as const;
export type EventAbility = (typeof EVENT_ABILITIES)[number];

/** What the abilities depend on, apart from the person. */
export interface JudgedEvent {
  readonly user_id: number | null;
  /** The person takes part, by name or in a channel. */
  readonly is_invited: boolean;
  /** Null: nobody is asked for an answer. */
  readonly answers_for: EventAnswersFor | null;
  /** An instant. */
  readonly begins_at: string;
}

/**
 * What somebody may do with an event that they see: authors change and delete their own while they may create events, and
 * who may manage channels does so with every event in which they take part. Whoever is invited answers until it begins.
 */
export function eventAbilitiesOf(
  { user_id, permissions }: Pick<AskingPerson, 'user_id' | 'permissions'>,
  event: JudgedEvent,
  now: Date,
): Can<EventAbility> {
  const changes = permissions.has('manage-channels') || (permissions.has('create-events') && event.user_id === user_id);
  const asks = event.answers_for !== null;
  return toCan({
    update: changes,
    delete: changes,
    answer: asks && event.is_invited && now < new Date(event.begins_at),
    'list-answers': asks && (changes || event.answers_for === 'names'),
  });
}

/** Is the viewer treated as the author? Whoever may both change and delete it is (C-6.05). */
export const isEventAuthor = (can: Pick<Can<EventAbility>, 'update' | 'delete'>): boolean =>
  can.update === 1 && can.delete === 1;
