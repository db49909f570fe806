import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { unit } from '../structure/index.ts';

/** READ: has opened the message; TOLD: has it; NONE: was sent none, or has removed it. */
export const READER_STATES = ['READ', 'TOLD', 'NONE'] as const;

/** How many of those who were told of a change have opened the message; null: too few to count without naming them. */
const readCount = z.nullable(z.object({ told: z.int(), read: z.int() }));

/** Who has read what is in force of a decision: teachers by name, families as numbers alone. */
export const deskReaders = z.object({
  decision_id: f.id,
  teachers: z.array(z.object({ teacher: unit, state: z.enum(READER_STATES) })),
  pupils: readCount,
  parents: readCount,
});
export type DeskReaders = z.output<typeof deskReaders>;
