import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useTranslation } from './use-translation.ts';

interface LeaveQuestionProps {
  /** Whether leaving would lose changes. Called when the user leaves. */
  isChanged: () => boolean;
  /** What happens to the changes, in words. */
  text: string;
}

/** Asks before a link or the back button leaves a page with changes; the browser asks before a close or reload. */
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
