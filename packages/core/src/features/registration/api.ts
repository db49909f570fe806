import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { codeText, emailText, foundChild, nameText, registration, registrationBody, usernameText } from './schema.ts';
import './errors.ts';

export const getSteps = endpoint({
  method: 'GET',
  path: '/activationkey/steps',
  auth: 'public',
  needs: 'nothing',
  query: z.object({ code: codeText }),
  answer: f.answerOf(registration),
  errors: ['unknown_activation_code', 'school_locked'],
  summary: 'What a code opens: for whom it is and the pages of the registration in order, or why it opens nothing.',
});

export const register = endpoint({
  method: 'POST',
  path: '/activationkey/register',
  auth: 'public',
  needs: 'nothing',
  body: registrationBody,
  answer: f.answerOf(z.object({ slink: f.slink, username: z.string() })),
  errors: ['unknown_activation_code', 'code_used', 'code_expired', 'code_withdrawn', 'child_wrong', 'school_locked'],
  idempotent: false,
  audit: 'registration:audit.register',
  summary: 'Uses a code up: sets up the account of its person, or that of a parent, and joins the child.',
});

export const getInformation = endpoint({
  method: 'GET',
  path: '/registration/information',
  auth: 'public',
  needs: 'nothing',
  answer: f.answerOf(
    z.object({ terms_version: z.string(), code_length: z.int(), password_minimum: z.int(), username_minimum: z.int() }),
  ),
  summary: 'What everybody may know before registering: the version of the terms, and how long codes and names are.',
});

export const checkEmail = endpoint({
  method: 'POST',
  path: '/registration/check-email',
  auth: 'public',
  needs: 'nothing',
  body: z.strictObject({ code: codeText, email: emailText }),
  answer: f.answerOf(z.object({ is_free: z.boolean() })),
  errors: ['unknown_activation_code'],
  idempotent: false,
  summary: 'Whether an e-mail address can be used at the school of an open code.',
});

export const checkUsername = endpoint({
  method: 'POST',
  path: '/registration/check-username',
  auth: 'public',
  needs: 'nothing',
  body: z.strictObject({ code: codeText, username: usernameText }),
  answer: f.answerOf(z.object({ is_free: z.boolean() })),
  errors: ['unknown_activation_code'],
  idempotent: false,
  summary: 'Whether a username can be used at the school of an open code.',
});

export const suggestUsername = endpoint({
  method: 'GET',
  path: '/users/username-suggestion',
  auth: 'public',
  needs: 'nothing',
  query: z.object({ code: codeText, firstname: nameText, lastname: nameText }),
  answer: f.answerOf(z.object({ username: z.string() })),
  errors: ['unknown_activation_code'],
  summary: 'A free username for a name at the school of an open code.',
});

export const checkChild = endpoint({
  method: 'POST',
  path: '/registration/check-child',
  auth: 'public',
  needs: 'nothing',
  body: z.strictObject({ code: codeText, firstname: nameText, lastname: nameText }),
  answer: f.answerOf(foundChild),
  errors: ['unknown_activation_code', 'child_wrong'],
  idempotent: false,
  summary: 'The child of an open code, for who gives its name.',
});

export * from './application-api.ts';
export * from './child-request-api.ts';
export { createKeys, createPerson, listKeyPeople, listKeys, withdrawKey } from './key-api.ts';
export { checkChildCode, updateShortcut, updateTeaching } from './own-api.ts';
