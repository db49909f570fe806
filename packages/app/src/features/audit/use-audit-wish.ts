import type { AuditOrder } from '@kreide/core/features/audit';
import { useAddressFilters } from '../../kernel/use-address-filters.ts';

const NAMES = ['search', 'action', 'from', 'until', 'user_id', 'entity', 'record'] as const;
/** The order stands in the address too, and leaves nothing out. */
const ORDER = 'order';
type Name = (typeof NAMES)[number];

/** What a view of the log keeps. */
export const AUDIT_FILTERS = [...NAMES, ORDER] as const;

/** Which entries are wanted, as the query of the call. */
export type AuditWish = Partial<Record<Name, string>>;

/** Reads the filters from the address, and changes them there. */
export function useAuditWish() {
  const { search, change, reset } = useAddressFilters<Name | typeof ORDER>(NAMES);
  const wish: AuditWish = {};
  for (const name of NAMES) {
    const value = search.get(name);
    if (value) wish[name] = value;
  }
  const order: AuditOrder = search.get(ORDER) === 'at' ? 'at' : '-at';
  return { wish, order, change, reset };
}
