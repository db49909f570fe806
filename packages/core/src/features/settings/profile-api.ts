import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import {
  emailBody,
  emailTokenBody,
  localeBody,
  nameBody,
  person,
  personSettings,
  settingsBody,
  statisticsBody,
  usernameBody,
} from './schema.ts';

const own = { auth: 'user', needs: 'self', params: person, errors: ['not_found'] } as const;

export const getSettings = endpoint({
  ...own,
  method: 'GET',
  path: '/users/{id}/settings',
  answer: f.answerOf(personSettings),
  summary: 'What the caller has entered about themselves.',
});

export const updateSettings = endpoint({
  ...own,
  forLeavers: true,
  method: 'PUT',
  path: '/users/{id}/settings',
  body: settingsBody,
  answer: f.answerOf(personSettings),
  audit: 'settings:audit.phone',
  summary: 'Saves the telephone number of the caller; none with null or an empty text.',
});

export const updateName = endpoint({
  ...own,
  forLeavers: true,
  method: 'PUT',
  path: '/users/{id}/update-name',
  body: nameBody,
  answer: f.answerOf(personSettings),
  audit: 'settings:audit.name',
  summary: 'Changes the name and the sex of the caller.',
});

export const updateEmail = endpoint({
  ...own,
  forLeavers: true,
  method: 'PUT',
  path: '/users/{id}/update-email',
  body: emailBody,
  answer: f.answerOf(personSettings),
  errors: ['not_found', 'mail_unavailable'],
  idempotent: false,
  audit: 'settings:audit.emailAsked',
  summary:
    'Sends a link to a new address, which replaces the present one once the link is opened; needs the present password.',
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/users/confirm-email',
  auth: 'public',
  needs: 'nothing',
  body: emailTokenBody,
  answer: f.answerOf(z.object({ slink: f.slink, email: z.string() })),
  errors: ['not_found', 'account_taken'],
  idempotent: false,
  audit: 'settings:audit.email',
  summary: 'Replaces the address of an account by the one that the link was sent to; 404 when the link is over.',
});

export const updateUsername = endpoint({
  ...own,
  forLeavers: true,
  method: 'PUT',
  path: '/users/{id}/update-username',
  body: usernameBody,
  answer: f.answerOf(personSettings),
  idempotent: false,
  audit: 'settings:audit.username',
  summary: 'Changes the username of the caller, who gives the present password.',
});

export const updateLocale = endpoint({
  ...own,
  forLeavers: true,
  method: 'PUT',
  path: '/users/{id}/update-locale',
  body: localeBody,
  answer: f.answerOf(personSettings),
  audit: 'settings:audit.locale',
  summary: 'Changes the language of the caller, on all devices.',
});

export const changeStatistics = endpoint({
  ...own,
  forLeavers: true,
  method: 'PUT',
  path: '/users/{id}/change-statistics',
  body: statisticsBody,
  answer: f.answerOf(personSettings),
  audit: 'settings:audit.statistics',
  summary: 'Consents to being counted in statistics, or takes that back.',
});
