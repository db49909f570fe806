import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { unit } from '../structure/index.ts';
import {
  CAPACITY_MAXIMUM,
  CHOICE_ABOUT_MAXIMUM,
  CHOICE_GRADES_MAXIMUM,
  CHOICE_STATES,
  CHOICE_TITLE_MAXIMUM,
  OPTIONS_MAXIMUM,
  WISHES_MAXIMUM,
} from './rules.ts';

/** Who wishes for a pupil. */
export const CHOOSERS = ['pupils', 'parents', 'both'] as const;

const size = z.int().check(z.minimum(0), z.maximum(CAPACITY_MAXIMUM));

const optionDraft = z.strictObject({ title: f.line(CHOICE_TITLE_MAXIMUM, 0), capacity: size, minimum: size });

/** What `choiceProblems` says more about. */
export const choiceDraft = z.strictObject({
  title: f.line(CHOICE_TITLE_MAXIMUM, 0),
  about: f.text(CHOICE_ABOUT_MAXIMUM),
  grade_ids: z.array(f.id).check(z.maxLength(CHOICE_GRADES_MAXIMUM)),
  opens_at: f.instant,
  closes_at: f.instant,
  wishes_count: z.int().check(z.minimum(1), z.maximum(WISHES_MAXIMUM)),
  who: z.enum(CHOOSERS),
  options: z.array(optionDraft).check(z.maxLength(OPTIONS_MAXIMUM)),
});

/** The same of a choice that is there: an option without an id is new. */
export const choiceChange = z.extend(choiceDraft, {
  options: z.array(z.extend(optionDraft, { id: z.nullable(f.id) })).check(z.maxLength(OPTIONS_MAXIMUM)),
  updated_at: f.instant,
});
export type ChoiceInput = Omit<z.output<typeof choiceChange>, 'updated_at'>;

const shared = {
  id: f.id,
  title: z.string(),
  about: z.string(),
  opens_at: f.instant,
  closes_at: f.instant,
  wishes_count: z.int(),
  state: z.enum(CHOICE_STATES),
};

/** A choice for those who make it. */
export const choice = z.object({
  ...shared,
  who: z.enum(CHOOSERS),
  grades: z.array(unit),
  options: z.array(
    z.object({
      id: f.id,
      title: z.string(),
      capacity: z.int(),
      minimum: z.int(),
      is_closed: z.boolean(),
      /** How many wish it, at first and at all; how many have a place. */
      first_wishes: z.int(),
      wishes: z.int(),
      places: z.int(),
    }),
  ),
  /** How many are asked, and how many of them have wished. */
  people_count: z.int(),
  chosen_count: z.int(),
  seed: z.string(),
  /** When those who had not chosen were reminded. */
  reminded_at: z.nullable(f.instant),
  updated_at: f.instant,
  can: z.object({ update: f.flag, delete: f.flag, allocate: f.flag, move: f.flag, publish: f.flag }),
});
export type Choice = z.output<typeof choice>;

/** A pupil who is asked, for those who make the choice. */
export const chooser = z.object({
  user_id: f.id,
  firstname: z.string(),
  lastname: z.string(),
  grade: z.nullable(unit),
  /** Option ids, best first. */
  wishes: z.array(f.id),
  place: z.nullable(
    z.object({
      option_id: z.nullable(f.id),
      rank: z.nullable(z.int()),
      lottery: z.int(),
      luck: z.int(),
      is_moved: z.boolean(),
    }),
  ),
});
export type Chooser = z.output<typeof chooser>;

/** What closing an option would mean. */
export const closing = z.object({
  option_id: f.id,
  count: z.int(),
  minimum: z.int(),
  worse: z.int(),
  left_out: z.int(),
});

/** A choice for one of those who are asked: nothing in it is about anybody else. */
export const ownChoice = z.object({
  ...shared,
  options: z.array(z.object({ id: f.id, title: z.string(), capacity: z.int() })),
  wishes: z.array(f.id),
  chosen_at: z.nullable(f.instant),
  /** What became of it, once it is published. */
  result: z.nullable(
    z.object({
      option_id: z.nullable(f.id),
      rank: z.nullable(z.int()),
      lottery: z.int(),
      people: z.int(),
      luck: z.int(),
      is_moved: z.boolean(),
      /** The wishes that came before it, and why they were not given. */
      missed: z.array(
        z.object({
          option_id: f.id,
          rank: z.int(),
          reason: z.enum(['closed', 'full', 'moved']),
          capacity: z.int(),
          /** How many wished it. */
          wishes: z.int(),
        }),
      ),
    }),
  ),
  can: z.object({ choose: f.flag }),
});
export type OwnChoice = z.output<typeof ownChoice>;
