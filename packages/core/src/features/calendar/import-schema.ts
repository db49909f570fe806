import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { IMPORT_LEFT_REASONS, IMPORT_STATES } from './import-rules.ts';
import { EVENT_CHANNELS_MAXIMUM } from './rules.ts';

/** An event of a file, as it would be in the calendar. */
const importedEvent = z.object({
  name: z.string(),
  location: z.nullable(z.string()),
  is_all_day: z.boolean(),
  /** Of a series: of its first date. */
  begins_at: f.instant,
  ends_at: f.instant,
  state: z.enum(IMPORT_STATES),
  series: z.nullable(
    z.object({
      rule: z.string(),
      begins_on: f.date,
      ends_on: f.date,
      dates: z.int(),
      left_out: z.int(),
      /** Dates that are other than the rest. */
      changed: z.int(),
    }),
  ),
});
export type ImportedEvent = z.output<typeof importedEvent>;

/** What a file would do to a calendar. */
export const importTrial = z.object({
  id: f.id,
  file_name: z.string(),
  events: z.array(importedEvent),
  /** What is not read, by its line. */
  left: z.array(
    z.object({
      line: z.int(),
      name: z.nullable(z.string()),
      reason: z.enum(IMPORT_LEFT_REASONS),
      value: z.nullable(z.string()),
    }),
  ),
  /** How much is not read; only the first of it is listed. */
  left_count: z.int(),
  /** Zones that nobody knows: their times are read on the clock of the school. */
  zones: z.array(z.string()),
});
export type ImportTrial = z.output<typeof importTrial>;

/** An import that was carried out. */
export const calendarImport = z.object({
  id: f.id,
  file_name: z.string(),
  state: z.enum(['APPLIED', 'UNDONE']),
  added: z.int(),
  changed: z.int(),
  created_at: f.instant,
  /** Until then it can be taken back. */
  ends_at: f.instant,
  can: z.object({ undo: f.flag }),
});
export type CalendarImport = z.output<typeof calendarImport>;

/** Who takes part in the new events besides the caller; those that are there keep who takes part. */
export const importTarget = z.strictObject({
  channels: z.array(f.id).check(z.maxLength(EVENT_CHANNELS_MAXIMUM)),
});

/** Imports that are listed at most. */
export const IMPORTS_LISTED = 20;
