import type { Message, Reaction } from '@kreide/core/features/channels';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ReactionChoice } from './Reactions.tsx';

interface ReactDialogProps {
  message: Message;
  onReact: (message: Message, reaction: Reaction | null) => void;
  onClose: () => void;
}

/** Chooses a reaction to a message. */
export function ReactDialog({ message, onReact, onClose }: ReactDialogProps) {
  const { t } = useTranslation('chat');
  const chosen = message.reactions.find(({ is_own }) => is_own)?.reaction ?? null;
  return (
    <Dialog isOpen title={t('react')} onClose={onClose} closeLabel={t('close')}>
      <ReactionChoice
        t={t}
        chosen={chosen}
        onChoose={(reaction) => {
          onReact(message, reaction);
          onClose();
        }}
      />
    </Dialog>
  );
}
