import * as z from 'zod/mini';
import { event } from '../../kernel/event.ts';
import * as f from '../../kernel/fields.ts';

export const changed = event({
  name: 'desk.changed',
  payload: z.object({ begins_at: f.date, ends_at: f.date }),
  summary:
    'Somebody has entered, reported or removed an absence, decided about lessons, or set or taken back when they are published, about days between these: told to those who plan.',
});
