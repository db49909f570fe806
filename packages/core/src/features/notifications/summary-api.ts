import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { notification } from '../channels/index.ts';
import { activitySummary } from './schema.ts';

const one = z.object({ uuid: f.uuid });
const person = z.object({ id: z.union([z.literal('self'), f.idText]) });

export const markSeen = endpoint({
  forLeavers: true,
  method: 'PUT',
  path: '/notifications/{uuid}/seen',
  auth: 'user',
  needs: 'self',
  params: one,
  answer: f.answerOf(notification),
  errors: ['not_found'],
  summary: 'Marks an own notification as read.',
});

export const markUnseen = endpoint({
  forLeavers: true,
  method: 'PUT',
  path: '/notifications/{uuid}/unseen',
  auth: 'user',
  needs: 'self',
  params: one,
  answer: f.answerOf(notification),
  errors: ['not_found'],
  summary: 'Marks an own notification as unread.',
});

export const getActivitySummary = endpoint({
  method: 'GET',
  path: '/users/{id}/activity-summary',
  auth: 'user',
  needs: 'self',
  params: person,
  answer: f.answerOf(activitySummary),
  errors: ['not_found'],
  summary: 'How much is unread: notifications and chats.',
});
