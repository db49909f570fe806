import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { CHANNEL_TYPES } from '../channels/index.ts';
import { EVENT_ABILITIES, type EventAbility } from './abilities.ts';
import { REPEAT_RULE_MAXIMUM } from './recurrence.ts';
import {
  EVENT_ANSWERS,
  EVENT_ANSWERS_FOR,
  EVENT_CATEGORIES,
  EVENT_CHANNELS_MAXIMUM,
  EVENT_DESCRIPTION_MAXIMUM,
  EVENT_LOCATION_MAXIMUM,
  EVENT_NAME_MAXIMUM,
  EVENT_USERS_MAXIMUM,
} from './rules.ts';

const flags = Object.fromEntries(EVENT_ABILITIES.map((ability) => [ability, f.flag])) as Record<
  EventAbility,
  typeof f.flag
>;
/** Somebody by name (C-3.35). */
const person = z.object({ id: f.id, meta: z.object({ displayname: z.string() }) });

/** Somebody who takes part; of one event alone also what tells two of one name apart. */
const participant = z.object({
  id: f.id,
  meta: z.object({ displayname: z.string(), subtitle: z.optional(z.string()) }),
});

/** A channel whose members take part; the name is in the language of the reader. */
export const eventChannel = z.object({
  id: f.id,
  type: z.enum(CHANNEL_TYPES),
  meta: z.object({ displayname: z.string() }),
});
export type EventChannel = z.output<typeof eventChannel>;
export type EventPerson = z.output<typeof participant>;

export const eventCategory = z.enum(EVENT_CATEGORIES);
export const eventAnswer = z.enum(EVENT_ANSWERS);
const answersFor = z.enum(EVENT_ANSWERS_FOR);

/** How many of those who take part have answered what. */
const answerNumbers = z.object({
  yes: z.int(),
  no: z.int(),
  maybe: z.int(),
  /** Who has not answered; null where the caller may not know how many take part. */
  open: z.nullable(z.int()),
});

export type EventNumbers = z.output<typeof answerNumbers>;

/** Somebody who takes part, and what they have answered; null: nothing yet. */
export const eventAnswerer = z.object({
  id: f.id,
  answer: z.nullable(eventAnswer),
  meta: z.object({ displayname: z.string(), subtitle: z.string() }),
});
export type EventAnswerer = z.output<typeof eventAnswerer>;

/** What a calendar draws of an event. */
const entryFields = {
  id: f.id,
  name: z.string(),
  is_all_day: z.boolean(),
  begins_at: f.instant,
  ends_at: f.instant,
  location: z.nullable(z.string()),
  category: eventCategory,
};

/** The series that an event is one date of. */
const eventSeries = z.object({
  id: f.id,
  /** RRULE of RFC 5545. */
  rule: z.string(),
  skips_holidays: z.boolean(),
  /** The date of this one by the rule, also where it was moved since. */
  date: f.date,
  /** The first and the last date of the rule. */
  begins_on: f.date,
  ends_on: f.date,
  /** Dates that take place, and those that holidays take away. */
  dates: z.int(),
  left_out: z.int(),
  /** The events beside this one; null: there is none that the caller takes part in. */
  previous_id: z.nullable(f.id),
  next_id: z.nullable(f.id),
  /** The holidays in which it takes place all the same. */
  holiday: z.nullable(z.string()),
});
export type EventSeries = z.output<typeof eventSeries>;

/** Which dates of a series a change concerns. */
export const SERIES_SCOPES = ['this', 'following', 'all'] as const;
export const seriesScope = z.enum(SERIES_SCOPES);
export type SeriesScope = z.output<typeof seriesScope>;

/** How an event repeats, as it is sent. */
const eventRepeats = z.strictObject({
  /** RRULE of RFC 5545; without COUNT and UNTIL it ends with the school year. */
  rule: f.line(REPEAT_RULE_MAXIMUM),
  skips_holidays: z.boolean(),
});
export type EventRepeats = z.output<typeof eventRepeats>;

