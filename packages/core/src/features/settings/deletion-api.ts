import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { deletionRules } from '../schools/index.ts';
import { deletionBody, deletionRequest, deletionStatus } from './deletion.ts';
import './errors.ts';
import { person } from './schema.ts';

export const requestDeletion = endpoint({
  forLeavers: true,
  method: 'POST',
  path: '/users/{id}/request-deletion',
  auth: 'user',
  needs: 'self',
  params: person,
  body: deletionBody,
  answer: f.answerOf(deletionStatus),
  errors: ['not_found', 'deletion_asked', 'deletion_off', 'last_administrator'],
  idempotent: false,
  audit: 'settings:audit.deletionAsked',
  summary: 'Asks the school to delete the account of the caller; the mails about it go to the given address.',
});

export const getDeletionStatus = endpoint({
  method: 'GET',
  path: '/users/{id}/deletion-status',
  auth: 'user',
  needs: { can: 'person.see-deletion' },
  params: person,
  answer: f.answerOf(deletionStatus),
  errors: ['not_found'],
  summary: 'How far the deletion of an account is: one’s own, or that of anybody for those who manage people.',
});

export const cancelDeletion = endpoint({
  forLeavers: true,
  method: 'PUT',
  path: '/users/{id}/cancel-deletion',
  auth: 'user',
  needs: { can: 'person.see-deletion' },
  params: person,
  answer: f.answerOf(deletionStatus),
  errors: ['not_found', 'deletion_over'],
  audit: 'settings:audit.deletionCancelled',
  summary: 'Takes the deletion of an account back, as long as its reversion window has not ended.',
});

export const approveDeletion = endpoint({
  method: 'PUT',
  path: '/users/{id}/approve-deletion',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params: z.object({ id: f.idText }),
  answer: f.answerOf(deletionStatus),
  errors: ['not_found', 'last_administrator'],
  audit: 'settings:audit.deletionApproved',
  summary: 'Approves a request: the account is deleted when the reversion window has ended.',
});

export const listDeletionRequests = endpoint({
  method: 'GET',
  path: '/users/deletion-requests',
  auth: 'user',
  needs: { permission: 'manage-users' },
  answer: f.answerOf(z.array(deletionRequest)),
  summary: 'Everybody of the school who asked for deletion, oldest first.',
});

export const getDeletionRules = endpoint({
  method: 'GET',
  path: '/schools/{id}/deletion-rules',
  auth: 'user',
  needs: { permission: 'manage-users' },
  params: z.object({ id: f.idText }),
  answer: f.answerOf(deletionRules),
  errors: ['not_found'],
  summary: 'Whether people may ask for deletion, and how long it can be taken back.',
});

export const updateDeletionRules = endpoint({
  method: 'PUT',
  path: '/schools/{id}/deletion-rules',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params: z.object({ id: f.idText }),
  body: deletionRules,
  answer: f.answerOf(deletionRules),
  errors: ['not_found'],
  audit: 'settings:audit.deletionRules',
  summary: 'Changes whether people may ask for deletion, and how long it can be taken back.',
});
