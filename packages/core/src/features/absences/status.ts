import { SHORT_ID_LENGTH } from './limits.ts';
import { STANDARD_TYPE } from './types.ts';

/** The groups of a list of absences, what is most urgent first (T-3.66). */
export const ABSENCE_GROUPS = ['MISSING-OPEN', 'MISSING-CONTACTED', 'UNREAD', 'CURRENT', 'PAST'] as const;
export type AbsenceGroup = (typeof ABSENCE_GROUPS)[number];

/** What the badge of an absence says (T-3.68). */
export const ABSENCE_STATUSES = ['DELETED', 'READ', 'UPDATED', 'CONTACTED', 'MISSING_PARENTS'] as const;
export type AbsenceStatus = (typeof ABSENCE_STATUSES)[number];

/** What of an absence decides its group, its badge and its place. */
export interface JudgedStatus {
  readonly uuid?: string | null;
  readonly begins_at: string;
  readonly ends_at: string;
  readonly type: { readonly key: string | null };
  readonly read_at: string | null;
  readonly updated_at: string;
  readonly deleted_at: string | null;
  readonly last_contacted_at: string | null;
  readonly meta: { readonly has_active_parents: boolean };
}

export const isMissing = ({ type }: Pick<JudgedStatus, 'type'>): boolean => type.key === STANDARD_TYPE;

/** The group of an absence: the first that fits (T-3.67). */
export function groupOf(
  absence: Pick<JudgedStatus, 'type' | 'last_contacted_at' | 'read_at' | 'ends_at'>,
  now: Date,
): AbsenceGroup {
  if (isMissing(absence)) return absence.last_contacted_at === null ? 'MISSING-OPEN' : 'MISSING-CONTACTED';
  if (absence.read_at === null) return 'UNREAD';
  return Date.parse(absence.ends_at) >= now.getTime() ? 'CURRENT' : 'PAST';
}

/** The badge of an absence (T-4.09 to T-4.13); null: it has none (T-4.14). */
export function statusOf(absence: JudgedStatus, mayNotify: boolean): AbsenceStatus | null {
  if (absence.deleted_at !== null) return 'DELETED';
  const isContacted = absence.last_contacted_at !== null;
  if (isContacted && !absence.meta.has_active_parents) return 'MISSING_PARENTS';
  if (isContacted && mayNotify) return 'CONTACTED';
  if (absence.read_at === null) return null;
  if (Date.parse(absence.read_at) < Date.parse(absence.updated_at)) return 'UPDATED';
  return isMissing(absence) ? null : 'READ';
}

/** Is it new, saved or deleted (T-4.18)? */
export function entryStateOf({ uuid, deleted_at }: Partial<Pick<JudgedStatus, 'uuid' | 'deleted_at'>>) {
  if (deleted_at) return 'deleted';
  return uuid ? 'saved' : 'new';
}

/** By what people call an absence (T-9.26). */
export const shortIdOf = (uuid: string): string => uuid.slice(0, SHORT_ID_LENGTH);
