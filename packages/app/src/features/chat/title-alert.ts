/** How often the title of a hidden page changes after a message came, ms (C-9.14). */
export const TITLE_BLINK = 1000;

/** What a title alert needs of the page. */
export interface AlertedPage {
  title: string;
  readonly visibilityState: DocumentVisibilityState;
  addEventListener(type: 'visibilitychange', listener: () => void): void;
}

/** What it needs of the device. */
export interface AlertDevice {
  /** Calls again and again; returns the end of that. */
  repeat: (action: () => void, every: number) => () => void;
  /** The person does not want things to move. */
  isStill: () => boolean;
}

/**
 * Says in the title of a page that nobody looks at how many messages have come since: in turns with the page's own title
 * each second, for those who want nothing to move as a number before it. Whoever comes back finds the own title.
 */
export function createTitleAlert(page: AlertedPage, { repeat, isStill }: AlertDevice) {
  let count = 0;
  let own = '';
  /** What was put there last; null: nothing. */
  let shown: string | null = null;
  let words = '';
  let stop: (() => void) | null = null;

  /** The page's own title, which may have become another meanwhile. */
  function noteOwn(): void {
    if (page.title !== shown) own = page.title;
  }
  function show(title: string): void {
    shown = title;
    page.title = title;
  }

  function end(): void {
    if (shown === null || page.visibilityState === 'hidden') return;
    stop?.();
    if (page.title === shown) page.title = own;
    count = 0;
    shown = null;
    stop = null;
  }
  page.addEventListener('visibilitychange', end);

  return {
    /** So many messages have come. @param write says a number of messages in words */
    add(more: number, write: (count: number) => string): void {
      if (page.visibilityState !== 'hidden') return;
      count += more;
      words = write(count);
      noteOwn();
      const isMoving = !isStill();
      show(isMoving ? words : `(${count}) ${own}`);
      if (!isMoving) return;
      stop ??= repeat(() => {
        noteOwn();
        show(shown === words ? own : words);
      }, TITLE_BLINK);
    },
  };
}
