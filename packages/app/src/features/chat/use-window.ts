import {
  applyMessage,
  type ChatWindow,
  catchUp,
  channelEvents,
  lacksChange,
  type Message,
  openWindow,
  stepsOf,
  trimWindow,
  WINDOW_MAXIMUM,
} from '@kreide/core/features/channels';
import type { ApiError } from '@kreide/core/kernel';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useRealtime } from '../../kernel/realtime.ts';
import { readyMessages, takeMessages } from './ahead.ts';
import { fetchAround, fetchMessages, fetchNewer } from './fetch-messages.ts';
import { fetchSince } from './fetch-since.ts';
import { keepWindow, readWindow } from './kept-window.ts';

/** So many messages of a page are drawn at once: more would be felt as a jerk on an older phone. */
const PORTION = 2;
/** The lowest row with the space around it, px, and how many heights of the window are on the page and a little more. */
const ROW = 54;
const HEIGHTS = 6;
const MINIMUM = 90;

/** Most messages on the page at once: what a window this high needs around what is in sight, and not more. */
const maximumOf = () =>
  Math.min(WINDOW_MAXIMUM, Math.max(MINIMUM, Math.ceil((HEIGHTS * globalThis.innerHeight) / ROW)));

/** What is shown for so long is kept on the device, ms. */
const KEEP_AFTER = 1_000;

/** A page that is not in sight has no pictures. */
const PICTURE_MS = 100;

/** After the next picture of the page. */
function nextPicture(): Promise<void> {
  return new Promise((done) => {
    const late = setTimeout(done, PICTURE_MS);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(done);
    });
  });
}

/**
 * The messages of a chat: its newest page or those around a place, others when they are asked for, and what happens
 * meanwhile. Events only say that something has happened; what it was is asked for by the change that is known last, so
 * that nothing is lost while the device slept (C-7.119).
 * @param start where it begins; null: at the newest
 */
export function useWindow(chatId: number, start: number | null) {
  const [window, setWindow] = useState<ChatWindow | null>(() => readyMessages(chatId, start));
  const [error, setError] = useState<ApiError | null>(null);
  const [isFetching, setFetching] = useState(false);
  const latest = useRef<ChatWindow | null>(null);
  /** Rises when the window is exchanged for another. */
  const turn = useRef(0);
  const running = useRef<Promise<number> | null>(null);
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
        const asked = turn.current;
        const start = known === null ? begin.current : null;
        const ahead = known === null ? takeMessages(chatId, start) : null;
        const { came, fetched, error } = await fetchSince(
          known,
          (query) => ahead?.answer ?? (start === null ? fetchMessages(chatId, query) : fetchAround(chatId, start)),
        );
        all += came;
        setError(error);
        if (!fetched) {
          const kept = known === null && error?.status === 0 ? await readWindow(chatId) : null;
          if (kept && latest.current === null) exchange(kept);
          break;
        }
        begin.current = null;
        if (known !== null && !fetched.reset) change((present) => catchUp(present, fetched.answer));
        // There is nothing at that place any more, or it was exchanged meanwhile.
        else if (fetched.found === null || asked !== turn.current) isWantedAgain.current = true;
        else exchange(ahead?.opened ?? openWindow(fetched.answer));
        // Told while the page was being drawn.
        if (ahead && latest.current && lacksChange(latest.current, ahead.told)) isWantedAgain.current = true;
      } while (isWantedAgain.current);
      running.current = null;
      setFetching(false);
      return all;
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

  // As it was last seen, for the next time without a network.
  useEffect(() => {
    if (!window) return;
    const timer = setTimeout(() => void keepWindow(chatId, window), KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [chatId, window]);

  /** One page at a time, for the window that it was asked for. */
  const page = useCallback(
    async (load: (known: ChatWindow) => Promise<readonly ((present: ChatWindow) => ChatWindow)[]>) => {
      const known = latest.current;
      if (paging.current || known === null) return;
      paging.current = true;
      const asked = turn.current;
      try {
        for (const [at, apply] of (await load(known)).entries()) {
          if (at > 0) await nextPicture();
          if (asked !== turn.current) break;
          change(apply);
        }
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
      const { answer } = await fetchMessages(chatId, { before: String(from) });
      const steps = stepsOf(answer, 'older', from, PORTION);
      return steps.map((step) => (present) => trimWindow(step(present), 'newer', maximumOf()));
    });
  }, [chatId, page]);
  /** The page after it. */
  const loadNewer = useCallback(async () => {
    const to = latest.current?.to_seq ?? null;
    if (to === null) return;
    await page(async () => {
      const answer = await fetchNewer(chatId, to);
      const steps = stepsOf(answer, 'newer', to, PORTION);
      return steps.map((step) => (present) => trimWindow(step(present), 'older', maximumOf()));
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
      const { answer, found } = await fetchAround(chatId, seq);
      if (found === null || found === undefined || asked !== turn.current) return found ?? null;
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
      const { answer } = await fetchMessages(chatId, {});
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
