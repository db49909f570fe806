import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { flagText } from '../../kernel/fields.ts';
import { confirmPasswordResetBody, loginAnswer, loginBody, passwordResetAnswer, refreshAnswer } from './schema.ts';
import './errors.ts';

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  auth: 'public',
  needs: 'nothing',
  body: loginBody,
  answer: loginAnswer,
  errors: ['wrong_credentials', 'user_locked', 'school_locked'],
  idempotent: false,
  summary: 'Signs in with the credentials of one school; a wrong name and a wrong password answer alike.',
});

export const refresh = endpoint({
  method: 'POST',
  path: '/auth/refresh',
  auth: 'public',
  needs: 'nothing',
  query: z.object({ is_native: z.optional(flagText) }),
  body: z.strictObject({
    /** The user of the session. */
    uuid: f.uuid,
    refresh_token: z.optional(z.string().check(z.maxLength(200))),
  }),
  answer: refreshAnswer,
  errors: ['invalid_user_id', 'session_expired', 'xsrf_mismatch', 'user_locked', 'school_locked'],
  idempotent: false,
  timeout: 600_000,
  summary: 'Exchanges the refresh token (cookie, or body for native apps) for a new access token and rotates it.',
});

export const confirmPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/password-reset/confirm',
  auth: 'public',
  needs: 'nothing',
  body: confirmPasswordResetBody,
  answer: f.answerOf(passwordResetAnswer),
  errors: ['not_found', 'school_locked', 'user_locked'],
  idempotent: false,
  summary:
    'Sets a new password with the token of a one-time link and ends all sessions of the user; 404 when the link is unknown, used or over.',
});

export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  auth: 'user',
  needs: 'self',
  body: z.strictObject({ device_token: z.optional(z.nullable(z.string().check(z.maxLength(500)))) }),
  answer: f.answerOf(z.object({ redirect_uri: z.nullable(z.string()) })),
  errors: ['xsrf_mismatch'],
  idempotent: false,
  summary: 'Ends the session.',
});

export const logoutAll = endpoint({
  method: 'POST',
  path: '/logout-all',
  auth: 'user',
  needs: 'self',
  answer: f.answerOf(z.object({ sessions: z.int() })),
  idempotent: false,
  summary: 'Ends all sessions of the caller and says how many there were.',
});
