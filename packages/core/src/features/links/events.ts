import * as z from 'zod/mini';
import { event } from '../../kernel/event.ts';
import { sharedLink } from './schema.ts';

export const changed = event({
  name: 'link.changed',
  payload: z.array(sharedLink),
  summary:
    'The links of the school were changed, added, removed or moved: all of them as they are now, told to everybody of the school.',
});
