import {
  type CalendarEvent,
  EVENT_CATEGORY_DEFAULT,
  type EventAnswersFor,
  type EventCategory,
  type EventDraft,
  type EventParticipants,
  type EventTimes,
  newEventTimes,
  toEventSpan,
  toEventTimes,
} from '@kreide/core/features/calendar';

/** An event as somebody writes it. */
export interface EventValues {
  readonly name: string;
  readonly times: EventTimes;
  readonly category: EventCategory;
  readonly location: string;
  readonly description: string;
  readonly participants: EventParticipants;
  readonly participants_visible: boolean;
  readonly is_notifiable: boolean;
  /** Who sees the answers; null: nobody is asked. */
  readonly answers_for: EventAnswersFor | null;
}

/** A new event is a meeting on the whole of today (C-4.51). */
export const newEvent = (today: string): EventValues => ({
  name: '',
  times: newEventTimes(today),
  category: EVENT_CATEGORY_DEFAULT,
  location: '',
  description: '',
  participants: { channels: [], users: [] },
  participants_visible: true,
  is_notifiable: true,
  answers_for: null,
});

export const toEventValues = (event: CalendarEvent, zone: string): EventValues => ({
  name: event.name,
  times: toEventTimes(event, zone),
  category: event.category,
  location: event.location ?? '',
  description: event.description,
  participants: { channels: event.channels, users: event.users },
  participants_visible: event.participants_visible,
  is_notifiable: event.is_notifiable,
  answers_for: event.answers_for,
});

/** What is sent: channels and users as lists of their ids (C-3.37). */
export function toEventDraft({ times, participants, location, ...values }: EventValues, zone: string): EventDraft {
  return {
    ...values,
    ...toEventSpan(times, zone),
    location: location.trim() || null,
    channels: participants.channels.map(({ id }) => id),
    users: participants.users.map(({ id }) => id),
  };
}

export const isSameEvent = (one: EventValues, other: EventValues): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
