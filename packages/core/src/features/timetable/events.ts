import * as z from 'zod/mini';
import { event } from '../../kernel/event.ts';
import * as f from '../../kernel/fields.ts';

export const published = event({
  name: 'timetable.published',
  payload: z.object({ school_id: f.id, last_updated_at: f.instant }),
  summary: 'A new plan or new substitutions are in force: plans are worth fetching again.',
});
