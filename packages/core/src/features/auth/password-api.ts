import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import {
  confirmPasswordResetBody,
  forgottenEmailBody,
  passwordResetAnswer,
  requestPasswordResetBody,
  updatePasswordBody,
} from './schema.ts';
import './errors.ts';

// A module of its own: the first load has `api.ts`, and changes no password.
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/password-reset',
  auth: 'public',
  needs: 'nothing',
  body: requestPasswordResetBody,
  answer: f.answerOf(z.object({ seconds: z.int() })),
  errors: ['mail_unavailable'],
  idempotent: false,
  summary:
    'Sends a one-time link for a new password to the address of an account, valid for so many seconds; answers alike whether there is such an account or not.',
});

export const forgottenEmail = endpoint({
  method: 'POST',
  path: '/schools/{slink}/forgotten-email',
  auth: 'public',
  needs: 'nothing',
  params: z.object({ slink: f.slink }),
  body: forgottenEmailBody,
  answer: f.answerOf(z.null()),
  errors: ['not_found'],
  idempotent: false,
  summary: 'Asks the administrators of a school for help: somebody cannot sign in and has no address for mails.',
});

export const confirmPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/password-reset/confirm',
  auth: 'public',
  needs: 'nothing',
  body: confirmPasswordResetBody,
  answer: f.answerOf(passwordResetAnswer),
  errors: ['not_found', 'school_locked', 'user_locked', 'user_expired'],
  idempotent: false,
  audit: 'auth:audit.passwordReset',
  summary:
    'Sets a new password with the token of a one-time link and ends all sessions of the user; 404 when the link is unknown, used or over.',
});

export const updatePassword = endpoint({
  forLeavers: true,
  method: 'PUT',
  path: '/users/{id}/update-password',
  auth: 'user',
  needs: 'self',
  params: z.object({ id: z.union([z.literal('self'), f.idText]) }),
  body: updatePasswordBody,
  answer: f.answerOf(z.object({ sessions: z.int() })),
  errors: ['not_found'],
  idempotent: false,
  audit: 'auth:audit.passwordChanged',
  summary:
    'Changes the password of the caller, who gives the present one; ends all other sessions of the account and says how many.',
});
