import { useLayoutEffect } from 'react';

/** Says at the page that a sheet is printed in its place: Firefox knows only from 121 on how styles ask what is in the page. */
export function useSheet(): void {
  useLayoutEffect(() => {
    document.body.dataset.sheet = '';
    return () => {
      delete document.body.dataset.sheet;
    };
  }, []);
}
