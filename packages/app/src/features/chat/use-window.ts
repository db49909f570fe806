import {
  applyMessage,
  type ChatWindow,
  catchUp,
  channelEvents,
  extendWindow,
  lacksChange,
  type Message,
  openWindow,
} from '@kreide/core/features/channels';
import type { ApiError } from '@kreide/core/kernel';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useRealtime } from '../../kernel/realtime.ts';
import { fetchMessages } from './fetch-messages.ts';
import { fetchSince } from './fetch-since.ts';

/**
 * The messages of a chat: its newest page, older ones when they are asked for, and what happens meanwhile. Events only
 * say that something has happened; what it was is asked for by the change that is known last, so that nothing is lost
 * while the device slept (C-7.119).
 */
export function useWindow(chatId: number) {
  const [window, setWindow] = useState<ChatWindow | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [isFetching, setFetching] = useState(false);
  const latest = useRef<ChatWindow | null>(null);
  const running = useRef<Promise<number> | null>(null);
  const isWantedAgain = useRef(false);
  const older = useRef(false);

  const change = useCallback((to: (known: ChatWindow) => ChatWindow) => {
    if (latest.current === null) return;
    latest.current = to(latest.current);
    setWindow(latest.current);
  }, []);

  /** Asks for what is new; answers how many messages came. */
  const refresh = useCallback((): Promise<number> => {
    if (running.current) {
      isWantedAgain.current = true;
      return running.current;
    }
    const run = async () => {
      setFetching(true);
      let all = 0;
      do {
        isWantedAgain.current = false;
        const known = latest.current;
        const { came, fetched, error } = await fetchSince(known, (query) => fetchMessages(chatId, query));
        all += came;
        setError(error);
        if (!fetched) break;
        if (known === null || fetched.reset) {
          latest.current = openWindow(fetched.answer);
          setWindow(latest.current);
        } else change((present) => catchUp(present, fetched.answer));
      } while (isWantedAgain.current);
      running.current = null;
      setFetching(false);
      return all;
    };
    running.current = run();
    return running.current;
  }, [chatId, change]);

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

  /** The page before the window; one at a time. */
  const loadOlder = useCallback(async () => {
    const from = latest.current?.from_seq ?? 0;
    if (older.current || from === 0) return;
    older.current = true;
    try {
      const { answer } = await fetchMessages(chatId, { before: String(from) });
      change((known) => extendWindow(known, answer));
    } catch {
      // The button stays, and the next press asks again.
    } finally {
      older.current = false;
    }
  }, [chatId, change]);

  const apply = useCallback((message: Message) => change((known) => applyMessage(known, message)), [change]);
  return { window, error, isFetching, refresh, loadOlder, apply };
}
