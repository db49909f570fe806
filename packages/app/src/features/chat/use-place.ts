import { type RefObject, useRef, useState } from 'react';

/** How near to the end counts as there, px. */
const NEAR = 80;
/** How many heights of the list are kept ready above and below. */
const READY = 2;

/** A message and how far its upper edge is below that of the list, px: what is read, whatever comes before it. */
export interface Anchor {
  seq: number;
  offset: number;
}

/** The first of some that stand one below the other for which something holds that holds for all below: a few are looked at. */
function firstOf(children: ArrayLike<Element>, holds: (child: Element) => boolean): Element | undefined {
  let [from, to] = [0, children.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const child = children[middle];
    if (child && holds(child)) to = middle;
    else from = middle + 1;
  }
  return children[from];
}

/** The message from something in the list on: itself, or what comes after the name of a day. */
function messageFrom(child: Element | null | undefined): HTMLElement | undefined {
  for (let at = child; at; at = at.nextElementSibling) if (at instanceof HTMLElement && at.dataset.seq) return at;
  return undefined;
}

/** Where the list goes with its next drawing. */
type Aim = 'end' | { seq: number; isFirstNew?: boolean; isFocused?: boolean };

/** Where somebody reads in a list of messages. It follows the end there, and elsewhere stays with the message. */
class Place {
  readonly box: RefObject<HTMLDivElement | null> = { current: null };
  anchor: Anchor | null;
  isAtEnd: boolean;
  /** The list goes up to the newest message. */
  reachesNewest = true;
  private aim: Aim | null;
  private readonly tellEnd: (isAtEnd: boolean) => void;

  constructor(tellEnd: (isAtEnd: boolean) => void, { kept, aim }: { kept: Anchor | null; aim: Aim | null }) {
    this.tellEnd = tellEnd;
    this.anchor = kept;
    this.aim = aim;
    this.isAtEnd = kept === null && aim === null;
  }

  /** The message, or the first after it. */
  private rowAt(seq: number): HTMLElement | undefined {
    const child = firstOf(this.box.current?.children ?? [], (one) => {
      const row = messageFrom(one);
      return !row || Number(row.dataset.seq) >= seq;
    });
    return messageFrom(child);
  }

  /** Is that the end now? Asked when it was scrolled, never in between: what has just grown would say no. */
  readonly look = (): void => {
    const element = this.box.current;
    if (!element) return;
    const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    const isThere = isNear && this.reachesNewest;
    if (isThere !== this.isAtEnd) {
      this.isAtEnd = isThere;
      this.tellEnd(isThere);
    }
    this.note();
  };

  /** Notes what is read now, before the list changes. */
  readonly note = (): void => {
    const element = this.box.current;
    if (!element) return;
    const { top } = element.getBoundingClientRect();
    const row = messageFrom(firstOf(element.children, (one) => one.getBoundingClientRect().bottom > top));
    if (row) this.anchor = { seq: Number(row.dataset.seq), offset: row.getBoundingClientRect().top - top };
  };

  /** Puts what is read back to where it was, or goes to where somebody wants; after every change of the list. */
  readonly hold = (): void => {
    const element = this.box.current;
    if (!element) return;
    if (this.aim !== null && this.take(this.aim)) this.aim = null;
    else if (this.isAtEnd) element.scrollTop = element.scrollHeight;
    else if (this.anchor) {
      const { seq, offset } = this.anchor;
      const row = this.rowAt(seq);
      // A row that went is no measure for the next one.
      const wanted = Number(row?.dataset.seq) === seq ? offset : 0;
      const by = row ? row.getBoundingClientRect().top - element.getBoundingClientRect().top - wanted : 0;
      if (Math.abs(by) >= 0.5) element.scrollTop += by;
    }
    this.look();
  };

  private take(aim: Aim): boolean {
    const element = this.box.current;
    if (!element) return false;
    if (aim === 'end') {
      element.scrollTop = element.scrollHeight;
      return true;
    }
    const row = this.rowAt(aim.seq);
    if (!row) return false;
    const before = row.previousElementSibling;
    const shown = aim.isFirstNew && before instanceof HTMLElement && before.dataset.line ? before : row;
    const box = shown.getBoundingClientRect();
    const free = aim.isFirstNew ? 0 : Math.max(0, (element.clientHeight - box.height) / 2);
    element.scrollTop += box.top - element.getBoundingClientRect().top - free;
    if (aim.isFocused) row.focus({ preventScroll: true });
    return true;
  }

  /** Goes there with the next drawing. */
  readonly aimAt = (aim: Aim): void => {
    this.aim = aim;
  };

  /** Does something have to be read to go on: above, or below? */
  lacks(): { above: boolean; below: boolean } {
    const element = this.box.current;
    if (!element) return { above: false, below: false };
    const { scrollTop, scrollHeight, clientHeight } = element;
    const ready = READY * clientHeight;
    return { above: scrollTop < ready && !this.isAtEnd, below: scrollHeight - scrollTop - clientHeight < ready };
  }
}

export type { Place };

/** The place of somebody in a list of messages, and whether that is its end. */
export function usePlace(kept: Anchor | null, aim: Aim | null): { place: Place; isAtEnd: boolean } {
  const [isAtEnd, setAtEnd] = useState(kept === null && aim === null);
  const place = useRef<Place>(null);
  place.current ??= new Place(setAtEnd, { kept, aim });
  return { place: place.current, isAtEnd };
}

const places = new Map<string, Anchor>();

/** Where somebody was in the chats that they left, until the app is closed (by account and chat). */
export const keptPlaces = {
  read: (account: string, chatId: number): Anchor | null => places.get(`${account} ${chatId}`) ?? null,
  write(account: string, chatId: number, anchor: Anchor | null): void {
    if (anchor) places.set(`${account} ${chatId}`, anchor);
    else places.delete(`${account} ${chatId}`);
  },
};
