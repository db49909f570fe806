import { type RefObject, useState } from 'react';

/**
 * A field of segments tells nothing while some of them are empty, and would go on showing them: when it is left,
 * `onLeave` hears whether it is incomplete, and a new `key` makes it show its value again.
 */
export function useFieldLeave(field: RefObject<HTMLElement | null>, onLeave: (isIncomplete: boolean) => void) {
  const [key, setKey] = useState(0);
  const onBlur = () => {
    const segments = [...(field.current?.querySelectorAll('[role="spinbutton"]') ?? [])];
    const empty = segments.filter((segment) => segment.hasAttribute('data-placeholder')).length;
    const isIncomplete = empty > 0 && empty < segments.length;
    onLeave(isIncomplete);
    if (isIncomplete) setKey((former) => former + 1);
  };
  return { key, onBlur };
}
