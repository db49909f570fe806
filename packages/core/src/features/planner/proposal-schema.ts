import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { HARD_RULES, RESOURCE_KINDS, SOFT_RULES } from './proposal/model.ts';
import {
  DAY_HOURS_MAXIMUM,
  LESSON_UNITS_MAXIMUM,
  MOVED_MAXIMUM,
  PROPOSAL_SECONDS_MAXIMUM,
  PROPOSAL_SECONDS_MINIMUM,
  SEED_MAXIMUM,
  WEIGHT_MAXIMUM,
} from './rules.ts';
import { place } from './schema.ts';

/** How far a proposal goes: everything anew, some classes only, or at most so many lessons elsewhere (D-8.07). */
export const PROPOSAL_MODES = ['WHOLE', 'CLASSES', 'FEW'] as const;
export type ProposalMode = (typeof PROPOSAL_MODES)[number];

const between = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));
const perRule = <Keys extends string, Type extends z.ZodMiniType>(rules: readonly Keys[], type: Type) =>
  z.strictObject(Object.fromEntries(rules.map((rule) => [rule, type])) as Record<Keys, Type>);

/** What a proposal shall keep to. */
export const proposalSettings = z.strictObject({
  mode: z.enum(PROPOSAL_MODES),
  /** The classes of the mode CLASSES. */
  grade_ids: z.array(f.id).check(z.maxLength(LESSON_UNITS_MAXIMUM)),
  /** The most lessons that the mode FEW moves. */
  most_moved: between(1, MOVED_MAXIMUM),
  seconds: between(PROPOSAL_SECONDS_MINIMUM, PROPOSAL_SECONDS_MAXIMUM),
  /** Another number gives another plan. */
  seed: between(1, SEED_MAXIMUM),
  weights: perRule(SOFT_RULES, between(0, WEIGHT_MAXIMUM)),
  most_class_hours: between(1, DAY_HOURS_MAXIMUM),
  most_teacher_hours: between(1, DAY_HOURS_MAXIMUM),
  most_teacher_days: between(1, 7),
});
export type ProposalSettings = z.output<typeof proposalSettings>;

export const proposalDraft = z.extend(proposalSettings, {
  version_uuid: f.uuid,
  /** The revision of the version that was looked at. */
  revision: between(0, 1_000_000_000),
});
export type ProposalDraft = z.output<typeof proposalDraft>;

/** What cannot work, with names (D-8.03). */
export const obstacle = z.object({
  kind: z.enum(['NO_TIME', 'OVERBOOKED', 'WEEK', 'ROOMS', 'PINNED', 'SERIES']),
  entity: z.nullable(z.enum(RESOURCE_KINDS)),
  /** Short names of whom, or of the rooms. */
  names: z.array(z.string()),
  /** The first of the lessons, as subject and classes, and how many there are. */
  lessons: z.array(z.string()),
  lesson_count: z.int(),
  /** Periods that are needed, and that there are. */
  hours: z.int(),
  times: z.int(),
  place: z.nullable(place),
});
export type Obstacle = z.output<typeof obstacle>;

/** A lesson without a place, and why (D-8.08). */
export const openLesson = z.object({
  lesson_id: f.id,
  lesson: z.string(),
  /** At how many times it could begin at all. */
  times: z.int(),
  /** Who is in the way most often: at how many of them, and at how many nothing else is. */
  reasons: z.array(z.object({ entity: z.enum(RESOURCE_KINDS), name: z.string(), times: z.int(), alone: z.int() })),
  /** How many times would be free if one kind of them could be used twice. */
  loosened: z.object({ teacher: z.int(), grade: z.int(), bookable: z.int(), course: z.int() }),
  /** Each time with who is in the way. */
  places: z.array(z.object({ place, names: z.array(z.string()) })),
});
export type OpenLesson = z.output<typeof openLesson>;

/** What a plan costs, rule by rule. */
export const planCosts = z.object({
  unplaced: z.int(),
  moved: z.int(),
  total: z.int(),
  hard: perRule(HARD_RULES, z.int()),
  soft: perRule(SOFT_RULES, z.int()),
});
export type PlanCosts = z.output<typeof planCosts>;

/** A lesson that was wished whole and is two, so that fewer stay open; a part may have no place. */
export const dividedLesson = z.object({ lesson: z.string(), places: z.array(z.nullable(place)) });
export type DividedLessonShown = z.output<typeof dividedLesson>;

export const proposalProgress = z.object({
  open: z.int(),
  cost: z.int(),
  moves: z.int(),
  /** Of the lessons that have no place yet, the first. */
  lessons: z.array(z.string()),
});
export type ProposalProgress = z.output<typeof proposalProgress>;

export const proposal = z.object({
  id: f.id,
  state: z.enum(['WAITING', 'RUNNING', 'DONE', 'FAILED']),
  version: z.object({ id: f.id, uuid: f.uuid, number: z.int() }),
  /** The version was changed since its lessons were read. */
  is_base_changed: z.boolean(),
  settings: proposalSettings,
  created_at: f.instant,
  created_by: z.nullable(z.string()),
  is_stopping: z.boolean(),
  progress: z.nullable(proposalProgress),
  /** Null: it is not done, or its version was removed. */
  result: z.nullable(z.object({ id: f.id, uuid: f.uuid, number: z.int() })),
  outcome: z.nullable(
    z.object({
      before: planCosts,
      after: planCosts,
      moves: z.int(),
      open: z.array(openLesson),
      divided: z.array(dividedLesson),
    }),
  ),
  can: z.object({ stop: f.flag }),
});
export type Proposal = z.output<typeof proposal>;
