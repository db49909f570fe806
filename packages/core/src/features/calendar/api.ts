import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { REPEAT_RULE_MAXIMUM } from './recurrence.ts';
import {
  calendarEntry,
  calendarEvent,
  eventAnswer,
  eventAnswerer,
  eventDraft,
  eventUpdate,
  repeatedDate,
  seriesScope,
} from './schema.ts';

const one = z.object({ id: f.idText });

export const list = endpoint({
  method: 'GET',
  path: '/channels/calendars/events',
  auth: 'user',
  needs: { permission: 'view-calendars' },
  query: z.object({ page: f.pageQuery, scroll: z.optional(z.enum(['future', 'past'])) }),
  answer: f.answerOf(z.array(calendarEvent)),
  summary:
    'The events that the caller takes part in or has made: those that are not over yet, next first, or with scroll=past those that are, latest first.',
});

export const listRange = endpoint({
  method: 'GET',
  path: '/channels/calendars/events/dateRange',
  auth: 'user',
  needs: { permission: 'view-calendars' },
  query: z.object({
    from: f.date,
    to: f.date,
    fields: z.optional(z.string().check(z.regex(/^[a-z_]{1,40}(,[a-z_]{1,40}){0,30}$/, 'fields'))),
  }),
  answer: f.answerOf(z.array(calendarEntry)),
  summary:
    'The events of the caller that overlap these days, both included, in the zone of the school; fields: what comes along besides what a calendar draws, separated by commas.',
});

export const listLocations = endpoint({
  method: 'GET',
  path: '/channels/calendars/locations',
  auth: 'user',
  needs: { permission: 'create-events' },
  answer: f.answerOf(z.array(z.string())),
  summary: 'Places at which events of the caller took place or will, the latest first.',
});

export const listDates = endpoint({
  method: 'GET',
  path: '/channels/calendars/dates',
  auth: 'user',
  needs: { permission: 'create-events' },
  query: z.object({ from: f.date, rule: f.line(REPEAT_RULE_MAXIMUM) }),
  answer: f.answerOf(z.array(repeatedDate)),
  summary:
    'The dates of a rule (RRULE of RFC 5545) from a day on, with the holidays that contain them; 422 for a rule that no series can have.',
});

export const get = endpoint({
  method: 'GET',
  path: '/channels/calendars/events/{id}',
  auth: 'user',
  needs: { permission: 'view-calendars' },
  params: one,
  answer: f.answerOf(calendarEvent),
  errors: ['not_found'],
  summary: 'One event that the caller takes part in or has made.',
});

export const create = endpoint({
  method: 'POST',
  path: '/channels/calendars/events',
  auth: 'user',
  needs: { permission: 'create-events' },
  body: eventDraft,
  answer: f.answerOf(calendarEvent),
  errors: ['not_found'],
  audit: 'calendar:audit.create',
  summary:
    'Creates an event for channels and single people, or a series of them; answers the first. Every channel has to be one in which the caller may write, every person one whom they may write to.',
});

export const update = endpoint({
  method: 'PUT',
  path: '/channels/calendars/events/{id}',
  auth: 'user',
  needs: { can: 'calendar.update' },
  params: one,
  body: eventUpdate,
  answer: f.answerOf(calendarEvent),
  errors: ['not_found', 'conflict'],
  audit: 'calendar:audit.update',
  summary:
    'Changes an event, or several dates of its series (`scope`); 409 when somebody else changed it since `updated_at`. With `repeats` an event becomes a series.',
});

export const answer = endpoint({
  method: 'PUT',
  path: '/channels/calendars/events/{id}/answer',
  auth: 'user',
  needs: { can: 'calendar.answer' },
  params: one,
  body: z.strictObject({ answer: eventAnswer }),
  answer: f.answerOf(calendarEvent),
  errors: ['not_found'],
  summary:
    'Answers an event that asks for it, until it begins; answering again takes the place of the former answer. Whoever takes part only.',
});

export const listAnswers = endpoint({
  method: 'GET',
  path: '/channels/calendars/events/{id}/answers',
  auth: 'user',
  needs: { can: 'calendar.list-answers' },
  params: one,
  query: z.object({ page: f.pageQuery, answer: z.enum(['yes', 'no', 'maybe', 'open']) }),
  answer: f.answerOf(z.array(eventAnswerer)),
  errors: ['not_found'],
  summary:
    'Who has given this answer, by name, without people of channels whose members the caller may not know; open: who has not answered, for whoever may change the event.',
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/channels/calendars/events/{id}',
  auth: 'user',
  needs: { can: 'calendar.delete' },
  params: one,
  body: z.strictObject({
    is_notifiable: z.boolean(),
    scope: z.optional(seriesScope),
    updated_at: z.optional(f.instant),
  }),
  answer: null,
  errors: ['not_found', 'conflict'],
  audit: 'calendar:audit.remove',
  summary:
    'Deletes an event, or several dates of its series (`scope`); 409 when somebody else changed it since `updated_at`. is_notifiable: whoever takes part is told.',
});

export { applyImport, listImports, tryImport, undoImport } from './import-api.ts';
export { getReminders, getUsualReminders, setReminders, setUsualReminders } from './reminders-api.ts';
export { findTimes } from './suitable-api.ts';
