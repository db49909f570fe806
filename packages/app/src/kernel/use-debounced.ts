import { useEffect, useRef } from 'react';

/** How long nothing is typed before a list is searched, ms (C-9.10). */
export const SEARCH_DEBOUNCE = 500;

/** Hands a value on once it has not changed for a while: once for each pause in typing (C-4.45). */
export function useDebounced<T>(value: T, onPause: (value: T) => void): void {
  const hear = useRef(onPause);
  hear.current = onPause;
  const first = useRef(value);
  useEffect(() => {
    if (value === first.current) return;
    const timer = setTimeout(() => hear.current(value), SEARCH_DEBOUNCE);
    return () => clearTimeout(timer);
  }, [value]);
}
