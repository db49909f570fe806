import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { LANGUAGES } from '../../kernel/product.ts';
import { isOrigin, SCREEN_ORIGINS_MAXIMUM } from './rules.ts';

/** Fewest characters of a search (P-2.13, P-9.09). */
export const SCHOOL_SEARCH_MINIMUM = 3;
/** Pause in typing before the search runs, ms (P-5.29, P-9.09). */
export const SCHOOL_SEARCH_DEBOUNCE = 500;
/** Most hits of a search (P-7.15). */
export const SCHOOL_SEARCH_LIMIT = 20;

/** The public part of a school: enough to find it and to show its sign-in. */
export const schoolHit = z.object({
  uuid: f.uuid,
  name: z.string(),
  city: z.nullable(z.string()),
  slink: f.slink,
});

/** The school on its sign-in page and in the answer of a sign-in (P-3.15, as far as it is used). */
export const school = z.object({
  id: f.id,
  uuid: f.uuid,
  name: z.string(),
  city: z.nullable(z.string()),
  slink: f.slink,
  /** Brand variant of the school; null = the default one. */
  app_branding: z.nullable(z.string()),
  color: z.nullable(f.colour),
  locale: z.enum(LANGUAGES),
  /** IANA zone. */
  time_zone: z.string(),
  is_beta: z.boolean(),
  is_locked: z.boolean(),
});
export type School = z.output<typeof school>;

/** How teachers appear on public surfaces (D-2.09). */
export const TEACHER_NAMES = ['none', 'shortcut', 'pseudonym'] as const;

/** What a school shows to the public, and which doors it opens; everything is off until switched on (D-2.10). */
export const publicAccess = z.object({
  monitor: z.boolean(),
  timetable: z.boolean(),
  news: z.boolean(),
  teacher_names: z.enum(TEACHER_NAMES),
  /** Absent teachers on the monitor, named in the same way (T-7.164). */
  absent_teachers: z.boolean(),
  /** The teacher who is replaced, which tells who is absent. Counts with short names only. */
  replaced_teachers: z.boolean(),
  /** The plans of teachers. Counts with short names only: a whole plan would tell whose pseudonym it is. */
  teacher_plans: z.boolean(),
  /** What the plan says about a change in words, on the monitor, as long as it names nobody. */
  notes: z.boolean(),
  /** Other sites whose pages may show the school's screens in a frame. */
  screen_origins: z.array(z.string().check(z.refine(isOrigin))).check(z.maxLength(SCREEN_ORIGINS_MAXIMUM)),
  /** Programs made for WebUntis may sign in with the school's accounts; nothing of it is public (D-6.11). */
  webuntis: z.boolean(),
});
export type PublicAccess = z.output<typeof publicAccess>;

/** The same with the address of the server, for administrators. */
export const publicAccessState = z.extend(publicAccess, { url: z.string() });
export type PublicAccessState = z.output<typeof publicAccessState>;
