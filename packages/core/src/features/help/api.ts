import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { contacts, contactsDraft } from './schema.ts';

export * from './announcement-api.ts';
export * from './faq-api.ts';
export * from './feedback-api.ts';
export * from './report-api.ts';

const ofSchool = z.object({ id: f.idText });

export const getContacts = endpoint({
  method: 'GET',
  path: '/schools/{id}/contact-person',
  auth: 'user',
  needs: 'member',
  params: ofSchool,
  answer: f.answerOf(contacts),
  errors: ['not_found'],
  summary: 'The contact persons of the school in its order.',
});

export const updateContacts = endpoint({
  method: 'PUT',
  path: '/schools/{id}/contact-person',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params: ofSchool,
  body: contactsDraft,
  answer: f.answerOf(contacts),
  errors: ['not_found', 'conflict'],
  audit: 'help:audit.updateContacts',
  summary: 'Stores all contact persons in their new order; 409 when somebody has changed them since `updated_at`.',
});
