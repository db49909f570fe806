import { type ReactNode, Suspense, useState } from 'react';
import { LeaveQuestion } from '../LeaveQuestion.tsx';
import { DiscardQuestion } from './DiscardQuestion.tsx';

/** Of a dialog whose fields are no form, since nothing of them is sent together: it asks before what was typed is lost. */
export function useLeaving(isChanged: () => boolean, onClose: () => void): { close: () => void; question: ReactNode } {
  const [isAsked, setAsked] = useState(false);
  return {
    close: () => (isChanged() ? setAsked(true) : onClose()),
    question: (
      <>
        {isAsked && (
          <Suspense>
            <DiscardQuestion onDiscard={onClose} onStay={() => setAsked(false)} />
          </Suspense>
        )}
        <LeaveQuestion isChanged={isChanged} isDialog />
      </>
    ),
  };
}
