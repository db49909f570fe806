import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** From this size of the text on lines wrap, px. */
const LARGE_TEXT = 24;

/**
 * Round a grid: where the reader's text is larger or wider set than its cards are made for (WCAG 1.4.4, 1.4.12), their
 * lines wrap, and its scale grows until the fullest card has room for all of them. The usual text costs one look.
 */
export function TextRoom({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLElement>(null);
  const [isRoomy, setRoomy] = useState(false);

  useLayoutEffect(() => {
    const element = probe.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const { fontSize, letterSpacing, lineHeight } = getComputedStyle(element);
      const size = Number.parseFloat(fontSize);
      // Set to none and 1; anything else is the reader's.
      const isWide = Number.parseFloat(letterSpacing) > 0 || Number.parseFloat(lineHeight) > size * 1.2;
      setRoomy(isWide || size >= LARGE_TEXT);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const root = frame.current;
    if (!isRoomy || !root) return;
    const bodies = () => root.querySelectorAll<HTMLElement>('.kt-body');
    const fit = () => {
      for (const body of bodies()) {
        body.style.removeProperty('--kt-raise');
        const cards = [...body.querySelectorAll('.kt-lesson')];
        const full = Math.max(1, ...cards.map(({ scrollHeight, clientHeight }) => scrollHeight / clientHeight));
        body.style.setProperty('--kt-raise', full.toFixed(3));
      }
    };
    fit();
    const observer = new MutationObserver(fit);
    observer.observe(root, { subtree: true, childList: true, characterData: true });
    window.addEventListener('resize', fit);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', fit);
      for (const body of bodies()) body.style.removeProperty('--kt-raise');
    };
  }, [isRoomy]);

  return (
    <div ref={frame} className={isRoomy ? 'kt-roomy' : undefined}>
      <i ref={probe} className="kt-probe" aria-hidden="true">
        0
      </i>
      {children}
    </div>
  );
}
