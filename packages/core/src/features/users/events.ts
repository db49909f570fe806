import * as z from 'zod/mini';
import { event } from '../../kernel/event.ts';

export const rightsChanged = event({
  name: 'users.rights',
  payload: z.object({}),
  summary: 'What the person may do, or which roles they have, has changed: they read themselves anew.',
});
