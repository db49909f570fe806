import { type RefObject, useEffect } from 'react';
import { type HeaderState, toHeaderState } from './header-hiding.ts';

/**
 * Hides the header while the page is scrolled down (C-9.23): `data-header` of the root element says so, and with it
 * `--kreide-covered-top` is 0. It shows while something in it has focus.
 */
export function useHeaderHiding(header: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = document.documentElement;
    let state: HeaderState = { isHidden: false, at: 0 };
    // With the picture: asked at once, the browser would lay out the whole frame while it is still being made.
    const first = requestAnimationFrame(() => {
      state = { ...state, at: window.scrollY };
    });
    const show = (next: HeaderState) => {
      const isHidden = next.isHidden && !header.current?.contains(document.activeElement);
      state = { ...next, isHidden };
      if (isHidden) root.dataset.header = 'hidden';
      else delete root.dataset.header;
    };
    const onScroll = () => {
      const next = toHeaderState(state, window.scrollY);
      if (next !== state) show(next);
    };
    const onFocus = () => state.isHidden && show({ ...state, isHidden: false });
    const { current } = header;
    window.addEventListener('scroll', onScroll, { passive: true });
    current?.addEventListener('focusin', onFocus);
    return () => {
      cancelAnimationFrame(first);
      window.removeEventListener('scroll', onScroll);
      current?.removeEventListener('focusin', onFocus);
      delete root.dataset.header;
    };
  }, [header]);
}
