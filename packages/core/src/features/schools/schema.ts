import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { LANGUAGES } from '../../kernel/product.ts';

/** Fewest characters of a search (P-2.13, P-9.09). */
export const SCHOOL_SEARCH_MINIMUM = 3;
/** Pause in typing before the search runs, ms (P-5.29, P-9.09). */
export const SCHOOL_SEARCH_DEBOUNCE = 500;
/** Most hits of a search (P-7.15). */
export const SCHOOL_SEARCH_LIMIT = 20;

/** What everybody may know of a school: enough to find it and to show its sign-in. */
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

/** What a school shows to the public; everything is off until switched on (D-2.10). */
export const publicAccess = z.object({
  monitor: z.boolean(),
  timetable: z.boolean(),
  news: z.boolean(),
  teacher_names: z.enum(TEACHER_NAMES),
  /** Absent teachers on the monitor, named in the same way (T-7.164). */
  absent_teachers: z.boolean(),
});
export type PublicAccess = z.output<typeof publicAccess>;

/** The same with the monitor links, for administrators. */
export const publicAccessState = z.extend(publicAccess, {
  monitor_links: z.object({ sub: z.string(), news_split: z.string() }),
});
export type PublicAccessState = z.output<typeof publicAccessState>;
