import {
  type CalendarEvent,
  EVENT_CATEGORY_DEFAULT,
  type EventAnswersFor,
  type EventCategory,
  type EventDraft,
  type EventParticipants,
  type EventTimes,
  newEventTimes,
  type SeriesScope,
  toEventSpan,
  toEventTimes,
} from '@kreide/core/features/calendar';
import type { LocalTime } from '@kreide/core/kernel';
import { noRepeat, type RepeatValues, toRepeats, toRepeatValues } from './repeat-form.ts';

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
  readonly repeats: RepeatValues;
  /** Of a series: which of its dates are changed. */
  readonly scope: SeriesScope;
}

/** A new event is a meeting of the next hour. */
export const newEvent = (now: LocalTime): EventValues => ({
  name: '',
  times: newEventTimes(now),
  category: EVENT_CATEGORY_DEFAULT,
  location: '',
  description: '',
  participants: { channels: [], users: [] },
  participants_visible: true,
  is_notifiable: true,
  answers_for: null,
  repeats: noRepeat(newEventTimes(now).begins_date),
  scope: 'this',
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
  repeats: toRepeatValues(event.series, event.series?.date ?? toEventTimes(event, zone).begins_date),
  scope: 'this',
});

/** What is sent: channels and users as lists of their ids (C-3.37); how it repeats only where that changes. */
export function toEventDraft(
  { times, participants, location, repeats, scope, ...values }: EventValues,
  zone: string,
  former: CalendarEvent | null = null,
): EventDraft {
  const series = former?.series;
  // An event that was moved alone says nothing of the day of its series.
  const isUnmoved = former && toEventTimes(former, zone).begins_date === times.begins_date;
  const rule = toRepeats(repeats, series && isUnmoved ? series.date : times.begins_date);
  const isFormer = series && rule?.rule === series.rule && rule.skips_holidays === series.skips_holidays;
  return {
    ...values,
    ...toEventSpan(times, zone),
    location: location.trim() || null,
    channels: participants.channels.map(({ id }) => id),
    users: participants.users.map(({ id }) => id),
    ...(rule && !isFormer && !(series && scope === 'this') && { repeats: rule }),
  };
}

const comparable = ({ scope: _, ...values }: EventValues) => JSON.stringify(values);
export const isSameEvent = (one: EventValues, other: EventValues): boolean => comparable(one) === comparable(other);
