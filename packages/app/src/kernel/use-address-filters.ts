import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Filters that stand in the address: a filtered list can be sent to somebody.
 * @param names of the filters; other parameters of the address stay
 */
export function useAddressFilters<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams();
  /** Sets the given filters; an empty one is left out. */
  const change = useCallback(
    (values: { readonly [Key in Name]?: string }) =>
      setSearch(
        (present) => {
          const next = new URLSearchParams(present);
          for (const [name, value] of Object.entries<string | undefined>(values)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const reset = () => change(Object.fromEntries(names.map((name) => [name, ''])) as { [Key in Name]: string });
  return { search, change, reset };
}
