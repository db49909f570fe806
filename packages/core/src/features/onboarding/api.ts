import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { onboardingDraft, onboardingStep } from './schema.ts';

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
