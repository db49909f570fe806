import {
  applyMessage,
  type ChatWindow,
  catchUp,
  channelEvents,
  channelsApi,
  chatApi,
  extendToNewer,
  extendWindow,
  lacksChange,
  type Message,
  openWindow,
  trimWindow,
} from '@kreide/core/features/channels';
import { ApiError } from '@kreide/core/kernel';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../kernel/client.ts';
import { useRealtime } from '../../kernel/realtime.ts';

async function ask(chatId: number, query: { after_change?: string; before?: string }) {
  const answer = await client.call(
    channelsApi.listMessages,
    { params: { chatId: String(chatId) }, query },
    { retries: 1 },
  );
  const messages = answer.data.filter((item): item is Message => item.type !== 'NC_EVENT');
  const { visible_from_seq = 0, has_more = false, reset = false, messages_sent = 0 } = answer.chat ?? {};
  return { answer: { messages, change_seq: answer.change_seq, visible_from_seq, has_more, messages_sent }, reset };
}

async function askAround(chatId: number, seq: number) {
  const args = { params: { chatId: String(chatId) }, query: { seq: String(seq) } };
  const { data, change_seq, chat, seq: found } = await client.call(chatApi.around, args, { retries: 1 });
  return { answer: { messages: data, change_seq, ...chat }, found };
}

async function askNewer(chatId: number, after: number) {
  const args = { params: { chatId: String(chatId) }, query: { after: String(after) } };
  const { data, change_seq, chat } = await client.call(chatApi.newer, args, { retries: 1 });
  return { messages: data, change_seq, ...chat };
}

/**
 * The messages of a chat: its newest page or those around a place, others when they are asked for, and what happens
 * meanwhile. Events only say that something has happened; what it was is asked for by the change that is known last, so
 * that nothing is lost while the device slept (C-7.119).
 * @param start where it begins; null: at the newest
 */
export function useWindow(chatId: number, start: number | null) {
  const [window, setWindow] = useState<ChatWindow | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [isFetching, setFetching] = useState(false);
  const latest = useRef<ChatWindow | null>(null);
  /** Rises when the window is exchanged for another. */
  const turn = useRef(0);
  const running = useRef<Promise<void> | null>(null);
  const isWantedAgain = useRef(false);
  const paging = useRef(false);
  const begin = useRef(start);

  const change = useCallback((to: (known: ChatWindow) => ChatWindow) => {
    if (latest.current === null) return;
    latest.current = to(latest.current);
    setWindow(latest.current);
  }, []);
  const exchange = useCallback((opened: ChatWindow) => {
    turn.current += 1;
    latest.current = opened;
    setWindow(opened);
  }, []);

  const refresh = useCallback((): Promise<void> => {
    if (running.current) {
      isWantedAgain.current = true;
      return running.current;
    }
    const run = async () => {
      setFetching(true);
      try {
        do {
          isWantedAgain.current = false;
          const known = latest.current;
          const asked = turn.current;
          if (known === null && begin.current !== null) {
            const { answer, found } = await askAround(chatId, begin.current);
            begin.current = null;
            if (found !== null) exchange(openWindow(answer));
            else isWantedAgain.current = true;
            continue;
          }
          const { answer, reset } = await ask(chatId, known ? { after_change: String(known.change_seq) } : {});
          if (known !== null && !reset) change((present) => catchUp(present, answer));
          else if (asked === turn.current) exchange(openWindow(answer));
          else isWantedAgain.current = true;
        } while (isWantedAgain.current);
        setError(null);
      } catch (thrown) {
        setError(ApiError.from(thrown));
      } finally {
        running.current = null;
        setFetching(false);
      }
    };
    running.current = run();
    return running.current;
  }, [chatId, change, exchange]);

  const onEvent = (told: { chat_id: number; change_seq: number }) => {
    if (told.chat_id !== chatId) return;
    if (latest.current === null || lacksChange(latest.current, told.change_seq)) void refresh();
  };
  // Listened to first, read after: what happens in between is asked for again.
  useRealtime(channelEvents.messageCreated, onEvent, () => void refresh());
  useRealtime(channelEvents.messageChanged, onEvent, () => {});
  useEffect(() => {
    void refresh();
    const onShown = () => document.visibilityState === 'visible' && void refresh();
    const onOnline = () => void refresh();
    document.addEventListener('visibilitychange', onShown);
    globalThis.addEventListener('online', onOnline);
    globalThis.addEventListener('pageshow', onOnline);
    return () => {
      document.removeEventListener('visibilitychange', onShown);
      globalThis.removeEventListener('online', onOnline);
      globalThis.removeEventListener('pageshow', onOnline);
    };
  }, [refresh]);

  /** One page at a time, for the window that it was asked for. */
  const page = useCallback(
    async (load: (known: ChatWindow) => Promise<(present: ChatWindow) => ChatWindow>) => {
      const known = latest.current;
      if (paging.current || known === null) return;
      paging.current = true;
      const asked = turn.current;
      try {
        const apply = await load(known);
        if (asked === turn.current) change(apply);
      } catch {
        // The button stays, and the next press or scroll asks again.
      } finally {
        paging.current = false;
      }
    },
    [change],
  );
  /** The page before the window. */
  const loadOlder = useCallback(async () => {
    const from = latest.current?.from_seq ?? 0;
    if (from === 0) return;
    await page(async () => {
      const { answer } = await ask(chatId, { before: String(from) });
      return (present) => trimWindow(extendWindow(present, answer, from), 'newer');
    });
  }, [chatId, page]);
  /** The page after it. */
  const loadNewer = useCallback(async () => {
    const to = latest.current?.to_seq ?? null;
    if (to === null) return;
    await page(async () => {
      const answer = await askNewer(chatId, to);
      return (present) => trimWindow(extendToNewer(present, answer, to), 'older');
    });
  }, [chatId, page]);

  /**
   * Exchanges the window for one around a message; the first at or after it, null where there is none.
   * @param before called when it is known, before it is shown
   */
  const jump = useCallback(
    async (seq: number, before: (found: number) => void): Promise<number | null> => {
      turn.current += 1;
      const asked = turn.current;
      const { answer, found } = await askAround(chatId, seq);
      if (found === null || asked !== turn.current) return found;
      before(found);
      exchange(openWindow(answer));
      return found;
    },
    [chatId, exchange],
  );
  /** Exchanges it for the newest page; not where it reaches there already. */
  const toNewest = useCallback(
    async (before: () => void): Promise<boolean> => {
      if (latest.current === null || latest.current.to_seq === null) return false;
      turn.current += 1;
      const asked = turn.current;
      const { answer } = await ask(chatId, {});
      if (asked === turn.current) {
        before();
        exchange(openWindow(answer));
      }
      return true;
    },
    [chatId, exchange],
  );

  const apply = useCallback((message: Message) => change((known) => applyMessage(known, message)), [change]);
  return { window, error, isFetching, refresh, loadOlder, loadNewer, jump, toNewest, apply };
}
