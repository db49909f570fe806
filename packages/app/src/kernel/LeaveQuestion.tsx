import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useTranslation } from './use-translation.ts';

interface LeaveQuestionProps {
  /** Is there something that would be lost? Asked at the moment of leaving. */
  isChanged: () => boolean;
  /** What happens to it, in words. */
  text: string;
}

/** Asks before a page with changes is left by a link or the way back; the browser itself asks before it is closed or loaded anew. */
export function LeaveQuestion({ isChanged, text }: LeaveQuestionProps) {
  const { t } = useTranslation('shell');
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isChanged(),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => isChanged() && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      role="alertdialog"
      isOpen
      title={t('leave.title')}
      onClose={blocker.reset}
      closeLabel={t('close')}
      actions={
        <>
          <Button autoFocus onPress={blocker.reset}>
            {t('leave.stay')}
          </Button>
          <Button look="danger" onPress={blocker.proceed}>
            {t('leave.leave')}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
