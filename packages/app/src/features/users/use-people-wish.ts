import { PEOPLE_ORDERS } from '@kreide/core/features/users';
import { isRole } from '@kreide/core/kernel';
import { useAddressFilters } from '../../kernel/use-address-filters.ts';
import { type PeopleWish, STATUSES, type Status } from './people-wish.ts';

const NAMES = ['search', 'role', 'role_id', 'grade_id', 'status', 'order'] as const;
const isNumber = (text: string) => /^[1-9]\d{0,14}$/.test(text);
type Name = (typeof NAMES)[number];

/** Reads the filters from the address, and changes them there; leaves out values that no filter has. */
export function usePeopleWish() {
  const { search: address, change, reset } = useAddressFilters<Name>(NAMES);
  const [search, role, given, grade, status, order] = NAMES.map((name) => address.get(name) ?? '');
  const ordered = (text = '') => {
    const known = PEOPLE_ORDERS.find((one) => one === text);
    return known && { order: known };
  };
  const wish: PeopleWish = {
    ...(search && { search: search.slice(0, 100) }),
    ...(isRole(role) && { role }),
    ...(given && isNumber(given) && { role_id: given }),
    ...(grade && isNumber(grade) && { grade_id: grade }),
    ...(STATUSES.find((one) => one === status) && { status: status as Status }),
    ...(order !== 'name' && ordered(order)),
  };
  return { wish, change, reset };
}
