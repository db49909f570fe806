import { PEOPLE_STATUSES, type PeopleOrder, type PeopleStatus, type PeopleView } from '@kreide/core/features/users';
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
  /** By name, unless this says otherwise. */
  order?: PeopleOrder;
}

/** Is anybody left out? An order leaves nobody out. */
export const isNarrowed = ({ order: _, ...filters }: PeopleWish): boolean => Object.keys(filters).length > 0;

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
export function toAddress({ search, role, role_id, grade_id, status, order }: Filters) {
  return {
    search: search ?? '',
    role: role ?? '',
    role_id: `${role_id ?? ''}`,
    grade_id: `${grade_id ?? ''}`,
    status: status ?? '',
    order: order ?? '',
  };
}

/** Do two of them show the same list? */
export function isSameChoice(one: Filters, other: Filters): boolean {
  const [left, right] = [toAddress(one), toAddress(other)];
  return (Object.keys(left) as (keyof typeof left)[]).every((name) => left[name] === right[name]);
}
