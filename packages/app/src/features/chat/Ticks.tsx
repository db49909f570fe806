import type { Message } from '@kreide/core/features/channels';
import { isAllowed } from '@kreide/core/kernel';
import styles from './Chat.module.css';
import type { ChatTranslate } from './chat-words.ts';

interface TicksProps {
  t: ChatTranslate;
  message: Message;
  /** All others have read it. */
  isReadByAll: boolean;
  onOpen: () => void;
}

/**
 * How far one's own message has come: one tick, it is sent; two, all have read it. A press says who has, where the
 * author may know who is in the channel. A chat has hundreds of them: the browser's own buttons.
 */
export function Ticks({ t, message, isReadByAll, onOpen }: TicksProps) {
  const state = isReadByAll ? 'read' : 'sent';
  const drawn = (
    <svg
      className={styles.tick}
      data-read={isReadByAll || undefined}
      viewBox="0 0 22 16"
      width={20}
      height={15}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={isReadByAll ? 'm2 8.5 4 4 8-9M10 12.5l.5.5 8-9.5' : 'm5 8.5 4 4 8-9'} />
    </svg>
  );
  if (!isAllowed(message.can, 'readers'))
    return (
      <span role="img" aria-label={t(`ticks.${state}`)} title={t(`ticks.${state}`)}>
        {drawn}
      </span>
    );
  const label = t(`ticks.${state}Who`);
  return (
    <button type="button" className={styles.ticks} aria-label={label} title={label} onClick={onOpen}>
      {drawn}
    </button>
  );
}
