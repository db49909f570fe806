import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

const CONTROLS = 'a[href], button:not([disabled]), input:not([disabled]), textarea:not([disabled]), [tabindex="0"]';

const isMessage = (element: Element | null | undefined): element is HTMLElement =>
  element instanceof HTMLElement && element.tagName === 'ARTICLE';

/** The next message in a direction. */
function messageBeside(from: Element | null, way: 'nextElementSibling' | 'previousElementSibling') {
  for (let at = from; at; at = at[way]) if (isMessage(at)) return at;
  return undefined;
}

/** The last message of which something is in sight. */
function lastInSight(list: HTMLElement): HTMLElement | undefined {
  const { bottom } = list.getBoundingClientRect();
  let at = messageBeside(list.lastElementChild, 'previousElementSibling');
  while (at && at.getBoundingClientRect().top >= bottom)
    at = messageBeside(at.previousElementSibling, 'previousElementSibling');
  return at;
}

/** Does a control of a message end it for who goes on in a direction? Of a group of radio buttons one is a stop. */
function endsMessage(message: HTMLElement, control: HTMLElement, isBack: boolean): boolean {
  const all = [...message.querySelectorAll<HTMLInputElement>(CONTROLS)];
  const at = all.indexOf(control as HTMLInputElement);
  const rest = isBack ? all.slice(0, Math.max(at, 0)) : all.slice(at + 1);
  const group = control instanceof HTMLInputElement && control.type === 'radio' ? control.name : null;
  return rest.every((one) => one.tabIndex < 0 || (group !== null && one.name === group));
}

/** Shows the actions of a message. */
function openMenu(message: HTMLElement): void {
  message.querySelector<HTMLElement>('[aria-haspopup]')?.click();
  // The browser's own menu comes with the key that is let go.
  const keep = (event: Event) => event.preventDefault();
  globalThis.addEventListener('keyup', keep, { once: true, capture: true });
}

/**
 * The messages of a chat are one stop of the Tab key: arrows, Home and End go through them, the menu key opens what can be
 * done with one, Enter goes to what stands in it, and Escape comes back.
 * @param go what lies outside of what is on the page: its first message, its last one
 */
export function useHistoryKeys(
  box: RefObject<HTMLElement | null>,
  go: { toFirst: () => boolean; toLast: () => boolean },
) {
  const before = useRef<HTMLSpanElement>(null);
  const after = useRef<HTMLSpanElement>(null);
  const active = useRef<HTMLElement | null>(null);
  const isTabbing = useRef(false);
  useEffect(() => {
    const note = ({ key }: globalThis.KeyboardEvent) => {
      isTabbing.current = key === 'Tab';
    };
    const forget = () => {
      isTabbing.current = false;
    };
    globalThis.addEventListener('keydown', note, true);
    globalThis.addEventListener('focusin', forget);
    return () => {
      globalThis.removeEventListener('keydown', note, true);
      globalThis.removeEventListener('focusin', forget);
    };
  }, []);

  function enter() {
    const list = box.current;
    if (!list) return;
    const known = active.current?.isConnected ? active.current : undefined;
    (known ?? lastInSight(list))?.focus();
  }

  function onFocus({ target, relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
    const list = currentTarget;
    // What a portal shows belongs to the list for React alone.
    if (!list.contains(target)) return;
    const isEntered = !list.contains(relatedTarget);
    const message = target.closest<HTMLElement>('article');
    if (target === list || (isEntered && isTabbing.current && target !== message)) enter();
    else if (message?.parentElement === list) active.current = message;
    // Who goes back from a message leaves the list.
    list.tabIndex = -1;
  }
  function onBlur({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
    if (!currentTarget.contains(relatedTarget)) currentTarget.tabIndex = 0;
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target, currentTarget: list, key, shiftKey } = event;
    if (!(target instanceof HTMLElement) || !list.contains(target)) return;
    const message = target.closest<HTMLElement>('article');
    const isOn = target === message && message.parentElement === list;
    if (key === 'Tab') {
      if (isOn || !message || endsMessage(message, target, shiftKey))
        (shiftKey ? before : after).current?.focus({ preventScroll: true });
      return;
    }
    if (!message) return;
    if (key === 'Escape' && !isOn && !event.defaultPrevented) return message.focus();
    if (!isOn) return;
    const isMenu = key === 'ContextMenu' || (key === 'F10' && shiftKey);
    const steps: Partial<Record<string, () => void>> = {
      ArrowDown: () => messageBeside(message.nextElementSibling, 'nextElementSibling')?.focus(),
      ArrowUp: () => messageBeside(message.previousElementSibling, 'previousElementSibling')?.focus(),
      Home: () => {
        if (!go.toFirst()) messageBeside(list.firstElementChild, 'nextElementSibling')?.focus();
      },
      End: () => {
        if (!go.toLast()) messageBeside(list.lastElementChild, 'previousElementSibling')?.focus();
      },
      Enter: () => message.querySelector<HTMLElement>(CONTROLS)?.focus(),
    };
    const step = isMenu ? () => openMenu(message) : steps[key];
    if (!step) return;
    event.preventDefault();
    step();
  }
  return { before, after, handlers: { onFocus, onBlur, onKeyDown } };
}
