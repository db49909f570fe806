import { useEffect, useRef, useState } from 'react';

/** The pages turn again by themselves so long after the last touch, key or press, ms: nobody can stop a screen in a hall for good. */
const REST = 60_000;

export interface Paging {
  /** Counts up and down; each area takes it modulo its number of pages. */
  readonly step: number;
  readonly isPaused: boolean;
  readonly turn: (direction: 1 | -1) => void;
  readonly toggle: () => void;
  /** For the element whose pages stop while somebody uses it. */
  readonly handlers: {
    onPointerDown: () => void;
    onFocus: () => void;
    onKeyDown: () => void;
  };
}

/** Turns pages on a timer unless somebody has paused them or uses them, and a minute after that again (D-2.14). */
export function usePaging(pages: number, seconds: number): Paging {
  const [step, setStep] = useState(0);
  const [isPaused, setIsPaused] = useState(false);
  const usedAt = useRef(Number.NEGATIVE_INFINITY);
  const use = () => {
    usedAt.current = Date.now();
  };

  useEffect(() => {
    if (pages < 2) return;
    const timer = setInterval(() => {
      // A clock that was set back would hold the pages up.
      const rested = Math.abs(Date.now() - usedAt.current);
      if (rested < REST) return;
      setIsPaused(false);
      setStep((before) => before + 1);
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [pages, seconds]);

  return {
    step,
    isPaused,
    turn(direction) {
      use();
      setStep((before) => before + direction);
    },
    toggle() {
      usedAt.current = isPaused ? Number.NEGATIVE_INFINITY : Date.now();
      setIsPaused(!isPaused);
    },
    handlers: { onPointerDown: use, onFocus: use, onKeyDown: use },
  };
}

/** The page of an area at a step; negative steps count from the end. */
export function pageAt(step: number, pages: number): number {
  return pages === 0 ? 0 : ((step % pages) + pages) % pages;
}
