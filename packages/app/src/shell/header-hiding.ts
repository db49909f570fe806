/** Shorter ways of scrolling change nothing, px (C-9.23). */
export const HIDE_TOLERANCE = 17;
/** So close to the top the header always shows, px (C-9.23). */
export const HIDE_OFFSET = 40;

/** Whether the header is hidden, and where the page stood when that was decided. */
export interface HeaderState {
  isHidden: boolean;
  at: number;
}

/** Scrolling down hides the header, scrolling up shows it; never near the top (C-9.23). */
export function toHeaderState(former: HeaderState, scrolled: number): HeaderState {
  if (scrolled <= HIDE_OFFSET) return { isHidden: false, at: Math.max(0, scrolled) };
  const way = scrolled - former.at;
  return Math.abs(way) < HIDE_TOLERANCE ? former : { isHidden: way > 0, at: scrolled };
}