/** A date that a rule would have. */
export const repeatedDate = z.object({
  date: f.date,
  /** The holidays that contain it, by name. */
  holiday: z.nullable(z.string()),
});
export type RepeatedDate = z.output<typeof repeatedDate>;

/** The parts that a range leaves out unless somebody asks for them. */
const furtherFields = {
  /** How many accounts take part; null where the caller may not know. */
  participants: z.nullable(z.int()),
  /** Everybody who takes part sees who else does. */
  participants_visible: z.boolean(),
  /** The answers in numbers; null where nobody is asked, and where the caller may not know. */
  participants_status: z.nullable(answerNumbers),
  /** Everybody who takes part sees how many have answered what. */
  participants_status_visible: z.boolean(),
  /** Who sees the answers; null: nobody is asked for one. */
  answers_for: z.nullable(answersFor),
  /** What the caller has answered. */
  own_answer: z.nullable(eventAnswer),
  /** The participants were told of it (C-3.34). */
  is_notifiable: z.boolean(),
  description: z.string(),
  /** The description as HTML, with links. */
  description_rendered: z.string(),
  /** Events carry no files. */
  files: z.array(z.never()),
  /** Where participants are not visible: those that the caller is in. */
  channels: z.array(eventChannel),
  /** Invited people; where participants are not visible: at most the caller. */
  users: z.array(participant),
  /** The author; null when the account was deleted. */
  user: z.nullable(person),
  /** Null: it does not repeat. */
  series: z.nullable(eventSeries),
  updated_at: f.instant,
  can: z.object(flags),
};

/** A calendar event as one of those who see it has it (C-3.32). */
export const calendarEvent = z.object({ ...entryFields, ...furtherFields });
export type CalendarEvent = z.output<typeof calendarEvent>;

/** What can be asked for besides in a range. */
export const EVENT_FIELDS = Object.keys(furtherFields) as (keyof typeof furtherFields)[];

/** An event of a range: what a calendar draws, and of the rest what was asked for. */
export const calendarEntry = z.extend(z.partial(z.object(furtherFields)), entryFields);
export type CalendarEntry = z.output<typeof calendarEntry>;

/** What is sent to create an event (C-3.37); rules of several fields are in `eventProblems`. */
export const eventDraft = z.strictObject({
  // Counts code units; the limits that people know, in characters, are in `eventProblems`.
  name: f.line(2 * EVENT_NAME_MAXIMUM, 0),
  is_all_day: z.boolean(),
  begins_at: f.instant,
  ends_at: f.instant,
  category: eventCategory,
  location: z.nullable(f.line(2 * EVENT_LOCATION_MAXIMUM, 0)),
  description: f.text(2 * EVENT_DESCRIPTION_MAXIMUM),
  /** Left out: the participants are told of a new event (C-3.34). */
  is_notifiable: z.optional(z.boolean()),
  /** Left out: they see each other. */
  participants_visible: z.optional(z.boolean()),
  /** Who sees the answers of those who take part; null: nobody is asked. Left out: as before, and in a new event nobody. */
  answers_for: z.optional(z.nullable(answersFor)),
  channels: z.array(f.id).check(z.maxLength(2 * EVENT_CHANNELS_MAXIMUM)),
  users: z.array(f.id).check(z.maxLength(2 * EVENT_USERS_MAXIMUM)),
  /** Left out: it does not repeat, or goes on as before. */
  repeats: z.optional(eventRepeats),
});
export type EventDraft = z.output<typeof eventDraft>;

/** A change of an event, based on its `updated_at`; 409 when somebody else has changed it since. */
export const eventUpdate = z.extend(eventDraft, {
  updated_at: f.instant,
  /** Of a series: which of its dates; left out: this one. */
  scope: z.optional(seriesScope),
});

/** Events per page of the list. */
export const EVENTS_PAGE = 30;
/** People per page of the answers. */
export const EVENT_ANSWERS_PAGE = 50;
/** Longest range that can be asked for, days. */
export const EVENT_RANGE_DAYS = 400;
/** Most events of a range. */
export const EVENT_RANGE_MAXIMUM = 2000;
/** Most places that were used before. */
export const EVENT_LOCATIONS_MAXIMUM = 50;
