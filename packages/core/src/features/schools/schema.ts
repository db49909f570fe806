import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { LANGUAGES } from '../../kernel/product.ts';

/** The search runs from this many characters on (P-2.13, P-9.09). */
export const SCHOOL_SEARCH_MINIMUM = 3;
/** Pause in typing before the search runs, ms (P-5.29, P-9.09). */
export const SCHOOL_SEARCH_DEBOUNCE = 500;
/** At most this many hits (P-7.15). */
export const SCHOOL_SEARCH_LIMIT = 20;

/** What anybody may know of a school: enough to find it and to show its sign-in. */
export const schoolHit = /* @__PURE__ */ z.object({
  uuid: f.uuid,
  name: /* @__PURE__ */ z.string(),
  city: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  slink: f.slink,
});

/** The school as its sign-in page and the login answer carry it (P-3.15, as far as this product part needs it). */
export const school = /* @__PURE__ */ z.object({
  id: f.id,
  uuid: f.uuid,
  name: /* @__PURE__ */ z.string(),
  city: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  slink: f.slink,
  /** Brand variant of the school; null = the default one. */
  app_branding: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  color: /* @__PURE__ */ z.nullable(f.colour),
  locale: /* @__PURE__ */ z.enum(LANGUAGES),
  /** IANA zone. */
  time_zone: /* @__PURE__ */ z.string(),
  is_beta: /* @__PURE__ */ z.boolean(),
  is_locked: /* @__PURE__ */ z.boolean(),
});
export type School = z.output<typeof school>;

/** How teachers appear on public surfaces (D-2.09). */
export const TEACHER_NAMES = ['none', 'shortcut', 'pseudonym'] as const;

/** What a school has released to the public; everything is off until it is switched on (D-2.10). */
export const publicAccess = /* @__PURE__ */ z.object({
  monitor: /* @__PURE__ */ z.boolean(),
  timetable: /* @__PURE__ */ z.boolean(),
  news: /* @__PURE__ */ z.boolean(),
  teacher_names: /* @__PURE__ */ z.enum(TEACHER_NAMES),
  /** Absent teachers on the monitor, by the same form of name (T-7.164). */
  absent_teachers: /* @__PURE__ */ z.boolean(),
});
export type PublicAccess = z.output<typeof publicAccess>;

/** The same with the monitor links that an administrator hangs up. */
export const publicAccessState = /* @__PURE__ */ z.extend(publicAccess, {
  monitor_links: /* @__PURE__ */ z.object({ sub: /* @__PURE__ */ z.string(), news_split: /* @__PURE__ */ z.string() }),
});
export type PublicAccessState = z.output<typeof publicAccessState>;
