import * as z from 'zod/mini';
import * as f from '../../../kernel/fields.ts';

/** Longest text of a report, characters. */
export const MESSAGE_REPORT_MAXIMUM = 500;
/** Messages before the reported one that are kept with it: what it answers is a part of what it says. */
export const REPORTED_BEFORE = 5;
/** Reports per page. */
export const REPORTS_PAGE = 20;
/** How long a report is kept once it was decided, days (D-6.08). */
export const REPORT_DAYS = 365;

/** What became of a report: the message was taken back, or it was found to be all right. */
export const REPORT_STATES = ['OPEN', 'REMOVED', 'DISMISSED'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

const person = z.object({ id: f.id, displayname: z.string() });

/** Somebody finds that a message is not all right; what the message says is opened apart (C-4.13). */
export const messageReport = z.object({
  id: f.id,
  /** Where it was written; null: in a conversation of two. */
  channel_name: z.nullable(z.string()),
  author: person,
  reporter: person,
  /** What is wrong with it, in the words of who reports it. */
  reason: z.string(),
  state: z.enum(REPORT_STATES),
  created_at: f.instant,
  decided_at: z.nullable(f.instant),
  decided_by: z.nullable(person),
  can: z.object({ decide: f.flag }),
});
export type MessageReport = z.output<typeof messageReport>;

/** A message as it was when it, or one after it, was reported. */
export const reportedMessage = z.object({
  id: f.id,
  user: z.nullable(person),
  /** Empty: it was taken back before, or its author was erased. */
  content: z.string(),
  file_name: z.nullable(z.string()),
  created_at: f.instant,
  is_reported: z.boolean(),
});
export type ReportedMessage = z.output<typeof reportedMessage>;

/** May somebody report a message (C-6.36)? Where the school has switched that on, except their own. */
export const isReportable = (
  { user_id: author_id, is_unset }: { readonly user_id: number | null; readonly is_unset: boolean },
  { user_id, isSwitchedOn }: { readonly user_id: number; readonly isSwitchedOn: boolean },
): boolean => isSwitchedOn && !is_unset && author_id !== null && author_id !== user_id;
