import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { watchUnsaved } from './unsaved.ts';
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
    const endWatch = watchUnsaved(isChanged);
    return () => {
      window.removeEventListener('beforeunload', ask);
      endWatch();
    };
  }, [isChanged]);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('leave.title')}
      texts={{ confirm: t('leave.leave'), cancel: t('leave.stay'), close: t('close') }}
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}
