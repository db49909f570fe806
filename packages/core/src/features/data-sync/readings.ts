import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { CONNECTOR_FEW, RUN_FAILURES } from './pairs-schema.ts';

/** Why people who were read at night wait for somebody: more than a fifth would change, something is to be decided, the last one was taken back. */
export const READING_QUESTIONS = ['many', 'questions', 'taken_back'] as const;
export type ReadingQuestion = (typeof READING_QUESTIONS)[number];

/** Why they could not be read; the first have their sentences among the errors. */
export const READING_ERRORS = [...RUN_FAILURES, 'no_sync_sources', 'too_many_people', 'nobody_found'] as const;
export type ReadingError = (typeof READING_ERRORS)[number];
/** A place is not there or its pattern fits nobody, the list was not readable, an import of somebody was open. */
export const READING_FAILURES = [...READING_ERRORS, 'place', 'unreadable', 'import_open'] as const;
export type ReadingFailure = (typeof READING_FAILURES)[number];

/** How reading people at night went. */
export const reading = z.object({
  id: z.int(),
  at: f.instant,
  /** `waits`: it was read, and somebody has to look at it before it is saved. */
  outcome: z.enum(['done', 'waits', 'failed']),
  reason: z.nullable(z.enum([...READING_QUESTIONS, ...READING_FAILURES])),
  /** The import that came of it; null: nothing had changed, or nothing was read. */
  import_id: z.nullable(f.id),
  added: z.int(),
  changed: z.int(),
  /** Who is here and was not read: only named, never archived. */
  missing: z.int(),
  /** People of whom somebody has to say who they are. */
  questions: z.int(),
});
export type Reading = z.output<typeof reading>;

/** What somebody would be asked of an import, in numbers of people. */
export interface ReadingFacts {
  readonly counts: {
    readonly new: number;
    readonly changed: number;
    readonly unchanged: number;
    readonly missing: number;
    readonly ambiguous: number;
  };
  readonly doubtful_classes: number;
  readonly is_renumbered: boolean;
  readonly is_taken_back: boolean;
}

/**
 * Why an import that was read at night is not saved by itself; null: nothing is to be asked. More than a fifth of those who are known here, new,
 * changed or missing, and more than a few, are a filter or an attribute that is wrong rather than people.
 */
export function readingQuestion({ counts, ...facts }: ReadingFacts): ReadingQuestion | null {
  if (facts.is_taken_back) return 'taken_back';
  const known = counts.changed + counts.unchanged + counts.missing;
  const areMany = (people: number) => people > CONNECTOR_FEW && people * 5 > known;
  if (areMany(counts.new + counts.changed) || areMany(counts.missing)) return 'many';
  return counts.ambiguous > 0 || facts.doubtful_classes > 0 || facts.is_renumbered ? 'questions' : null;
}
