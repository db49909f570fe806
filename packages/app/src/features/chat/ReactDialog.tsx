import { type Message, REACTIONS, type Reaction } from '@kreide/core/features/channels';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './Reactions.module.css';
import { SIGNS } from './Reactions.tsx';

interface ReactDialogProps {
  message: Message;
  onReact: (message: Message, reaction: Reaction | null) => void;
  onClose: () => void;
}

/** Chooses a reaction to a message; the one that is given is taken back. */
export function ReactDialog({ message, onReact, onClose }: ReactDialogProps) {
  const { t } = useTranslation('chat');
  const given = message.reactions.find(({ is_own }) => is_own)?.reaction;
  return (
    <Dialog isOpen title={t('react')} onClose={onClose} closeLabel={t('close')}>
      <div className={styles.choice}>
        {REACTIONS.map((reaction) => (
          <button
            key={reaction}
            type="button"
            className={styles.sign}
            aria-pressed={reaction === given}
            onClick={() => {
              onReact(message, reaction === given ? null : reaction);
              onClose();
            }}
          >
            <span aria-hidden="true" className={styles.drawn}>
              {SIGNS[reaction]}
            </span>
            {t(`reactions.${reaction}`)}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
