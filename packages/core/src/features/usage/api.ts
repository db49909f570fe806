import { endpoint } from '../../kernel/endpoint.ts';
import { usageBody } from './schema.ts';

export const count = endpoint({
  forLeavers: true,
  method: 'POST',
  path: '/usage/events',
  auth: 'user',
  needs: 'member',
  body: usageBody,
  answer: null,
  // Without a key no answer is stored, which would say when somebody did what.
  idempotent: false,
  summary:
    'Counts which pages are used and which submits fail; everything is dropped unless the installation has a tracking service and the caller has consented.',
});
