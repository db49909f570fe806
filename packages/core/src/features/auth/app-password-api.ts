import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { APP_PASSWORD_PURPOSES } from './rules.ts';
import { idOfSelf } from './second-step-schema.ts';
import './errors.ts';

/** Most passwords for programs of one account. */
export const APP_PASSWORDS_MAXIMUM = 20;

/** A password of one program that knows no second step; the password itself is shown once, when it is made. */
export const appPassword = z.object({
  id: f.id,
  /** As its owner calls the program. */
  name: z.string(),
  /** What it opens, and nothing else: `upload` belongs to a program that brings plans. */
  purpose: z.enum([...APP_PASSWORD_PURPOSES, 'upload']),
  created_at: f.instant,
  last_used_at: z.nullable(f.instant),
});
export type AppPassword = z.output<typeof appPassword>;

export const listAppPasswords = endpoint({
  method: 'GET',
  path: '/users/{id}/app-passwords',
  auth: 'user',
  needs: 'self',
  params: z.object({ id: idOfSelf }),
  answer: f.answerOf(z.array(appPassword)),
  errors: ['not_found'],
  summary: 'The passwords for programs of the caller, oldest first.',
});

export const createAppPassword = endpoint({
  method: 'POST',
  path: '/users/{id}/app-passwords',
  auth: 'user',
  needs: 'self',
  params: z.object({ id: idOfSelf }),
  body: z.strictObject({
    name: f.line(60),
    password: f.password,
    /** Left out: timetables. */
    purpose: z.optional(z.enum(APP_PASSWORD_PURPOSES)),
  }),
  answer: f.answerOf(z.object({ ...appPassword.shape, app_password: z.string() })),
  errors: ['not_found', 'app_passwords_full'],
  idempotent: false,
  audit: 'auth:audit.appPasswordCreated',
  summary:
    'Makes a password for a program that knows only a password, for timetables or for files, and answers it this once; needs the password of the account. 409 when there are as many as there may be.',
});

export const removeAppPassword = endpoint({
  forLeavers: true,
  method: 'DELETE',
  path: '/users/{id}/app-passwords/{app_password_id}',
  auth: 'user',
  needs: 'self',
  params: z.object({ id: idOfSelf, app_password_id: f.idText }),
  answer: null,
  errors: ['not_found'],
  audit: 'auth:audit.appPasswordRemoved',
  summary: 'Removes a password for a program; what the program has open with it ends at once.',
});
