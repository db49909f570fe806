import type { PinnedMessage as Pinned } from '@kreide/core/features/channels';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Reactions.module.css';

/** The message that stands above the others; a press leads to it. */
export function PinnedMessage({ pinned, onOpen }: { pinned: Pinned; onOpen: (seq: number) => void }) {
  const { t } = useTranslation('chat');
  const text = pinned.excerpt || (pinned.type === 'VOICE' ? t('voice.name') : '');
  const said = [pinned.user?.meta.displayname, text].filter(Boolean).join(': ');
  return (
    <button type="button" className={styles.pinned} onClick={() => onOpen(pinned.id)}>
      <Icon name="pin" size={20} />
      <span className={styles.words}>
        <span className={styles.label}>{t('pinned')}</span> · {said}
      </span>
    </button>
  );
}
