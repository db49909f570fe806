import type { MentioningText } from '@kreide/core/features/channels';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './Mentions.module.css';

/** Who is told of what somebody writes: a name in the text that is no mention tells nobody. */
export function Mentioned({ text: { content, mentions } }: { text: MentioningText }) {
  const { t } = useTranslation('chat');
  const names = new Map(mentions.map(({ user, at, length }) => [user, content.slice(at + 1, at + length)]));
  if (names.size === 0) return null;
  return <p className={styles.told}>{t('mentions.told', { names: [...names.values()].join(', ') })}</p>;
}
