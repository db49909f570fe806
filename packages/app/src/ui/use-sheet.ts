import { useLayoutEffect } from 'react';

/**
 * Says at the page which sheet is printed in its place: Firefox knows only from 121 on how styles ask what is in the page. By its name,
 * since the styles of each hide everything but their own.
 */
export function useSheet(name: 'plan' | 'unreached'): void {
  useLayoutEffect(() => {
    document.body.dataset.sheet = name;
    return () => {
      delete document.body.dataset.sheet;
    };
  }, [name]);
}
