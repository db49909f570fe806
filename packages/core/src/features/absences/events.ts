import * as z from 'zod/mini';
import { event } from '../../kernel/event.ts';
import * as f from '../../kernel/fields.ts';

export const absenceChanged = event({
  name: 'absence.changed',
  payload: z.object({ classbook_id: f.id, uuid: f.uuid }),
  summary:
    'An absence that the receiver sees was written, changed, read, deleted, or told to parents; what it says is asked for.',
});
