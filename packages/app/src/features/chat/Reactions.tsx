import type { Message, Reaction } from '@kreide/core/features/channels';
import type { ChatTranslate } from './chat-words.ts';
import styles from './Reactions.module.css';

/** How each is drawn. */
export const SIGNS: Readonly<Record<Reaction, string>> = {
  thumbs_up: '👍',
  heart: '❤️',
  laugh: '😄',
  surprise: '😮',
  sad: '😢',
  thanks: '🙏',
};

interface ReactionsProps {
  t: ChatTranslate;
  message: Message;
  canReact: boolean;
  onReact: (message: Message, reaction: Reaction | null) => void;
}

/** The reactions to a message with their numbers; a press gives the same one, or takes one's own back. */
export function Reactions({ t, message, canReact, onReact }: ReactionsProps) {
  return (
    <div className={styles.chips}>
      {message.reactions.map(({ reaction, count, is_own }) => (
        <button
          key={reaction}
          type="button"
          className={styles.chip}
          disabled={!canReact}
          aria-pressed={is_own}
          aria-label={t('reactionCount', { reaction: t(`reactions.${reaction}`), number: count })}
          title={t(`reactions.${reaction}`)}
          onClick={() => onReact(message, is_own ? null : reaction)}
        >
          <span aria-hidden="true">{SIGNS[reaction]}</span> {count}
        </button>
      ))}
    </div>
  );
}
