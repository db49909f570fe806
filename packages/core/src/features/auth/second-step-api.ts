import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { TFA_MODES } from '../users/index.ts';
import { loginAnswer } from './schema.ts';
import {
  changedSecondFactor,
  changeSecondFactorBody,
  idOfSelf,
  secondFactor,
  setUpAnswer,
  stepToken,
  verifySecondStepBody,
} from './second-step-schema.ts';
import './errors.ts';

// A module of its own: the first load has `api.ts`, and most sign-ins have no second step.
export const verifySecondStep = endpoint({
  method: 'POST',
  path: '/users/{id}/2fa',
  auth: 'public',
  needs: 'nothing',
  params: z.object({ id: idOfSelf }),
  body: verifySecondStepBody,
  answer: loginAnswer,
  errors: ['not_found', 'wrong_code', 'user_locked', 'user_expired', 'school_locked'],
  idempotent: false,
  audit: 'auth:audit.secondStep',
  summary:
    'Finishes a sign-in with six digits of an app or an e-mail, or with a recovery code; 404 when the second step is unknown or over.',
});

export const sendSecondStepCode = endpoint({
  method: 'POST',
  path: '/users/{id}/2fa/send',
  auth: 'public',
  needs: 'nothing',
  params: z.object({ id: idOfSelf }),
  body: z.strictObject({ token: stepToken }),
  answer: f.answerOf(z.object({ seconds: z.int() })),
  errors: ['not_found', 'mail_unavailable'],
  idempotent: false,
  summary:
    'Sends another code for an open second step by e-mail and says for how many seconds none is sent again; those before are no longer valid.',
});

export const getSecondFactor = endpoint({
  beforeSecondStep: true,
  method: 'GET',
  path: '/users/{id}/2fa',
  auth: 'user',
  needs: 'self',
  params: z.object({ id: idOfSelf }),
  answer: f.answerOf(secondFactor),
  errors: ['not_found'],
  summary: 'Whether the caller signs in with a second step, and how.',
});

export const setUpSecondFactor = endpoint({
  forLeavers: true,
  beforeSecondStep: true,
  method: 'POST',
  path: '/users/{id}/2fa/setup',
  auth: 'user',
  needs: 'self',
  params: z.object({ id: idOfSelf }),
  body: z.strictObject({ mode: z.enum(TFA_MODES).check(z.refine((mode) => mode !== 'passkey')) }),
  answer: f.answerOf(setUpAnswer),
  errors: ['not_found', 'mail_unavailable'],
  idempotent: false,
  audit: 'auth:audit.secondFactorSetUp',
  summary:
    'Prepares a way for the second step: a new key for an app, or a code by e-mail. Nothing changes until it is confirmed with a code.',
});

export const changeSecondFactor = endpoint({
  forLeavers: true,
  beforeSecondStep: true,
  method: 'PUT',
  path: '/users/{id}/2fa',
  auth: 'user',
  needs: 'self',
  params: z.object({ id: idOfSelf }),
  body: changeSecondFactorBody,
  answer: f.answerOf(changedSecondFactor),
  errors: ['not_found'],
  idempotent: false,
  audit: 'auth:audit.secondFactor',
  summary:
    'Turns the second step on or off, changes its way, or makes new recovery codes; needs the password and a code. Devices that were trusted are asked again.',
});
