import { toMessageParts } from '@kreide/core/features/channels';
import styles from './Chat.module.css';

/** What somebody wrote: text and nothing else, addresses as links. */
export function MessageText({ content }: { content: string }) {
  let at = 0;
  return (
    <p className={styles.text}>
      {toMessageParts(content).map(({ text, href }) => {
        const key = at;
        at += text.length;
        return href === null ? (
          text
        ) : (
          <a key={key} href={href} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        );
      })}
    </p>
  );
}
