import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** How many free days are added or removed at once. */
export const HOLIDAYS_MAXIMUM = 100;

export const holidayCountry = z.string().check(z.regex(/^[A-Z]{2}$/));
/** A country (`DE`), a part of it (`DE-BY`), or a part of that (`DE-BY-KATH`). */
export const holidayRegion = z.string().check(z.regex(/^[A-Z]{2}(-[A-Za-z0-9]{1,12}){0,2}$/));
const named = z.object({ code: z.string(), name: z.string() });

/** Countries, and the parts of one whose public holidays differ; `country` null: none was asked for, and nothing is known of that of the school. */
export const holidayRegions = z.object({
  country: z.nullable(holidayCountry),
  countries: z.array(named),
  regions: z.array(named),
});
export type HolidayRegions = z.output<typeof holidayRegions>;

/** A public holiday by law; `is_known`: the school has a free day of this date. */
export const publicHoliday = z.object({ name: z.string(), begins_at: f.date, ends_at: f.date, is_known: z.boolean() });
export type PublicHoliday = z.output<typeof publicHoliday>;

/** Largest calendar file of free days, bytes. */
export const HOLIDAY_FILE_MAXIMUM = 1024 * 1024;

/** The whole days of a calendar file that lie in school years of the school, and how many events of it are none. */
export const fileHolidays = z.object({ days: z.array(publicHoliday), left: z.int() });
export type FileHolidays = z.output<typeof fileHolidays>;
