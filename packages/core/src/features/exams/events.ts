import * as z from 'zod/mini';
import { event } from '../../kernel/event.ts';

export const changed = event({
  name: 'exams.changed',
  payload: z.object({}),
  summary: 'An exam was entered, changed or removed: told to everybody of the school, without saying which.',
});
