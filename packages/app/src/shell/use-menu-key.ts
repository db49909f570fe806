import { useEffect } from 'react';

/** What has a menu of its own: rows of tables and lists, cards. */
const ROWS = '[data-row], article, li, tr';
const MENUS = '[aria-haspopup="menu"], [aria-haspopup="true"]';
/** Here the key belongs to what is written. */
const WRITTEN = 'input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable="true"]';

/** The button of the one menu of the row in which an element lies; null where there is none, or more than one. */
function menuButtonOf(element: Element): HTMLElement | null {
  const buttons = element.closest(ROWS)?.querySelectorAll<HTMLElement>(MENUS);
  return buttons?.length === 1 ? (buttons[0] ?? null) : null;
}

/** The menu key and Shift+F10 open the menu of the row, card or message that has the focus, as its button would. */
export function useMenuKey(): void {
  useEffect(() => {
    let isOpened = false;
    function onKeyDown(event: KeyboardEvent) {
      const { key, shiftKey, target, defaultPrevented } = event;
      isOpened = false;
      if (defaultPrevented || (key !== 'ContextMenu' && !(key === 'F10' && shiftKey))) return;
      if (!(target instanceof Element) || target.matches(WRITTEN)) return;
      const button = menuButtonOf(target);
      if (!button) return;
      event.preventDefault();
      isOpened = true;
      button.click();
    }
    // The browser's own menu would come as the key goes up.
    const onMenu = (event: Event) => isOpened && event.preventDefault();
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('contextmenu', onMenu);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('contextmenu', onMenu);
    };
  }, []);
}
