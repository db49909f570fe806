import { useTranslation } from '../../kernel/use-translation.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { MiniMonth } from './MiniMonth.tsx';

interface JumpDialogProps {
  /** The date on screen, `YYYY-MM-DD`. */
  date: string;
  today: string;
  hasChange: (date: string) => boolean;
  onJump: (date: string) => void;
  onClose: () => void;
}

/** Asks for a date with a month whose days tell what changed. */
export function JumpDialog({ onJump, onClose, ...month }: JumpDialogProps) {
  const { t } = useTranslation(['timetable', 'shell']);
  return (
    <Dialog title={t('jump')} isOpen onClose={onClose} closeLabel={t('shell:close')}>
      <MiniMonth
        {...month}
        onChoose={(date) => {
          onJump(date);
          onClose();
        }}
      />
    </Dialog>
  );
}
