import { useEffect, useRef } from 'react';

/** Opens the search of the page with the keys that search pages elsewhere; a second time they are the browser's again. */
export function useSearchKey(isOpen: boolean, open: () => void): void {
  const hear = useRef(open);
  hear.current = open;
  useEffect(() => {
    if (isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'f')
        return;
      event.preventDefault();
      hear.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen]);
}
