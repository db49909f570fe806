import { Suspense, useEffect, useState } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { DiscardQuestion } from './form/DiscardQuestion.tsx';
import { watchUnsaved } from './unsaved.ts';
import { useTranslation } from './use-translation.ts';

interface LeaveQuestionProps {
  /** Whether leaving would lose changes. Called when the user leaves. */
  isChanged: () => boolean;
  /** What happens to the changes, in words. */
  text?: string | undefined;
  /** Whether a change of the address leaves the changed values; without it, a change of the path does. */
  isLeaving?: BlockerFunction | undefined;
  /** A dialog is left, not a page: it is asked in those words. */
  isDialog?: boolean | undefined;
}

const isOtherPath: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname;

/** All that is on the page: the router lets only one of them ask, so the first asks for the others as well. */
const guards = createStore<{ all: readonly { current: LeaveQuestionProps }[] }>(() => ({ all: [] }));
const findChanged = (move: Parameters<BlockerFunction>[0]) =>
  guards.getState().all.find(({ current: { isChanged, isLeaving = isOtherPath } }) => isLeaving(move) && isChanged());

/** Asks before a link or the back button leaves a page with changes; the browser asks before a close or reload. */
export function LeaveQuestion(props: LeaveQuestionProps) {
  const [guard] = useState(() => ({ current: props }));
  guard.current = props;
  useEffect(() => {
    const isChanged = () => guard.current.isChanged();
    const ask = (event: BeforeUnloadEvent) => isChanged() && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    const endWatch = watchUnsaved(isChanged);
    guards.setState(({ all }) => ({ all: [...all, guard] }));
    return () => {
      window.removeEventListener('beforeunload', ask);
      endWatch();
      guards.setState(({ all }) => ({ all: all.filter((one) => one !== guard) }));
    };
  }, [guard]);
  return useStore(guards, ({ all }) => all[0] === guard) ? <Question /> : null;
}

function Question() {
  const [changed, setChanged] = useState<LeaveQuestionProps>();
  const blocker = useBlocker((move) => {
    const found = findChanged(move)?.current;
    if (found) setChanged(found);
    return found !== undefined;
  });
  if (blocker.state !== 'blocked') return null;
  const { proceed, reset } = blocker;
  return (
    // Its texts come when it is asked: the form does not wait for them.
    <Suspense>
      {changed?.isDialog ? (
        <DiscardQuestion text={changed.text} onDiscard={proceed} onStay={reset} />
      ) : (
        <LeaveDialog text={changed?.text} onLeave={proceed} onStay={reset} />
      )}
    </Suspense>
  );
}

interface LeaveDialogProps {
  text: string | undefined;
  onLeave: () => void;
  onStay: () => void;
}

function LeaveDialog({ text, onLeave, onStay }: LeaveDialogProps) {
  const { t } = useTranslation(['shell', 'form']);
  return (
    <ConfirmDialog
      title={t('leave.title')}
      texts={{ confirm: t('leave.leave'), cancel: t('leave.stay'), close: t('close') }}
      onConfirm={onLeave}
      onClose={onStay}
    >
      <p>{text ?? t('form:discard.text')}</p>
    </ConfirmDialog>
  );
}
