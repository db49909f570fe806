import { LessonDetails, LessonList } from '@kreide/app/features/timetable/views';
import type { Occurrence } from '@kreide/core/features/timetable';
import { useEffect, useId, useRef } from 'react';
import type { TimetableTexts } from './texts.ts';

export interface DetailsProps extends TimetableTexts {
  /** One lesson, or several at the same time to choose from; empty: closed. */
  readonly occurrences: readonly Occurrence[];
  readonly today: string;
  readonly onOpen: (occurrence: Occurrence) => void;
  readonly onClose: () => void;
}

/** The chosen lesson in a native dialog: the browser traps focus, closes it with Escape and restores focus. */
export function Details({ t, formats, occurrences, today, onOpen, onClose }: DetailsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [first] = occurrences;
  const isOpen = first !== undefined;
  useEffect(() => {
    const box = dialog.current;
    if (!box?.showModal) {
      box?.toggleAttribute('open', isOpen);
      return;
    }
    if (isOpen && !box.open) box.showModal();
    if (!isOpen && box.open) box.close();
  }, [isOpen]);
  // Safari below 15.4 has no dialogs: there it is a box over the plan.
  const close = () => (dialog.current?.close ? dialog.current.close() : onClose());
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click on the ground beside it is an extra; Escape and the button close it too
    <dialog
      ref={dialog}
      className="k-details"
      part="details"
      {...(occurrences.length === 1 ? { 'aria-labelledby': heading } : { 'aria-label': t('chooseLesson') })}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && close()}
    >
      {first && (
        <div className="k-details-content">
          {occurrences.length === 1 ? (
            <LessonDetails t={t} formats={formats} occurrence={first} headingId={heading} headingLevel={3} />
          ) : (
            <LessonList
              t={t}
              formats={formats}
              timetable={{ holidays: [], displayname: t('chooseLesson') }}
              occurrences={occurrences}
              dates={[first.date]}
              today={today}
              headingLevel={3}
              onOpen={onOpen}
            />
          )}
          <button type="button" className="k-button" part="button" onClick={close}>
            {t('close')}
          </button>
        </div>
      )}
    </dialog>
  );
}
