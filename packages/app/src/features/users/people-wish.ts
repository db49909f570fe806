import type { Role } from '@kreide/core/kernel';

/** What one choice of the list asks the server for. */
const STATUS_QUERIES = {
  pending: { state: 'PENDING' },
  locked: { is_locked: '1' },
  deleted: { is_deleted: '1' },
  without_family: { without_family: '1' },
} as const;
export type Status = keyof typeof STATUS_QUERIES;
export const STATUSES = Object.keys(STATUS_QUERIES) as Status[];

/** Which people are wanted. */
export interface PeopleWish {
  search?: string;
  role?: Role;
  /** A role that is given to people. */
  role_id?: string;
  grade_id?: string;
  status?: Status;
}

/** The wish as the query of the call. */
export function toQuery({ status, ...filters }: PeopleWish) {
  return { ...filters, ...(status ? STATUS_QUERIES[status] : {}) };
}
