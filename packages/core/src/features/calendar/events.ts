import * as z from 'zod/mini';
import { event } from '../../kernel/event.ts';
import * as f from '../../kernel/fields.ts';

export const answered = event({
  name: 'calendar.answered',
  payload: z.object({ id: f.id }),
  summary: 'Somebody has answered an event: told to its author, and to themselves.',
});

export const changed = event({
  name: 'calendar.changed',
  payload: z.object({ id: f.id }),
  summary: 'An event was created, changed or deleted: told to whoever takes part or did so before, and its author.',
});
