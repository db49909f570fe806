import { type ChatWindow, channelEvents, chatApi, openWindow } from '@kreide/core/features/channels';
import { sessionStore } from '../../kernel/client.ts';
import { queryOf } from '../../kernel/data.ts';
import { KEPT } from '../../kernel/kept-answers.ts';
import { queries } from '../../kernel/query.ts';
import { realtime } from '../../kernel/realtime.ts';
import { channelQuery, chosenChat } from '../channels/index.ts';
import { fetchAround, fetchMessages } from './fetch-messages.ts';
import type { Fetched } from './fetch-since.ts';
import { keptPlaces } from './use-place.ts';

/** How old an answer may be that was asked for ahead, ms. */
const FRESH = 10_000;

/** The first messages of a chat, on their way before its page is drawn. */
export interface Ahead {
  answer: Promise<Fetched>;
  /** The last change that was told while nobody listened yet; 0: none. */
  told: number;
  /** What the answer opens, once it is there; null: not yet, or there is nothing at that place. */
  opened: ChatWindow | null;
}

interface Asked extends Ahead {
  account: string;
  chatId: number;
  start: number | null;
  at: number;
  end: () => void;
}

/** One chat is opened at a time. */
let asked: Asked | null = null;

export const chatQuery = (chatId: number) =>
  queryOf(chatApi.get, { params: { chatId: String(chatId) } }, { meta: KEPT });

const fetchFrom = (chatId: number, start: number | null) =>
  start === null ? fetchMessages(chatId, {}) : fetchAround(chatId, start);

function isFor(chatId: number, now: number): boolean {
  const account = sessionStore.get()?.uuid;
  return asked !== null && asked.chatId === chatId && asked.account === account && now - asked.at < FRESH;
}

/** Asks for the messages that a chat begins with: where somebody was, or the newest. Once. */
export function askMessages(chatId: number): void {
  const account = sessionStore.get()?.uuid;
  const now = Date.now();
  if (account === undefined || isFor(chatId, now)) return;
  asked?.end();
  const start = keptPlaces.read(account, chatId)?.seq ?? null;
  const note = (told: { chat_id: number; change_seq: number }) => {
    if (told.chat_id === chatId) mine.told = Math.max(mine.told, told.change_seq);
  };
  const ends = [
    realtime.subscribe(channelEvents.messageCreated, note),
    realtime.subscribe(channelEvents.messageChanged, note),
  ];
  const answer = fetchFrom(chatId, start);
  const end = () => {
    for (const one of ends) one();
  };
  const mine: Asked = { account, chatId, start, at: now, told: 0, opened: null, answer, end };
  asked = mine;
  const open = ({ answer, found }: Fetched) => {
    if (found !== null) mine.opened = openWindow(answer);
  };
  // Whoever takes it hears of its failure.
  answer.then(open, () => {});
}

/** What was asked for ahead and is there already: the first picture shows it. */
export function readyMessages(chatId: number, start: number | null): ChatWindow | null {
  return isFor(chatId, Date.now()) && asked?.start === start ? asked.opened : null;
}

/** Takes what was asked for ahead, if it is the same; whoever takes it listens by now. */
export function takeMessages(chatId: number, start: number | null): Ahead | null {
  const mine = isFor(chatId, Date.now()) && asked?.start === start ? asked : null;
  asked?.end();
  asked = null;
  return mine;
}

chosenChat.onChosen(({ id, chat_id }) => {
  void queries.prefetchQuery(channelQuery(String(id)));
  void queries.prefetchQuery(chatQuery(chat_id));
  askMessages(chat_id);
});
