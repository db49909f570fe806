import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { ABSENCE_COMMENT_MAXIMUM } from './limits.ts';
import { absenceReason, deskPeriod } from './schema.ts';

/** REPORTED: by oneself; ENTERED: by the desk, which says no more than when. */
export const REPORT_STATES = ['REPORTED', 'ENTERED'] as const;

/** An absence of one's own, as the teacher themself sees it. */
export const deskReport = z.object({
  id: f.id,
  begins_at: f.date,
  ends_at: f.date,
  /** As those of an absence at the desk. */
  time_begins_at: z.nullable(f.time),
  time_ends_at: z.nullable(f.time),
  days: z.array(z.int()),
  reason: z.nullable(absenceReason),
  /** For the desk only. */
  comment: z.nullable(z.string()),
  reported_at: z.nullable(f.instant),
  state: z.enum(REPORT_STATES),
});
export type DeskReport = z.output<typeof deskReport>;

export const deskReports = z.object({
  /** Periods of the school day, each once. */
  periods: z.array(deskPeriod),
  /** What can be said of why somebody is not there. */
  reasons: z.array(absenceReason),
  /** The next first; what is over for some days is left out. */
  reports: z.array(deskReport),
});
export type DeskReports = z.output<typeof deskReports>;

export const reportDraft = z.strictObject({
  begins_at: f.date,
  ends_at: f.date,
  /** First and last period; null: from the beginning, to the end of the day. */
  begins_time_id: z.nullable(f.id),
  ends_time_id: z.nullable(f.id),
  absence_reason_id: z.nullable(f.line(60)),
  comment: z.nullable(f.line(ABSENCE_COMMENT_MAXIMUM)),
});
export type ReportDraft = z.output<typeof reportDraft>;
