import { WRITTEN } from '../ui/written.ts';

/** What has a menu of its own: rows of tables and lists, cards. */
const ROWS = '[data-row], article, li, tr';
const MENUS = '[aria-haspopup="menu"], [aria-haspopup="true"]';

let isOpened = false;

/** The button of the one menu of the row in which an element lies; null where there is none, or more than one. */
function menuButtonOf(element: Element): HTMLElement | null {
  const buttons = element.closest(ROWS)?.querySelectorAll<HTMLElement>(MENUS);
  return buttons?.length === 1 ? (buttons[0] ?? null) : null;
}

/** The menu key and Shift+F10 open the menu of the row, card or message that has the focus, as its button would. */
export function openMenuOf(event: KeyboardEvent): void {
  const { key, shiftKey, target, defaultPrevented } = event;
  // Handled already, by this or by a list with keys of its own.
  if (defaultPrevented) return;
  isOpened = false;
  if (key !== 'ContextMenu' && !(key === 'F10' && shiftKey)) return;
  if (!(target instanceof Element) || target.matches(WRITTEN)) return;
  const button = menuButtonOf(target);
  if (!button) return;
  event.preventDefault();
  isOpened = true;
  button.click();
}

// The first key that somebody presses brings this file; from the next one on it hears them itself, before the browser acts.
document.addEventListener('keydown', openMenuOf);
// The browser's own menu would come as the key goes up.
document.addEventListener('contextmenu', (event) => isOpened && event.preventDefault());
