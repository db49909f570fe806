import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { feedbackDraft, supportContact } from './feedback.ts';
import './errors.ts';

export const getSupport = endpoint({
  method: 'GET',
  path: '/support/contact',
  auth: 'user',
  needs: 'member',
  answer: f.answerOf(supportContact),
  summary: 'Whether people of the school reach those who run the product, and where an answer would go.',
});

export const updateSupport = endpoint({
  method: 'PUT',
  path: '/support/contact',
  auth: 'user',
  needs: { permission: 'edit-school' },
  body: z.strictObject({ is_enabled: z.boolean() }),
  answer: f.answerOf(supportContact),
  audit: 'help:audit.updateSupport',
  summary: 'Says whether people of the school reach those who run the product.',
});

export const sendFeedback = endpoint({
  method: 'POST',
  path: '/feedback',
  auth: 'user',
  needs: 'member',
  query: z.object({ no_email: z.optional(f.flagText) }),
  body: feedbackDraft,
  answer: f.answerOf(z.object({ is_mailed: z.boolean() })),
  errors: ['support_off'],
  summary:
    'Keeps what somebody writes to those who run the product and mails it to them; with `no_email=1` it is only kept.',
});
