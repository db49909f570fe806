import { type ChatWindow, type Message, messagesOf } from '@kreide/core/features/channels';
import { toLocal, writeDate } from '@kreide/core/kernel';
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Chat.module.css';
import { type MessageAction, MessageItem, PendingItem } from './MessageItem.tsx';
import { useReading } from './use-reading.ts';
import type { PendingMessage } from './use-sending.ts';

/** How near to the end counts as there, px. */
const NEAR = 80;

interface MessageListProps {
  chatId: number;
  window: ChatWindow;
  pending: readonly PendingMessage[];
  /** What was read when the chat was opened: the line of new messages stands after it. */
  readBefore: number;
  startsAtUnread: boolean;
  canWrite: boolean;
  canTranslate: boolean;
  onOlder: () => Promise<void>;
  onAction: (action: MessageAction, message: Message) => void;
}

/** The messages of a chat, the newest at the end. It follows them there, and stays where somebody reads above. */
export function MessageList(props: MessageListProps) {
  const { chatId, window, pending, readBefore, startsAtUnread, canWrite, canTranslate, onOlder, onAction } = props;
  const { t, language } = useTranslation('chat');
  const { id: self, school } = useSelf();
  const box = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const place = useRef({ first: 0, height: 0, isAtEnd: true, isPlaced: false });
  const messages = messagesOf(window);
  const sent = new Set(messages.map(({ uuid }) => uuid));
  const own = pending.filter(({ uuid }) => !sent.has(uuid));
  const first = messages[0]?.id ?? 0;
  const newest = messages.at(-1)?.id ?? 0;
  const firstUnread = messages.find(({ id, user_id }) => id > readBefore && user_id !== self)?.id;
  useReading(chatId, newest, isAtEnd);

  // After every drawing: whatever has changed the height, the end stays the end and what is read stays in place.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { isPlaced, height, isAtEnd: wasAtEnd } = place.current;
    if (!isPlaced && startsAtUnread && line.current) line.current.scrollIntoView({ block: 'start' });
    else if (!isPlaced || wasAtEnd) element.scrollTop = element.scrollHeight;
    else if (first < place.current.first) element.scrollTop += element.scrollHeight - height;
    place.current = { ...place.current, first, height: element.scrollHeight, isPlaced: true };
  });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    // The keyboard of a phone, a larger font: the end stays the end.
    const watcher = new ResizeObserver(() => {
      if (place.current.isAtEnd) element.scrollTop = element.scrollHeight;
    });
    watcher.observe(element);
    // What a message carries may come after it, and grow when others answer: the end stays the end then too.
    const children = new MutationObserver(() => {
      for (const child of element.children) watcher.observe(child);
    });
    children.observe(element, { childList: true });
    for (const child of element.children) watcher.observe(child);
    return () => {
      watcher.disconnect();
      children.disconnect();
    };
  }, []);

  function onScroll() {
    const element = box.current;
    if (!element) return;
    const isThere = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    place.current.isAtEnd = isThere;
    setAtEnd(isThere);
    if (element.scrollTop < element.clientHeight) void onOlder();
  }

  const dayOf = ({ created_at }: Message) => toLocal(new Date(created_at), school.time_zone).date;
  if (messages.length === 0 && own.length === 0 && window.from_seq === 0)
    return <EmptyState icon="chat" title={t('emptyTitle')} text={t('emptyText')} />;
  return (
    <div className={styles.frame}>
      <div ref={box} className={styles.list} role="log" aria-label={t('log')} onScroll={onScroll}>
        {window.from_seq > 0 && (
          <Button look="quiet" onPress={() => void onOlder()}>
            {t('older')}
          </Button>
        )}
        {messages.map((message, index) => {
          const before = messages[index - 1];
          const day = dayOf(message);
          return (
            <Fragment key={message.uuid}>
              {(!before || dayOf(before) !== day) && <p className={styles.day}>{writeDate(language, day, 'long')}</p>}
              {message.id === firstUnread && (
                <div ref={line} className={styles.new}>
                  {t('newLine')}
                </div>
              )}
              <MessageItem
                message={message}
                isOwn={message.user_id === self}
                canWrite={canWrite}
                canTranslate={canTranslate}
                timeZone={school.time_zone}
                onAction={onAction}
              />
            </Fragment>
          );
        })}
        {own.map((message) => (
          <PendingItem key={message.uuid} message={message} />
        ))}
      </div>
      {!isAtEnd && (
        <div className={styles.toEnd}>
          <Button icon="chevronDown" onPress={() => box.current?.scrollTo({ top: box.current.scrollHeight })}>
            {t('toEnd')}
          </Button>
        </div>
      )}
    </div>
  );
}
