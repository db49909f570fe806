import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { eventReminders, remindersChoice, usualReminders } from './reminders.ts';

const one = z.object({ id: f.idText });

export const getReminders = endpoint({
  method: 'GET',
  path: '/channels/calendars/events/{id}/reminders',
  auth: 'user',
  needs: { permission: 'view-calendars' },
  params: one,
  answer: f.answerOf(eventReminders),
  errors: ['not_found'],
  summary: 'When the caller is reminded of an event, in minutes before it begins, and where that was chosen.',
});

export const setReminders = endpoint({
  method: 'PUT',
  path: '/channels/calendars/events/{id}/reminders',
  auth: 'user',
  needs: { permission: 'view-calendars' },
  params: one,
  body: remindersChoice,
  answer: f.answerOf(eventReminders),
  errors: ['not_found'],
  summary:
    'Chooses when the caller is reminded of an event, or of all dates of its series; none with an empty list, as for all events with null.',
});

export const getUsualReminders = endpoint({
  method: 'GET',
  path: '/channels/calendars/reminders',
  auth: 'user',
  needs: { permission: 'view-calendars' },
  answer: f.answerOf(usualReminders),
  summary: 'When the caller is reminded of events of which they have chosen nothing else.',
});

export const setUsualReminders = endpoint({
  method: 'PUT',
  path: '/channels/calendars/reminders',
  auth: 'user',
  needs: { permission: 'view-calendars' },
  body: usualReminders,
  answer: f.answerOf(usualReminders),
  summary: 'Chooses when the caller is reminded of events of which they choose nothing else.',
});
