import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { loginAnswer } from '../auth/index.ts';
import './errors.ts';
import { TRIAL_PEOPLE, trial } from './trial.ts';

const school = z.object({ id: f.idText });
const managing = { auth: 'user', needs: { permission: 'edit-school' } } as const;

export const getTrial = endpoint({
  ...managing,
  method: 'GET',
  path: '/schools/{id}/trial',
  params: school,
  answer: f.answerOf(trial),
  errors: ['not_found'],
  summary: 'The invented school that this one looks around in, and how far it is made.',
});

export const beginTrial = endpoint({
  ...managing,
  method: 'POST',
  path: '/schools/{id}/trial',
  params: school,
  body: z.strictObject({}),
  answer: f.answerOf(trial),
  errors: ['not_found', 'trial_exists', 'trial_unavailable'],
  audit: 'onboarding:audit.beginTrial',
  summary: 'Makes an invented school beside this one, in the background; it ends by itself.',
});

export const enterTrial = endpoint({
  ...managing,
  method: 'POST',
  path: '/schools/{id}/trial/enter',
  params: school,
  body: z.strictObject({ as: z.enum(TRIAL_PEOPLE) }),
  answer: loginAnswer,
  errors: ['not_found', 'trial_not_ready'],
  idempotent: false,
  audit: 'onboarding:audit.enterTrial',
  summary:
    'Signs in as somebody of the invented school, for as long as the session of the caller; that session goes on.',
});

export const endTrial = endpoint({
  ...managing,
  method: 'DELETE',
  path: '/schools/{id}/trial',
  params: school,
  answer: f.answerOf(trial),
  errors: ['not_found'],
  audit: 'onboarding:audit.endTrial',
  summary: 'Ends the invented school: nobody is in it any more, and nothing of it is left soon after.',
});
