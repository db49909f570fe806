import { toMinutes } from '../../kernel/calendar/times.ts';
import { max, min, required } from '../../validation/text.ts';

/** Shortest and longest name, characters (C-5.02, C-9.17). */
export const EVENT_NAME_MINIMUM = 2;
export const EVENT_NAME_MAXIMUM = 150;
/** Longest description, characters (C-5.03). */
export const EVENT_DESCRIPTION_MAXIMUM = 20_000;
/** Longest name of a place, characters. */
export const EVENT_LOCATION_MAXIMUM = 150;
/** Most channels, and most single people, of one event. */
export const EVENT_CHANNELS_MAXIMUM = 50;
export const EVENT_USERS_MAXIMUM = 200;
/** Longest event, days. */
export const EVENT_DAYS_MAXIMUM = 366;
/** Events take place between these years, both included. */
export const EVENT_YEARS = [1990, 2149] as const;
/** The kinds of events (C-3.33). */
export const EVENT_CATEGORIES = ['MEETING', 'TRIP', 'EXAM'] as const;
export type EventCategory = (typeof EVENT_CATEGORIES)[number];
/** What somebody can answer where an event asks for it. */
export const EVENT_ANSWERS = ['yes', 'no', 'maybe'] as const;
export type EventAnswer = (typeof EVENT_ANSWERS)[number];
/** Who sees the answers: whoever may change the event, everybody how many there are, or everybody who gave which. */
export const EVENT_ANSWERS_FOR = ['author', 'numbers', 'names'] as const;
export type EventAnswersFor = (typeof EVENT_ANSWERS_FOR)[number];
/** A new event is of this kind (C-4.51). */
export const EVENT_CATEGORY_DEFAULT: EventCategory = 'MEETING';
/** When a whole day begins and ends (C-9.18). A new event takes an hour instead: `newEventTimes`. */
export const EVENT_BEGINS_DEFAULT = '00:00';
export const EVENT_ENDS_DEFAULT = '23:59';
/** How long an event becomes when its start is moved and it had no length of its own, minutes (C-9.21). */
export const EVENT_MOVED_MINUTES = 45;

/** What is checked of an event. */
export interface CheckedEvent {
  readonly name: string;
  readonly description: string;
  readonly location: string | null;
  /** Instants. */
  readonly begins_at: string;
  readonly ends_at: string;
  readonly channels: readonly number[];
  readonly users: readonly number[];
  /** Null or left out: nobody is asked. */
  readonly answers_for?: EventAnswersFor | null | undefined;
  /** Left out: they see each other. */
  readonly participants_visible?: boolean | undefined;
}

/** The problems that an event can have; the text is `calendar:rules.<rule>`, in the app as in the server's answer. */
export type EventRule =
  | ('nameRequired' | 'nameLength' | 'descriptionMax' | 'locationMax')
  | ('endsBefore' | 'tooLong' | 'years' | 'participantsMax' | 'answersNames');

export interface EventProblem {
  field: keyof CheckedEvent;
  rule: EventRule;
  params: Record<string, number>;
}

const DAY_MS = 86_400_000;
const [FIRST_YEAR, LAST_YEAR] = EVENT_YEARS;
const isInYears = (instant: number) => instant >= Date.UTC(FIRST_YEAR, 0, 1) && instant < Date.UTC(LAST_YEAR + 1, 0, 1);

/** Everything that is wrong with an event, in the order of the fields; used by form and server (C-5.01 to C-5.05). */
export function eventProblems(event: CheckedEvent): EventProblem[] {
  const problems: EventProblem[] = [];
  const found = (field: EventProblem['field'], rule: EventRule, params: Record<string, number> = {}) =>
    problems.push({ field, rule, params });
  const name = event.name.trim();
  if (!required(name)) found('name', 'nameRequired');
  else if (!min(name, EVENT_NAME_MINIMUM) || !max(name, EVENT_NAME_MAXIMUM))
    found('name', 'nameLength', { minimum: EVENT_NAME_MINIMUM, maximum: EVENT_NAME_MAXIMUM });
  const [begins, ends] = [Date.parse(event.begins_at), Date.parse(event.ends_at)];
  const years = { first: FIRST_YEAR, last: LAST_YEAR };
  if (!isInYears(begins)) found('begins_at', 'years', years);
  if (!isInYears(ends)) found('ends_at', 'years', years);
  if (ends < begins) found('ends_at', 'endsBefore');
  // A day can have an hour more.
  else if (ends - begins > (EVENT_DAYS_MAXIMUM + 1 / 24) * DAY_MS)
    found('ends_at', 'tooLong', { days: EVENT_DAYS_MAXIMUM });
  if (!max(event.location ?? '', EVENT_LOCATION_MAXIMUM))
    found('location', 'locationMax', { maximum: EVENT_LOCATION_MAXIMUM });
  if (!max(event.description, EVENT_DESCRIPTION_MAXIMUM))
    found('description', 'descriptionMax', { maximum: EVENT_DESCRIPTION_MAXIMUM });
  if (event.channels.length > EVENT_CHANNELS_MAXIMUM)
    found('channels', 'participantsMax', { maximum: EVENT_CHANNELS_MAXIMUM });
  if (event.users.length > EVENT_USERS_MAXIMUM) found('users', 'participantsMax', { maximum: EVENT_USERS_MAXIMUM });
  if (event.answers_for === 'names' && event.participants_visible === false) found('answers_for', 'answersNames');
  return problems;
}

/** Do these wall times mean a whole day? */
export const isWholeDay = (begins: string, ends: string): boolean =>
  toMinutes(begins) === toMinutes(EVENT_BEGINS_DEFAULT) && toMinutes(ends) === toMinutes(EVENT_ENDS_DEFAULT);
