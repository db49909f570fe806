import * as z from 'zod/mini';
import { TIME_PATTERN } from './calendar/times.ts';

/** A database id: a positive JSON number. */
export const id = z.int().check(z.positive());
/** The same id in a path or query: digits only. */
export const idText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'id')),
  z.transform((text: string) => Number(text)),
);
/** A whole number from 0 on in a query: digits only. */
export const countText = z.pipe(
  z.string().check(z.regex(/^(0|[1-9]\d{0,14})$/, 'id')),
  z.transform((text: string) => Number(text)),
);
/** A UUID, lower case. */
export const uuid = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'uuid'));
/** A calendar date `YYYY-MM-DD` that exists (P-9.21), 1900 to 2199: databases and calendars disagree beyond. */
export const date = z.iso.date().check(z.regex(/^(19|20|21)/, 'date'));
/** A wall time `HH:MM`, 00:00 to 23:59 (24:00 only as an end, written 23:59). */
export const time = z.string().check(z.regex(TIME_PATTERN, 'time'));
/** An instant in ISO 8601 with Z. */
export const instant = z.iso.datetime();
/** The short link of a school in addresses: `demo`. */
export const slink = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'slink'));
/** A colour `#rrggbb`. */
export const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'colour'));
/** 1 or 0, as in `can` maps (P-3.06). */
export const flag = z.literal([0, 1]);
/** `true`/`false`/`1`/`0` in a query. */
export const flagText = z.pipe(
  z.enum(['true', 'false', '1', '0']),
  z.transform((text: 'true' | 'false' | '1' | '0') => text === 'true' || text === '1'),
);

/** One line of text: trimmed length 1 to `max`, no control characters, no lone surrogates. */
export function line(max: number, min = 1) {
  return z.string().check(z.minLength(min), z.maxLength(max), z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'line'));
}

/**
 * Text of several lines, at most `max` characters; NUL and lone surrogates are refused because PostgreSQL cannot store
 * them.
 */
export function text(max: number) {
  return z.string().check(z.maxLength(max), z.regex(/^[^\0\p{Cs}]*$/u, 'text'));
}

/** A password as somebody enters it, to be compared or hashed. */
export const password = text(256).check(z.minLength(1));

/** Lists of localised sentences that screens show as toasts (P-8.08). */
export const meta = z.object({
  errors: z.optional(z.array(z.string())),
  warnings: z.optional(z.array(z.string())),
  successes: z.optional(z.array(z.string())),
});

/** The envelope of every answer: `{ data, meta }` (C-7.121). */
export function answerOf<D extends z.core.SomeType>(data: D) {
  return z.object({ data, meta });
}

/** Paging of lists: pages start at 1 (C-4.48). */
export const pageQuery = z.optional(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,5}$/, 'page')),
    z.transform((text: string) => Number(text)),
  ),
);
