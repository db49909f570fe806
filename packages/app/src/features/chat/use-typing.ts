import { channelEvents, TYPING_CLEARS, TYPING_EVERY, TYPING_MEMBERS_MAXIMUM } from '@kreide/core/features/channels';
import { useCallback, useEffect, useRef, useState } from 'react';
import { realtime, useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';

/** Who types in a chat right now, and how to tell that one does oneself: nothing of it is stored (C-4.21). */
export function useTyping(chatId: number, readers: number) {
  const isHidden = useSelf().properties['users.typing.off'] === '1';
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const ends = useRef(new Map<number, number>());
  const isTold = useRef(false);

  const end = useCallback((userId: number) => {
    window.clearTimeout(ends.current.get(userId));
    ends.current.delete(userId);
    setNames((all) => new Map([...all].filter(([id]) => id !== userId)));
  }, []);
  useRealtime(
    channelEvents.typing,
    ({ chat_id, user_id, displayname }) => {
      if (chat_id !== chatId) return;
      window.clearTimeout(ends.current.get(user_id));
      ends.current.set(
        user_id,
        window.setTimeout(() => end(user_id), TYPING_CLEARS),
      );
      setNames((all) => new Map(all).set(user_id, displayname));
    },
    () => {},
  );
  useRealtime(
    channelEvents.messageCreated,
    ({ chat_id, user_id }) => {
      if (chat_id === chatId && user_id !== null) end(user_id);
    },
    () => {},
  );
  useEffect(() => {
    const running = ends.current;
    return () => {
      for (const timer of running.values()) window.clearTimeout(timer);
    };
  }, []);

  /** A key was pressed: told at most every 1.5 s, never to very many, and not by those who do not want that. */
  const tell = () => {
    if (isHidden || isTold.current || readers >= TYPING_MEMBERS_MAXIMUM) return;
    isTold.current = true;
    window.setTimeout(() => {
      isTold.current = false;
    }, TYPING_EVERY);
    realtime.whisper(channelEvents.typing, { chat_id: chatId });
  };
  return { names: [...names.values()], tell };
}
