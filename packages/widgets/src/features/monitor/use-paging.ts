import { useEffect, useRef, useState } from 'react';

/** After this long a motionless pointer no longer stops the pages of a screen in the hall, ms. */
const POINTER_REST = 20_000;

export interface Paging {
  /** Counts up and down; each area takes it modulo its number of pages. */
  readonly step: number;
  readonly isPaused: boolean;
  readonly turn: (direction: 1 | -1) => void;
  readonly toggle: () => void;
  /** For the element whose pages stop while it is hovered or has focus. */
  readonly handlers: {
    onPointerMove: () => void;
    onPointerLeave: () => void;
    onFocus: () => void;
    onBlur: () => void;
  };
}

/** Turns pages on a timer unless they are paused, hovered or focused (D-2.14). */
export function usePaging(pages: number, seconds: number): Paging {
  const [step, setStep] = useState(0);
  const [isPaused, setIsPaused] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const pointedAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    if (isPaused || isFocused || pages < 2) return;
    const timer = setInterval(() => {
      if (Date.now() - pointedAt.current > POINTER_REST) setStep((before) => before + 1);
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [isPaused, isFocused, pages, seconds]);

  return {
    step,
    isPaused,
    turn: (direction) => setStep((before) => before + direction),
    toggle: () => setIsPaused((before) => !before),
    handlers: {
      onPointerMove: () => {
        pointedAt.current = Date.now();
      },
      onPointerLeave: () => {
        pointedAt.current = Number.NEGATIVE_INFINITY;
      },
      onFocus: () => setIsFocused(true),
      onBlur: () => setIsFocused(false),
    },
  };
}

/** The page of an area at a step; negative steps count from the end. */
export function pageAt(step: number, pages: number): number {
  return pages === 0 ? 0 : ((step % pages) + pages) % pages;
}
