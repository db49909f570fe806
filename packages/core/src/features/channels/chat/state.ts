import type { Message } from './schema.ts';

/** What a device knows of a chat. */
export interface ChatWindow {
  /** By their place; among them changed ones that lie before the window, for when it reaches them. */
  readonly known: readonly Message[];
  /** From this message on everything is known, */
  readonly from_seq: number;
  /** up to this one; null: up to the newest. */
  readonly to_seq: number | null;
  /** The newest message that there is, as far as is known; before it some may be gone. */
  readonly newest_seq: number;
  /** Every change up to this one is known. */
  readonly change_seq: number;
  /** What changed up to this one is known for the messages of the window alone: an older page says nothing certain. */
  readonly settled_seq: number;
  /** Messages up to this one are not for the reader. */
  readonly visible_from_seq: number;
}

/** An answer of the server with messages of a chat. */
export interface ChatAnswer {
  readonly messages: readonly Message[];
  /** Of the chat when it was read. */
  readonly change_seq: number;
  readonly visible_from_seq: number;
  /** There are older ones than these. */
  readonly has_more: boolean;
  /** There are newer ones than these. */
  readonly has_newer?: boolean;
  /** How many messages were sent in the chat. */
  readonly messages_sent?: number;
}

/** Has a chat got nothing but new messages since it was read? Else some were edited, taken back or cleared. */
export const hasOnlyGrown = (
  { change_seq, messages_sent = 0 }: Pick<ChatAnswer, 'change_seq' | 'messages_sent'>,
  now: { readonly change_seq: number; readonly messages_sent: number },
): boolean => now.change_seq - change_seq === now.messages_sent - messages_sent;

/** Most messages that are shown at once: beyond it those at the other end go, and are read again when they are wanted. */
export const WINDOW_MAXIMUM = 240;

/**
 * Messages after some others came, from whichever side and in whichever order: of two states of one message the later
 * change counts. One that was taken back before it was known is kept too, so that an older state that comes late does not
 * bring it back.
 */
export function applyMessages(known: readonly Message[], coming: readonly Message[]): Message[] {
  const byUuid = new Map(known.map((message) => [message.uuid, message]));
  for (const message of coming) {
    const present = byUuid.get(message.uuid);
    if (!present || present.change_seq <= message.change_seq) byUuid.set(message.uuid, message);
  }
  return [...byUuid.values()].sort((one, other) => one.id - other.id);
}

const lowest = (messages: readonly Message[], otherwise: number) =>
  messages.reduce((least, { id }) => Math.min(least, id), otherwise);

const highest = (messages: readonly Message[], otherwise: number) =>
  messages.reduce((most, { id }) => Math.max(most, id), otherwise);

/** The window of a chat that was opened: its newest page, or one somewhere in it. */
export function openWindow(answer: ChatAnswer): ChatWindow {
  const { messages, change_seq, visible_from_seq, has_more, has_newer = false, messages_sent = 0 } = answer;
  return {
    known: applyMessages([], messages),
    from_seq: has_more ? lowest(messages, Number.MAX_SAFE_INTEGER) : 0,
    to_seq: has_newer ? highest(messages, 0) : null,
    newest_seq: highest(messages, messages_sent),
    change_seq,
    settled_seq: change_seq,
    visible_from_seq,
  };
}

/**
 * With an older page: changes that came meanwhile stay. A page that was read before the window was opened, or before it
 * forgot messages, changes nothing: what happened to its messages since then would be missing.
 * @param asked the beginning of the window from which it was asked for; when that is another by now, nothing happens
 */
export function extendWindow(window: ChatWindow, page: ChatAnswer, asked = window.from_seq): ChatWindow {
  if (asked !== window.from_seq || page.change_seq < window.settled_seq) return window;
  const from_seq = page.has_more ? lowest(page.messages, window.from_seq) : 0;
  const visible_from_seq = Math.max(window.visible_from_seq, page.visible_from_seq);
  return { ...window, known: applyMessages(window.known, page.messages), from_seq, visible_from_seq };
}

