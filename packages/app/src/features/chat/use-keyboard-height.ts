import { useEffect } from 'react';

/** What of a window a keyboard covers, px; 0: nothing, the window was made smaller instead, or somebody has zoomed in. */
export function coveredByKeyboard(windowHeight: number, seen: { height: number; scale: number }): number {
  if (seen.scale > 1.01) return 0;
  const covered = Math.round(windowHeight - seen.height);
  // A bar of the browser that comes and goes is no keyboard.
  return covered > 120 ? covered : 0;
}

/**
 * Where a keyboard lies over the page instead of making it smaller (iOS), the chat becomes so much lower: what was written last
 * and what one writes are both in sight.
 */
export function useKeyboardHeight(): void {
  useEffect(() => {
    const seen = globalThis.visualViewport;
    if (!seen) return;
    const root = document.documentElement;
    const look = () => {
      const covered = coveredByKeyboard(globalThis.innerHeight, seen);
      root.style.setProperty('--kreide-keyboard', `${covered}px`);
      if (covered > 0) globalThis.scrollTo(0, 0);
    };
    look();
    seen.addEventListener('resize', look);
    return () => {
      seen.removeEventListener('resize', look);
      root.style.removeProperty('--kreide-keyboard');
    };
  }, []);
}
