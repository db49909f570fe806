import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { unit } from '../structure/index.ts';
import {
  RAIL_COURSES_MAXIMUM,
  RAIL_EFFORTS,
  RAIL_PUPILS_MAXIMUM,
  RAIL_WHENS,
  RAILED_MAXIMUM,
  RAILS_MAXIMUM,
  RAILS_MINIMUM,
  type RailPart,
  type RailWhen,
} from './rails-rules.ts';
import { LESSON_UNITS_MAXIMUM, SEED_MAXIMUM } from './rules.ts';

const between = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));
const countOf = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,4}$/, 'id')),
    z.pipe(
      z.transform((text: string) => Number(text)),
      between(least, most),
    ),
  );

const PART = `[1-9]\\d{0,14}:(?:${RAIL_WHENS.join('|')})`;
const PARTS = new RegExp(`^${PART}(?:,${PART})*$`);

/** What courses are put on rails for, and with (D-8.18). */
export const railSettings = z.strictObject({
  grade_ids: z.array(f.id).check(z.maxLength(LESSON_UNITS_MAXIMUM)),
  rails: between(RAILS_MINIMUM, RAILS_MAXIMUM),
  /** Most pupils of a course whose room has no size, or a larger one. */
  most_pupils: between(1, RAIL_PUPILS_MAXIMUM),
  /** Most courses of one rail. */
  most_courses: between(1, RAIL_COURSES_MAXIMUM),
  effort: z.enum(RAIL_EFFORTS),
  /** Another number gives another distribution. */
  seed: between(1, SEED_MAXIMUM),
  /** Courses that stay on a rail, whatever the search does; missing: none does. */
  pins: z.optional(
    z.array(z.strictObject({ course_id: f.id, rail: between(1, RAILS_MAXIMUM) })).check(z.maxLength(RAILED_MAXIMUM)),
  ),
  /** Courses that run in a part of the year; of the others their lessons say it. */
  parts: z.optional(
    z.array(z.strictObject({ course_id: f.id, when: z.enum(RAIL_WHENS) })).check(z.maxLength(RAILED_MAXIMUM)),
  ),
  /** The first day of the second half-year; it counts from the Monday of its week. Missing: as suggested. */
  second_half_at: z.optional(f.date),
});
export type RailSettings = z.output<typeof railSettings>;

export const railDraft = z.extend(railSettings, { version_uuid: f.uuid });

/** The same as a query: classes by their ids, with commas. */
export const railQuery = z.object({
  grades: z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,59}$/, 'id')),
    z.transform((text: string) => text.split(',').map(Number)),
  ),
  rails: countOf(RAILS_MINIMUM, RAILS_MAXIMUM),
  most_pupils: countOf(1, RAIL_PUPILS_MAXIMUM),
  most_courses: countOf(1, RAIL_COURSES_MAXIMUM),
  /** Courses that run in a part of the year: `12:A,15:FIRST`. */
  parts: z.optional(
    z.pipe(
      z.string().check(z.maxLength(RAILED_MAXIMUM * 24), z.regex(PARTS, 'id')),
      z.transform((text: string) =>
        text.split(',').map((part): RailPart => {
          const [id, when] = part.split(':');
          return { course_id: Number(id), when: when as RailWhen };
        }),
      ),
    ),
  ),
  second_half_at: z.optional(f.date),
});

/** What no distribution can solve, with names. */
export const railObstacle = z.object({
  kind: z.enum(['PUPIL', 'TWICE', 'ROOM', 'TEACHER', 'COURSES']),
  /** The first of the pupils, or the teacher. */
  names: z.array(z.string()),
  people: z.int(),
  /** Short names. */
  courses: z.array(z.string()),
  /** Subjects, pupils or courses that there are, and rails or places for them. */
  count: z.int(),
  places: z.int(),
});
export type RailObstacle = z.output<typeof railObstacle>;

/** What there is to put on rails, before anything runs. */
export const railsAhead = z.object({
  pupils: z.int(),
  /** Courses that stand for each other, by short name, and how many take one of them. */
  groups: z.array(z.object({ courses: z.array(z.string()), pupils: z.int() })),
  obstacles: z.array(railObstacle),
  /** Courses that do not run in the whole year, as somebody or their lessons say. */
  parts: z.array(z.object({ course_id: f.id, when: z.enum(RAIL_WHENS) })),
});
export type RailsAhead = z.output<typeof railsAhead>;

export const railProgress = z.object({ open: z.int(), clashes: z.int(), steps: z.int(), of: z.int() });
export type RailProgress = z.output<typeof railProgress>;

/** A course on its rail. */
export const railedCourse = z.object({
  ...unit.shape,
  /** From 1. */
  rail: z.int(),
  /** In which part of the year it runs. */
  when: z.enum(RAIL_WHENS),
  /** Counts the groups of courses that stand for each other. */
  group: z.int(),
  teachers: z.array(z.string()),
  pupils: z.int(),
  /** How many it has today. */
  former: z.int(),
  capacity: z.int(),
});
export type RailedCourse = z.output<typeof railedCourse>;

export const railRun = z.object({
  id: f.id,
  state: z.enum(['WAITING', 'RUNNING', 'DONE', 'FAILED']),
  settings: railSettings,
  created_at: f.instant,
  created_by: z.nullable(z.string()),
  is_stopping: z.boolean(),
  progress: z.nullable(railProgress),
  /** Null: it is not done. */
  outcome: z.nullable(
    z.object({
      courses: z.array(railedCourse),
      /** Teachers with two courses on one rail. */
      clashes: z.array(z.object({ rail: z.int(), name: z.string(), courses: z.array(z.string()) })),
      pupils: z.int(),
      /** Pupils who have no course of at least one of their groups, and those who change one. */
      open: z.int(),
      moved: z.int(),
      steps: z.int(),
    }),
  ),
  /** When its pupils were enrolled; null: they are not. */
  enrolled_at: z.nullable(f.instant),
  can: z.object({ stop: f.flag, place: f.flag, enrol: f.flag, withdraw: f.flag }),
});
export type RailRun = z.output<typeof railRun>;

/** Which pupils of a run are listed. */
export const RAIL_LISTS = ['OPEN', 'MOVED', 'ALL'] as const;
export type RailList = (typeof RAIL_LISTS)[number];

/** A pupil with the courses that a run gives them. */
export const railedPupil = z.object({
  /** Of the pupil. */
  id: f.id,
  firstname: z.string(),
  lastname: z.string(),
  /** Short names of the courses that stay, that are new, and that they were in. */
  stays: z.array(z.string()),
  moves: z.array(z.object({ from: z.string(), to: z.string() })),
  /** What they are not placed in, and what is in the way. */
  open: z.array(z.object({ course: z.string(), reason: z.enum(['CLASH', 'FULL']), beside: z.array(z.string()) })),
});
export type RailedPupil = z.output<typeof railedPupil>;
