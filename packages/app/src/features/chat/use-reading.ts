import { chatApi } from '@kreide/core/features/channels';
import { useEffect, useRef } from 'react';
import { client } from '../../kernel/client.ts';

/** How long the newest message has to be in sight before it counts as read, ms. */
const SEEN_AFTER = 500;

/** Marks a chat as read up to what stands at its end, while that is shown in a window that has the focus (C-4.14). */
export function useReading(chatId: number, newest: number, isInSight: boolean): void {
  const told = useRef(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      clearTimeout(timer);
      if (!isInSight || newest <= told.current) return;
      if (document.visibilityState !== 'visible' || !document.hasFocus()) return;
      timer = setTimeout(() => {
        told.current = newest;
        const args = { params: { chatId: String(chatId) }, body: { read_seq: newest } };
        client.call(chatApi.read, args, { messages: false }).catch(() => {
          told.current = 0;
        });
      }, SEEN_AFTER);
    };
    tell();
    globalThis.addEventListener('focus', tell);
    document.addEventListener('visibilitychange', tell);
    return () => {
      clearTimeout(timer);
      globalThis.removeEventListener('focus', tell);
      document.removeEventListener('visibilitychange', tell);
    };
  }, [chatId, newest, isInSight]);
}
