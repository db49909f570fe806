import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useIsLeaving } from './Redirect.tsx';

/**
 * Filters that stand in the address: a filtered list can be sent to somebody.
 * @param names of the filters; other parameters of the address stay
 */
export function useAddressFilters<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams();
  const isLeaving = useIsLeaving();
  const leaving = useRef(isLeaving);
  const held = useRef<{ readonly [Key in Name]?: string } | null>(null);
  /** Sets the given filters; an empty one is left out. */
  const change = useCallback(
    (values: { readonly [Key in Name]?: string }) => {
      // Somebody is on the way to another page: what was typed before does not call them back, and counts where the list is there too.
      if (leaving.current) {
        held.current = { ...held.current, ...values };
        return;
      }
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
      );
    },
    [setSearch],
  );
  useEffect(() => {
    leaving.current = isLeaving;
    const values = held.current;
    if (isLeaving || values === null) return;
    held.current = null;
    change(values);
  }, [isLeaving, change]);
  const reset = () => change(Object.fromEntries(names.map((name) => [name, ''])) as { [Key in Name]: string });
  return { search, change, reset };
}
