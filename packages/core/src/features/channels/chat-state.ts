import type { Message } from './chat-schema.ts';

/** What a device knows of a chat. */
export interface ChatWindow {
  /** By their place; among them changed ones that lie before the window, for when it reaches them. */
  readonly known: readonly Message[];
  /** From this message on everything is known. */
  readonly from_seq: number;
  /** Every change up to this one is known. */
  readonly change_seq: number;
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
}

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

/** The window of a chat that was opened: its newest page. */
export function openWindow({ messages, change_seq, visible_from_seq, has_more }: ChatAnswer): ChatWindow {
  const from_seq = has_more ? lowest(messages, Number.MAX_SAFE_INTEGER) : 0;
  return { known: applyMessages([], messages), from_seq, change_seq, visible_from_seq };
}

/** With an older page, asked for from the window's beginning: changes that came meanwhile stay. */
export function extendWindow(window: ChatWindow, page: ChatAnswer): ChatWindow {
  const from_seq = page.has_more ? lowest(page.messages, window.from_seq) : 0;
  const visible_from_seq = Math.max(window.visible_from_seq, page.visible_from_seq);
  return { ...window, known: applyMessages(window.known, page.messages), from_seq, visible_from_seq };
}

/** With all changes since the window's. */
export function catchUp(window: ChatWindow, changes: ChatAnswer): ChatWindow {
  return {
    ...window,
    known: applyMessages(window.known, changes.messages),
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
    change_seq: isNext ? message.change_seq : window.change_seq,
  };
}

/** Has something happened in the chat that the window does not have? */
export const lacksChange = (window: ChatWindow, change_seq: number): boolean => change_seq > window.change_seq;

/** The messages to show, oldest first. */
export const messagesOf = ({ known, from_seq, visible_from_seq }: ChatWindow): Message[] =>
  known.filter(({ id }) => id >= from_seq && id > visible_from_seq);
