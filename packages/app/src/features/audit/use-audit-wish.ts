import { useAddressFilters } from '../../kernel/use-address-filters.ts';

const NAMES = ['search', 'action', 'from', 'until', 'user_id', 'entity', 'record'] as const;
type Name = (typeof NAMES)[number];

/** Which entries are wanted, as the query of the call. */
export type AuditWish = Partial<Record<Name, string>>;

/** Reads the filters from the address, and changes them there. */
export function useAuditWish(): { wish: AuditWish; change: (values: AuditWish) => void; reset: () => void } {
  const { search, change, reset } = useAddressFilters(NAMES);
  const wish: AuditWish = {};
  for (const name of NAMES) {
    const value = search.get(name);
    if (value) wish[name] = value;
  }
  return { wish, change, reset };
}
