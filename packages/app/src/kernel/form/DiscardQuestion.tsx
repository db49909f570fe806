import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useTranslation } from '../use-translation.ts';

interface DiscardQuestionProps {
  /** What happens to the changes, in words. */
  text?: string | undefined;
  onDiscard: () => void;
  onStay: () => void;
}

/** Asks before a dialog with changes is closed. */
export function DiscardQuestion({ text, onDiscard, onStay }: DiscardQuestionProps) {
  const { t } = useTranslation(['form', 'shell']);
  return (
    <ConfirmDialog
      title={t('discard.title')}
      texts={{ confirm: t('discard.discard'), cancel: t('discard.stay'), close: t('shell:close') }}
      onConfirm={onDiscard}
      onClose={onStay}
    >
      <p>{text ?? t('discard.text')}</p>
    </ConfirmDialog>
  );
}
