import { type MentioningText, toMentioningParts } from '@kreide/core/features/channels';
import { useSelf } from '../../kernel/session.ts';
import styles from './Chat.module.css';
import mentions from './Mentions.module.css';

interface Shown extends Pick<MentioningText, 'content'> {
  /** Whom it mentions, by their id, and what they are called now, where that is known. */
  mentioned: readonly { at: number; length: number; id: number; name?: string }[];
}

/** What somebody wrote: text and nothing else, addresses as links, those whom it mentions by their names. */
export function MessageText({ content, mentioned }: Shown) {
  const { id: self } = useSelf();
  let at = 0;
  return (
    <p className={styles.text}>
      {toMentioningParts(content, mentioned).map(({ text, href, mentioned: person }) => {
        const key = at;
        at += text.length;
        if (person)
          return (
            <span key={key} className={mentions.mention} data-own={person.id === self || undefined}>
              {person.name === undefined ? text : `@${person.name}`}
            </span>
          );
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
