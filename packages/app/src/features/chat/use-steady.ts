import { useRef, useState } from 'react';

/**
 * Functions that stay the same for all drawings and do what those of the latest drawing do: what they are given to is not
 * drawn again for their sake.
 */
export function useSteady<T extends Record<string, (...args: never[]) => unknown>>(functions: T): T {
  const latest = useRef(functions);
  latest.current = functions;
  const [steady] = useState(() => {
    const entries = Object.keys(functions).map((key) => [key, (...args: never[]) => latest.current[key]?.(...args)]);
    return Object.fromEntries(entries) as T;
  });
  return steady;
}
