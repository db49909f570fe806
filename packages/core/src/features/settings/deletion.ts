import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** How far the deletion of an account is (C-7.110, P-3.34). */
export const deletionStatus = z.object({
  /** When it was asked for; null: it was not. */
  deletion_request_submitted: z.nullable(f.instant),
  /** When the school approved it. */
  deletion_request_approved: z.nullable(f.instant),
  /** Until when it can be taken back: not at this instant any more. */
  deletion_reversion_window: z.nullable(f.instant),
});
export type DeletionStatus = z.output<typeof deletionStatus>;

/** Submitted and not approved is in review (P-4.20); `over`: it can no longer be taken back. */
export type DeletionState = 'none' | 'review' | 'approved' | 'over';

/** The state of a deletion at an instant (C-4.66, C-4.67, P-4.20). */
export function deletionStateOf(status: DeletionStatus, now: Date): DeletionState {
  if (status.deletion_request_submitted === null) return 'none';
  const { deletion_request_approved: approved, deletion_reversion_window: end } = status;
  if (approved === null || end === null) return 'review';
  return now.getTime() < Date.parse(end) ? 'approved' : 'over';
}

/** What is left until an end: whole hours, below one whole minutes, below one a moment (C-4.68, P-4.22). */
export function timeLeft(end: string, now: Date): { unit: 'hours' | 'minutes' | 'moment'; count: number } {
  const minutes = Math.floor((Date.parse(end) - now.getTime()) / 60_000);
  if (minutes >= 60) return { unit: 'hours', count: Math.floor(minutes / 60) };
  return minutes >= 1 ? { unit: 'minutes', count: minutes } : { unit: 'moment', count: 0 };
}

/** The end of the time in which an approval can be taken back. */
export const reversionEnd = (approved: Date, days: number): Date => new Date(approved.getTime() + days * 86_400_000);

/** A request as administrators see it. */
export const deletionRequest = z.extend(deletionStatus, {
  user_id: f.id,
  displayname: z.string(),
  username: z.string(),
  role: z.string(),
});
export type DeletionRequest = z.output<typeof deletionRequest>;

/** Both are needed: where the mails about it go, and the present password (P-5.18). */
export const deletionBody = z.strictObject({
  email: f.line(254),
  password: f.password,
});
