import { useAddressFilters } from './use-address-filters.ts';

/** The parameter of the address that holds the chosen tab; with a suffix where a page has several sets of tabs (C-2.57). */
export const tabParameter = (suffix?: string): string => (suffix ? `activeTab-${suffix}` : 'activeTab');

/** The chosen tab: what the address says, else the first. A name that no tab has counts as none. */
export const toActiveTab = <Id extends string>(ids: readonly [Id, ...Id[]], wanted: string | null): Id =>
  ids.find((id) => id === wanted) ?? ids[0];

/**
 * The chosen tab, kept in the address: it survives a reload and can be sent to somebody. Choosing adds nothing to the history.
 * @param suffix tells the sets of tabs of one page apart
 */
export function useActiveTab<Id extends string>(
  ids: readonly [Id, ...Id[]],
  suffix?: string,
): [active: Id, choose: (id: Id) => void] {
  const parameter = tabParameter(suffix);
  const { search, change } = useAddressFilters([parameter]);
  return [toActiveTab(ids, search.get(parameter)), (id) => change({ [parameter]: id })];
}
