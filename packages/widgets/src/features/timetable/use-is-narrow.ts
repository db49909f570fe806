import { type RefObject, useLayoutEffect, useState } from 'react';

/** Below this width the columns of a week have no room for long names, px. */
const NARROW = 620;

/** Whether an element is too narrow for long names; updates with its size. */
export function useIsNarrow(element: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setIsNarrow] = useState(false);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setIsNarrow(current.clientWidth < NARROW);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return isNarrow;
}
