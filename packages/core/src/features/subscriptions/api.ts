import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { LANGUAGES } from '../../kernel/product.ts';
import { createdSubscription, subscription, subscriptionName } from './schema.ts';

export const list = endpoint({
  method: 'GET',
  path: '/subscriptions',
  auth: 'user',
  needs: 'self',
  answer: f.answerOf(z.array(subscription)),
  summary: 'The own addresses for calendar programs, newest first, without their secrets.',
});

export const create = endpoint({
  method: 'POST',
  path: '/subscriptions',
  auth: 'user',
  needs: { can: 'subscription.create' },
  body: z.strictObject({
    /** The caller's own account or a child's. */
    user_id: f.id,
    name: z.optional(subscriptionName),
    language: z.enum(LANGUAGES),
  }),
  answer: f.answerOf(createdSubscription),
  errors: ['not_found'],
  /** The answer holds a secret, so it is not stored for repeated calls. */
  idempotent: false,
  audit: 'subscriptions:audit.create',
  summary:
    'Makes a secret address under which a calendar program reads the own or a child’s plan; the address is answered this once.',
});

export const remove = endpoint({
  forLeavers: true,
  method: 'DELETE',
  path: '/subscriptions/{uuid}',
  auth: 'user',
  needs: 'self',
  params: z.object({ uuid: f.uuid }),
  answer: null,
  errors: ['not_found'],
  audit: 'subscriptions:audit.remove',
  summary: 'Revokes one of the own addresses; from then on it answers 404.',
});

export const read = endpoint({
  method: 'GET',
  // The path that people's calendars have stored.
  path: '/feeds/{secret}.ics',
  auth: 'feed',
  needs: 'nothing',
  params: z.object({ secret: f.line(200) }),
  answer: null,
  produces: 'calendar',
  errors: ['not_found'],
  summary:
    'What calendar programs read: an iCalendar file (RFC 5545, RFC 7986) from two weeks ago to half a year ahead, with an ETag.',
});
