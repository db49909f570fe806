import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { ABSENCE_TYPE_STATES } from '../absences/index.ts';
import { classbookUser, entryHead } from './schema.ts';

/**
 * What class book and absences say that cannot both be true: in a lesson without a mark though excused for all of it; in two
 * lessons at once; absent in one and there in another one; found absent by one colleague and not by the other; excused and
 * unexcused at the same time.
 */
export const CONTRADICTIONS = [
  'present_while_excused',
  'two_lessons',
  'absent_and_present',
  'marks_differ',
  'absences_differ',
] as const;
export type ContradictionKind = (typeof CONTRADICTIONS)[number];

export const contradiction = z.object({
  /** Kind, person and what it is about. */
  id: z.string(),
  kind: z.enum(CONTRADICTIONS),
  date: f.date,
  user: classbookUser,
  /** The lessons of it, whose entries are where it is mended; of absences none. */
  lessons: z.array(entryHead),
  absences: z.array(
    z.object({
      uuid: f.uuid,
      state: z.enum(ABSENCE_TYPE_STATES),
      type: z.string(),
      begins_at: f.instant,
      ends_at: f.instant,
    }),
  ),
});
export type Contradiction = z.output<typeof contradiction>;
