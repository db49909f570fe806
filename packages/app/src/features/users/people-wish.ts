import { PEOPLE_STATUSES, type PeopleStatus, type PeopleView } from '@kreide/core/features/users';
import type { Role } from '@kreide/core/kernel';

/** What one choice of the list asks the server for. */
const STATUS_QUERIES = {
  pending: { state: 'PENDING' },
  locked: { is_locked: '1' },
  deleted: { is_deleted: '1' },
  without_family: { without_family: '1' },
} as const satisfies Record<PeopleStatus, object>;
export type Status = PeopleStatus;
export const STATUSES = PEOPLE_STATUSES;

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

type Filters = PeopleView['filters'];

/** The wish as it is kept under a name. */
export function toFilters({ role_id, grade_id, ...others }: PeopleWish): Filters {
  return {
    ...others,
    ...(role_id !== undefined && { role_id: Number(role_id) }),
    ...(grade_id !== undefined && { grade_id: Number(grade_id) }),
  };
}

/** What was kept, as filters of the address: all of them, empty where it narrows nothing. */
export function toAddress({ search, role, role_id, grade_id, status }: Filters) {
  return {
    search: search ?? '',
    role: role ?? '',
    role_id: `${role_id ?? ''}`,
    grade_id: `${grade_id ?? ''}`,
    status: status ?? '',
  };
}

/** Do two of them narrow the list to the same? */
export function isSameChoice(one: Filters, other: Filters): boolean {
  const [left, right] = [toAddress(one), toAddress(other)];
  return (Object.keys(left) as (keyof typeof left)[]).every((name) => left[name] === right[name]);
}
