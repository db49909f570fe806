import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Group } from './lines.ts';
import { type Page, toPages } from './pages.ts';

/**
 * Measures every line as it will be rendered, in a hidden copy of the board, and lays out pages from that; again whenever
 * the plan, the size of the board or the fonts change.
 */
export function usePages(
  area: RefObject<HTMLElement | null>,
  copy: RefObject<HTMLElement | null>,
  groups: readonly Group[],
  size: number,
): readonly Page[] {
  const [pages, setPages] = useState<readonly Page[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another size of the text gives other heights
  useLayoutEffect(() => {
    const [room, measured] = [area.current, copy.current];
    if (!room || !measured) return;
    let isOver = false;
    const measure = () => {
      if (isOver) return;
      const heights = [...measured.children].map((group) => ({
        head: 0,
        lines: [...group.children].map((line) => line.getBoundingClientRect().height),
      }));
      setPages(toPages(heights, { columns: 1, height: room.clientHeight, gap: 0 }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(room);
    document.fonts?.ready.then(measure);
    return () => {
      isOver = true;
      observer.disconnect();
    };
  }, [area, copy, groups, size]);
  return pages;
}
