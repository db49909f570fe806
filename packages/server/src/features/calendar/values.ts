import { type calendarApi, eventProblems, toEventSpan, toEventTimes } from '@kreide/core/features/calendar';
import type { BodyOf, Translate } from '@kreide/core/kernel';
import { refuseIssues } from '../../kernel/http/validate.ts';
import type { EventRow } from './queries/reading.ts';
import type { EventChoices, EventValues, Participants } from './queries.ts';

/** An event as stored; rejects what the form rejects too (C-5.01 to C-5.05). */
export function toValues(
  body: BodyOf<typeof calendarApi.create>,
  zone: string,
  t: Translate,
  former: EventChoices = { is_notifiable: true, participants_visible: true, answers_for: null },
): EventValues {
  const choices: EventChoices = {
    is_notifiable: body.is_notifiable ?? former.is_notifiable,
    participants_visible: body.participants_visible ?? former.participants_visible,
    answers_for: body.answers_for === undefined ? former.answers_for : body.answers_for,
  };
  refuseIssues(
    eventProblems({ ...body, ...choices }).map(({ field, rule, params }) => ({
      path: `body.${field}`,
      rule,
      params,
      message: t(`calendar:rules.${rule}`, params),
    })),
  );
  // Seconds of an event that is not all-day stay as they came.
  const whole = toEventSpan(toEventTimes(body, zone), zone);
  const { is_all_day, begins_at, ends_at } = whole.is_all_day ? whole : body;
  return {
    name: body.name.trim(),
    description: body.description,
    location: body.location?.trim() || null,
    category: body.category,
    is_all_day,
    begins_at,
    ends_at,
    ...choices,
  };
}

/** The columns of an event that hold for each date of a series alike. */
export const SERIES_COLUMNS = [
  'name',
  'description',
  'location',
  'category',
  'is_notifiable',
  'participants_visible',
  'answers_for',
] as const;

/** What of an event can be changed for itself. */
export type EventPart = (typeof SERIES_COLUMNS)[number] | 'times' | 'participants';

const isSameSet = (one: readonly number[], other: readonly number[]) =>
  new Set([...one, ...other]).size === new Set(one).size && new Set(one).size === new Set(other).size;

/** What somebody has changed of an event. */
export function changedParts(
  former: EventRow,
  values: EventValues,
  before: Participants,
  after: Participants,
): EventPart[] {
  const isSameTime =
    former.is_all_day === values.is_all_day &&
    Date.parse(former.begins_at) === Date.parse(values.begins_at) &&
    Date.parse(former.ends_at) === Date.parse(values.ends_at);
  const parts: EventPart[] = SERIES_COLUMNS.filter((column) => former[column] !== values[column]);
  if (!isSameTime) parts.push('times');
  if (!isSameSet(before.channels, after.channels) || !isSameSet(before.users, after.users)) parts.push('participants');
  return parts;
}
