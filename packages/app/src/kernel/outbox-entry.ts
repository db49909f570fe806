import { ApiError, type Method } from '@kreide/core/kernel';
import type { QueryKey } from '@tanstack/react-query';

/** A change that waits on the device to be sent. */
export interface OutboxEntry {
  /** Order of writing, given by the device's database. */
  seq: number;
  /** Uuid of the account that wrote it. */
  owner: string;
  /** Sent with every attempt, so that the server makes the change once (D-4.13). */
  idempotencyKey: string;
  method: Method;
  path: `/${string}`;
  args: { params?: object; query?: object; body?: object };
  /** What it does, in words. */
  about: string;
  /** Address of a page on which the person can change it, if there is one. */
  editPath: string | null;
  /** Answers that show what is changed. */
  touches: readonly QueryKey[];
  created_at: number;
  /** When it was sent for the first time, whether or not it arrived. */
  tried_at: number | null;
  /** The server's reason, once it has refused; `null` in place of the reason: it may have arrived, nobody knows. */
  refusal: { reason: string | null } | null;
}

/** The server knows a key for 48 hours; an hour is left for clocks that differ. */
export const LONGEST_TRY = 47 * 60 * 60 * 1000;

/** Whether sending it once more could make the change twice: the server may have forgotten the first attempt. */
export const isDoubtful = ({ tried_at }: OutboxEntry, now: number): boolean =>
  tried_at !== null && now - tried_at > LONGEST_TRY;

/** Whether the same call may succeed later without a change: no network, no session, too busy. */
export function isTemporary(error: ApiError): boolean {
  if (error.code === 'unreachable' || error.code === 'timeout') return true;
  return [401, 429, 502, 503, 504].includes(error.status);
}

/** Why the server refused, in its own words. */
export function reasonOf(thrown: unknown): string {
  const { message, issues } = ApiError.from(thrown);
  return [message, ...issues.map((issue) => issue.message)].join(' ');
}
