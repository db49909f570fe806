/** From this size on, text is so large that a phone has no room for whole words beside each other, px: one and a half times the usual. */
const LARGE = 24;

/** Says on the page whether somebody has set text much larger, at the start and whenever that changes (WCAG 1.4.4). */
export function watchTextSize(): void {
  const root = document.documentElement;
  const look = () =>
    root.toggleAttribute('data-large-text', Number.parseFloat(getComputedStyle(root).fontSize) >= LARGE);
  look();
  window.addEventListener('resize', look);
}
