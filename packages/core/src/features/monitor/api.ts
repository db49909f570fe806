import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { dayMessage, dayMessageText, monitorPlan, screen, screenName } from './schema.ts';
import './errors.ts';

/** A running monitor fetches this often, ms (T-7.163). */
export const MONITOR_INTERVAL = 60_000;
/** The fetch gives up after this long, ms (T-7.162, T-9.33). */
export const MONITOR_TIMEOUT = 300_000;

export const getSingle = endpoint({
  method: 'GET',
  path: '/public/monitors/single',
  auth: 'public',
  needs: 'nothing',
  query: z.object({
    /** Anything that is not the token of a screen answers 404 (T-2.137). */
    token: z.optional(f.line(500, 0)),
    /** Default: today in the school's zone. Other days than today and the next five school days are empty. */
    substitution_date: z.optional(f.date),
    /** Always `1`: the answer shape described here (T-7.161). */
    new_version: z.optional(z.literal('1')),
  }),
  answer: f.answerOf(monitorPlan),
  errors: ['not_found'],
  anyOrigin: true,
  timeout: MONITOR_TIMEOUT,
  summary:
    'The substitution plan of one day, and in the split view the news that the school has released, for a screen in the entrance hall; 404 while switched off, and with a token that is missing or unknown.',
});

const one = z.object({ uuid: f.uuid });
const ofSchool = { auth: 'user', needs: { permission: 'edit-school' } } as const;

export const listScreens = endpoint({
  ...ofSchool,
  method: 'GET',
  path: '/screens',
  answer: f.answerOf(z.array(screen)),
  summary: 'The screens of the school with their addresses, by name.',
});

export const createScreen = endpoint({
  ...ofSchool,
  method: 'POST',
  path: '/screens',
  body: z.strictObject({ name: screenName }),
  answer: f.answerOf(screen),
  errors: ['screen_name_taken'],
  audit: 'monitor:audit.createScreen',
  summary: 'Makes an address for a screen; 409 when the school has one of that name.',
});

export const updateScreen = endpoint({
  ...ofSchool,
  method: 'PUT',
  path: '/screens/{uuid}',
  params: one,
  body: z.strictObject({ name: screenName }),
  answer: f.answerOf(screen),
  errors: ['not_found', 'screen_name_taken'],
  audit: 'monitor:audit.updateScreen',
  summary: 'Renames a screen; its addresses stay.',
});

export const renewScreen = endpoint({
  ...ofSchool,
  method: 'POST',
  path: '/screens/{uuid}/renew',
  params: one,
  answer: f.answerOf(screen),
  errors: ['not_found'],
  audit: 'monitor:audit.renewScreen',
  summary: 'Gives a screen new addresses; the old ones answer 404 from then on.',
});

export const removeScreen = endpoint({
  ...ofSchool,
  method: 'DELETE',
  path: '/screens/{uuid}',
  params: one,
  answer: null,
  errors: ['not_found'],
  audit: 'monitor:audit.removeScreen',
  summary: 'Revokes the addresses of a screen; from then on they answer 404.',
});

export const listMessages = endpoint({
  ...ofSchool,
  method: 'GET',
  path: '/day-messages',
  answer: f.answerOf(z.array(dayMessage)),
  summary: 'The messages of the day for today and later, by day.',
});

export const setMessage = endpoint({
  ...ofSchool,
  method: 'PUT',
  path: '/day-messages',
  body: z.strictObject({
    date: f.date,
    text: dayMessageText,
    /** Of the message that it was made from; null: there was none. */
    updated_at: z.nullable(f.instant),
  }),
  answer: f.answerOf(z.array(dayMessage)),
  errors: ['conflict'],
  audit: 'monitor:audit.setMessage',
  summary: 'Says something to everybody on a day of the next 60; an empty text takes it back.',
});