/** The same with a newer page, asked for from the end of the window. */
export function extendToNewer(window: ChatWindow, page: ChatAnswer, asked = window.to_seq): ChatWindow {
  if (window.to_seq === null || asked !== window.to_seq || page.change_seq < window.settled_seq) return window;
  return {
    ...window,
    known: applyMessages(window.known, page.messages),
    to_seq: page.has_newer ? highest(page.messages, window.to_seq) : null,
    newest_seq: Math.max(window.newest_seq, page.messages_sent ?? 0),
    visible_from_seq: Math.max(window.visible_from_seq, page.visible_from_seq),
  };
}

/**
 * Extends a window by a page in small steps, those next to the window first: a phone draws a few messages between two
 * pictures, and not a page. A step counts only after the one before it.
 * @param asked the end of the window from which the page was asked for
 */
export function stepsOf(
  page: ChatAnswer,
  end: 'older' | 'newer',
  asked: number,
  size: number,
): ((window: ChatWindow) => ChatWindow)[] {
  const direction = end === 'older' ? -1 : 1;
  const sorted = [...page.messages].sort((one, other) => direction * (one.id - other.id));
  const starts = sorted.map((_, at) => at).filter((at) => at % size === 0);
  return (starts.length === 0 ? [0] : starts).map((at) => {
    const from = sorted[at - 1]?.id ?? asked;
    const messages = sorted.slice(at, at + size);
    const isLast = at + size >= sorted.length;
    if (end === 'older') {
      const portion = { ...page, messages, has_more: !isLast || page.has_more };
      return (window) => extendWindow(window, portion, from);
    }
    const portion = { ...page, messages, has_newer: !isLast || page.has_newer === true };
    return (window) => extendToNewer(window, portion, from);
  });
}

/** With no more messages than are shown at once: those at the end that is given are forgotten. */
export function trimWindow(window: ChatWindow, end: 'older' | 'newer', maximum = WINDOW_MAXIMUM): ChatWindow {
  const shown = messagesOf(window);
  if (shown.length <= maximum) return window;
  const kept = end === 'older' ? shown.slice(-maximum) : shown.slice(0, maximum);
  const from_seq = end === 'older' ? lowest(kept, Number.MAX_SAFE_INTEGER) : window.from_seq;
  const to_seq = end === 'newer' ? highest(kept, 0) : window.to_seq;
  const known = window.known.filter(({ id }) => id >= from_seq && (to_seq === null || id <= to_seq));
  return { ...window, known, from_seq, to_seq, settled_seq: window.change_seq };
}

/** With all changes since the window's. */
export function catchUp(window: ChatWindow, changes: ChatAnswer): ChatWindow {
  return {
    ...window,
    known: applyMessages(window.known, changes.messages),
    newest_seq: highest(changes.messages, Math.max(window.newest_seq, changes.messages_sent ?? 0)),
    change_seq: Math.max(window.change_seq, changes.change_seq),
    visible_from_seq: Math.max(window.visible_from_seq, changes.visible_from_seq),
  };
}

/** With one message of an answer: what happened before it is not known yet, unless it is the very next change. */
export function applyMessage(window: ChatWindow, message: Message): ChatWindow {
  const isNext = message.change_seq === window.change_seq + 1;
  return {
    ...window,
    known: applyMessages(window.known, [message]),
    newest_seq: Math.max(window.newest_seq, message.id),
    change_seq: isNext ? message.change_seq : window.change_seq,
  };
}

/** Has something happened in the chat that the window does not have? */
export const lacksChange = (window: ChatWindow, change_seq: number): boolean => change_seq > window.change_seq;

/** The messages to show, oldest first. */
export const messagesOf = ({ known, from_seq, to_seq, visible_from_seq }: ChatWindow): Message[] =>
  known.filter(({ id }) => id >= from_seq && (to_seq === null || id <= to_seq) && id > visible_from_seq);
