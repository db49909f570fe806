import { type RefObject, useLayoutEffect } from 'react';

/**
 * Tells the styles how high an element is, px: a page as high as the window leaves room for it (`Chat.module.css`).
 * @param name of the custom property of the root element
 */
export function useHeight(element: RefObject<HTMLElement | null>, name: `--${string}`): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty(name, `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  }, [element, name]);
}
