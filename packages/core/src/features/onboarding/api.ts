import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { SCHOOL_STATES } from '../schools/index.ts';
import { bookedCall, callDraft, onboardingDraft, onboardingStep } from './schema.ts';

const school = z.object({ id: f.idText });
const managing = { auth: 'user', needs: { permission: 'edit-school' } } as const;

export const get = endpoint({
  ...managing,
  method: 'GET',
  path: '/schools/{id}/onboarding',
  params: school,
  answer: f.answerOf(z.array(onboardingStep)),
  errors: ['not_found'],
  summary: 'What the school needs before its people use it, and how far it is (P-7.91).',
});

export const update = endpoint({
  ...managing,
  method: 'PUT',
  path: '/schools/{id}/onboarding',
  params: school,
  body: onboardingDraft,
  answer: f.answerOf(z.array(onboardingStep)),
  errors: ['not_found'],
  audit: 'onboarding:audit.update',
  summary: 'Says which steps the school does without; those that are not named count again.',
});

export const finish = endpoint({
  ...managing,
  method: 'PUT',
  path: '/schools/{id}/onboarding/finish',
  params: school,
  body: z.strictObject({}),
  answer: f.answerOf(z.object({ state: z.enum(SCHOOL_STATES) })),
  errors: ['not_found'],
  audit: 'onboarding:audit.finish',
  summary: 'Ends the setting up of a school, which is ACTIVE then; not found where it is not being set up.',
});

export const bookCall = endpoint({
  ...managing,
  method: 'POST',
  path: '/schools/{id}/onboarding/call',
  params: school,
  body: callDraft,
  answer: f.answerOf(bookedCall),
  errors: ['not_found', 'mail_unavailable'],
  audit: 'onboarding:audit.call',
  summary:
    'Tells the operator by mail when somebody at the school wants to be called, and answers it as an iCalendar file.',
});

export { beginTrial, endTrial, enterTrial, getTrial } from './trial-api.ts';
