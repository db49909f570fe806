import { type ChatWindow, isReportable, type Message, messagesOf, type Reaction } from '@kreide/core/features/channels';
import { toLocal, writeDate } from '@kreide/core/kernel';
import {
  type ComponentProps,
  Fragment,
  memo,
  useDeferredValue,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { BeforeChange } from './BeforeChange.tsx';
import styles from './Chat.module.css';
import { type MessageAction, MessageItem, PendingItem } from './MessageItem.tsx';
import { useHistoryKeys } from './use-history-keys.ts';
import type { Place } from './use-place.ts';
import { useReading } from './use-reading.ts';
import type { PendingMessage } from './use-sending.ts';
import { useSteady } from './use-steady.ts';

interface MessageListProps {
  chatId: number;
  channelId: number;
  window: ChatWindow;
  pending: readonly PendingMessage[];
  place: Place;
  isAtEnd: boolean;
  /** What was read when the chat was opened: the line of new messages stands after it. */
  readBefore: number;
  /** Up to which message all others have read; null: that is not for the reader. */
  readByAll: number | null;
  /** How many were new then. */
  unread: number;
  /** The message that somebody has looked for. */
  found: number | null;
  /** How somebody may answer. */
  answers: 'here' | 'alone' | null;
  canTranslate: boolean;
  /** May somebody know who is in the channel? */
  seesMembers: boolean;
  /** The message that stands above the others. */
  pinned: number | null;
  onOlder: () => Promise<void>;
  onNewer: () => Promise<void>;
  onEnd: () => void;
  /** Goes to a message that may not be on the page, and to it with the keyboard too. */
  onGo: (seq: number) => void;
  onUnread: () => void;
  onAction: (action: MessageAction, message: Message) => void;
  onReact: (message: Message, reaction: Reaction | null) => void;
}

interface ListButtonProps extends Pick<ComponentProps<typeof Button>, 'look' | 'icon'> {
  text: string;
  onPress: () => unknown;
}

/** Usual height of a message with the space around it, px: so many as are in sight are drawn first where a chat opens at its end. */
const USUAL_ROW = 80;
const inSight = () => Math.ceil(globalThis.innerHeight / USUAL_ROW);

/** Not drawn again with every message that comes. */
const ListButton = memo(({ text, onPress, ...look }: ListButtonProps) => (
  <Button {...look} onPress={() => void onPress()}>
    {text}
  </Button>
));

/**
 * Messages of a chat, the newest at the end. It follows them there, and stays where somebody reads above; only so many are
 * on the page at once, the others are read when they come near.
 */
export function MessageList(props: MessageListProps) {
  const {
    chatId,
    channelId,
    window,
    pending,
    place,
    readBefore,
    readByAll,
    unread,
    found,
    answers,
    canTranslate,
    seesMembers,
    pinned,
  } = props;
  const { onOlder, onNewer, onEnd, onGo, onUnread, onAction, onReact } = props;
  const { t, language } = useTranslation('chat');
  const { id: self, school } = useSelf();
  const { basic_admin_content_moderation: isSwitchedOn, reactions: hasReactions } = school.properties;
  const line = useRef<HTMLDivElement>(null);
  const [isLineSeen, setLineSeen] = useState(unread === 0);
  const isAtEnd = props.isAtEnd && window.to_seq === null;
  const isWhole = useDeferredValue(true, !isAtEnd);
  const messages = messagesOf(window);
  const first = isWhole ? 0 : Math.max(0, messages.length - inSight());
  const sent = new Set(messages.map(({ uuid }) => uuid));
  const own = pending.filter(({ uuid }) => !sent.has(uuid));
  const newest = messages.at(-1)?.id ?? 0;
  const isBorderKnown = window.from_seq <= readBefore + 1;
  const firstUnread = isBorderKnown
    ? messages.find(({ id, user_id }) => id > readBefore && user_id !== self)?.id
    : undefined;
  useReading(chatId, newest, isAtEnd);
  const days = useRef(new WeakMap<Message, string>());
  /** The newest message when somebody was at the end last. */
  const [seen, setSeen] = useState(readBefore);
  if (isAtEnd && seen < window.newest_seq) setSeen(window.newest_seq);

  const isEmpty = messages.length === 0 && own.length === 0 && window.from_seq === 0;
  // What comes first is put in its place between layout and picture, where that costs no layout of its own.
  const isPlaced = useRef(false);
  useLayoutEffect(() => {
    const element = place.box.current;
    if (!element || isEmpty) return;
    // The keyboard of a phone, a larger font, a picture, a survey that others answer: what is read stays in place.
    const watcher = new ResizeObserver(() => {
      place.hold();
      if (!isPlaced.current) lookAtFirst();
      isPlaced.current = true;
    });
    watcher.observe(element);
    const children = new MutationObserver((changes) => {
      for (const { addedNodes, removedNodes } of changes) {
        for (const node of addedNodes) if (node instanceof Element) watcher.observe(node);
        for (const node of removedNodes) if (node instanceof Element) watcher.unobserve(node);
      }
    });
    children.observe(element, { childList: true });
    for (const child of element.children) watcher.observe(child);
    return () => {
      watcher.disconnect();
      children.disconnect();
    };
  }, [place, isEmpty]);

  // After every other drawing: whatever has changed the height, the end stays the end and what is read stays in place.
  useLayoutEffect(() => {
    place.reachesNewest = window.to_seq === null;
    if (!isPlaced.current) return;
    place.hold();
    lookAtLine();
  });

  function lookAtLine() {
    if (isLineSeen || !line.current) return;
    const top = place.box.current?.getBoundingClientRect().top ?? 0;
    if (line.current.getBoundingClientRect().top >= top) setLineSeen(true);
  }
  const lookAtFirst = useEffectEvent(lookAtLine);

  function onScroll() {
    place.look();
    lookAtLine();
    const { above, below } = place.lacks();
    if (above) void onOlder();
    else if (below) void onNewer();
  }

  const { toLine } = useSteady({
    toLine() {
      setLineSeen(true);
      onUnread();
    },
  });
  function goTo(isOutside: boolean, seq: number): boolean {
    if (isOutside) onGo(seq);
    return isOutside;
  }
  const keys = useHistoryKeys(place.box, {
    toFirst: () => goTo(window.from_seq > 0, window.visible_from_seq + 1),
    toLast: () => goTo(window.to_seq !== null, window.newest_seq),
  });
  const dayOf = (message: Message) => {
    const known = days.current.get(message);
    if (known !== undefined) return known;
    const day = toLocal(new Date(message.created_at), school.time_zone).date;
    days.current.set(message, day);
    return day;
  };
  if (isEmpty) return <EmptyState icon="chat" title={t('emptyTitle')} text={t('emptyText')} />;
  const waiting = window.newest_seq - Math.max(seen, window.visible_from_seq);
  return (
    <div className={styles.frame}>
      <BeforeChange call={place.note} />
      <span ref={keys.before} tabIndex={-1} />
      <div
        ref={place.box}
        className={styles.list}
        role="log"
        aria-label={t('log')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and its messages are gone through by keys
        tabIndex={0}
        onScroll={onScroll}
        {...keys.handlers}
      >
        {window.from_seq > 0 && isWhole && <ListButton look="quiet" text={t('older')} onPress={onOlder} />}
        {messages.slice(first).map((message, index) => {
          const before = messages[first + index - 1];
          const day = dayOf(message);
          return (
            <Fragment key={message.uuid}>
              {(!before || dayOf(before) !== day) && <p className={styles.day}>{writeDate(language, day, 'long')}</p>}
              {message.id === firstUnread && (
                <div ref={line} className={styles.new} data-line="true">
                  {t('newLine')}
                </div>
              )}
              <MessageItem
                t={t}
                channelId={channelId}
                message={message}
                isOwn={message.user_id === self}
                isReadByAll={readByAll !== null && message.id <= readByAll}
                isFound={message.id === found}
                answers={answers}
                canTranslate={canTranslate}
                canReport={isReportable(message, { user_id: self, isSwitchedOn })}
                hasReactions={hasReactions}
                seesReactors={seesMembers}
                isPinned={message.id === pinned}
                timeZone={school.time_zone}
                onAction={onAction}
                onReact={onReact}
              />
            </Fragment>
          );
        })}
        {window.to_seq === null && own.map((message) => <PendingItem key={message.uuid} message={message} />)}
      </div>
      <span ref={keys.after} tabIndex={-1} />
      {!isLineSeen && (
        <div className={styles.toNew}>
          <ListButton icon="chat" text={t('newCount', { count: unread })} onPress={toLine} />
        </div>
      )}
      {!isAtEnd && (
        <div className={styles.toEnd}>
          <ListButton
            icon="chevronDown"
            text={waiting > 0 ? t('newCount', { count: waiting }) : t('toEnd')}
            onPress={onEnd}
          />
        </div>
      )}
    </div>
  );
}
