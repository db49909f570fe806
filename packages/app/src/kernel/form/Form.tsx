import { type ComponentProps, Suspense } from 'react';
import { LeaveQuestion } from '../LeaveQuestion.tsx';
import { late } from '../late.ts';
import { BareForm, type SubmittedForm } from './BareForm.tsx';
import { DiscardQuestion } from './DiscardQuestion.tsx';
import type { ConflictingForm, ConflictPart } from './FormConflict.tsx';

const FormConflict = late(async () => (await import('./FormConflict.tsx')).FormConflict);

interface LeftForm {
  isChanged: () => boolean;
  leaving: (() => void) | null;
  stay: () => void;
  discard: () => void;
}

interface FormProps<Values> extends Omit<ComponentProps<typeof BareForm>, 'form'> {
  form: SubmittedForm & LeftForm & ConflictingForm<Values>;
  /** How the two versions of a conflict are shown: their parts by name. */
  parts?: readonly ConflictPart<Values>[];
  /** Says in words what happens to the changes when the page is left. */
  leaveText?: string;
  /** Whether a change of the address leaves the form; without it, a change of its path does. */
  isLeaving?: ComponentProps<typeof LeaveQuestion>['isLeaving'];
  /** It is left by closing a dialog, not a page. */
  isDialog?: boolean | undefined;
}

/**
 * A form that `useForm` holds. It submits once, moves the focus to the first problem, asks before it is left with changes
 * (`form.leave(close)` asks for a dialog), and shows both versions when somebody else has saved meanwhile.
 */
export function Form<Values>({
  form,
  parts = [],
  leaveText,
  isLeaving,
  isDialog,
  children,
  ...props
}: FormProps<Values>) {
  return (
    <>
      <BareForm {...props} form={form}>
        {form.conflict && (
          <Suspense>
            <FormConflict form={form as ConflictingForm<unknown>} parts={parts as readonly ConflictPart<unknown>[]} />
          </Suspense>
        )}
        {children}
      </BareForm>
      {form.leaving && (
        <Suspense>
          <DiscardQuestion text={leaveText} onDiscard={form.discard} onStay={form.stay} />
        </Suspense>
      )}
      <LeaveQuestion isChanged={form.isChanged} text={leaveText} isLeaving={isLeaving} isDialog={isDialog} />
    </>
  );
}
