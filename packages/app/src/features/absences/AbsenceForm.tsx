import {
  ABSENCE_COMMENT_MAXIMUM,
  type Absence,
  type AbsenceCategory,
  type AbsencePreset,
  type AbsenceType,
  EXCUSE_NOTE_MAXIMUM,
  isMissing,
} from '@kreide/core/features/absences';
import { isAllowed } from '@kreide/core/kernel';
import { type ReactNode, useId, useState } from 'react';
import { LeaveQuestion } from '../../kernel/LeaveQuestion.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem, ProblemNote } from '../../ui/Problem.tsx';
import { AbsenceInfo } from './AbsenceInfo.tsx';
import styles from './Absences.module.css';
import { NoteField } from './NoteField.tsx';
import type { Whom } from './queries.ts';
import { RangeFields } from './RangeFields.tsx';
import { TypeChoice } from './TypeChoice.tsx';
import { useAbsenceForm } from './use-absence-form.ts';

interface AbsenceFormProps {
  book: number;
  title: string;
  /** Null: a new one. */
  absence: Absence | null;
  preset: AbsencePreset;
  types: readonly AbsenceType[];
  categories: readonly AbsenceCategory[];
  people: readonly Whom[];
  onPeople: (people: readonly Whom[]) => void;
  /** Chooses them. */
  chooser: ReactNode;
  onClose: () => void;
}

/** A type that is not offered any more, or not to this reader, is shown all the same where an absence has it. */
function withOwn(types: readonly AbsenceType[], absence: Absence | null): AbsenceType[] {
  if (!absence || types.some(({ id }) => id === absence.type_id)) return [...types];
  const { name, category, state, key } = absence.type;
  const rest = { is_counting: true, audience: [], is_archived: true };
  return [...types, { id: absence.type_id, category, state, key, meta: { name, description: '' }, ...rest }];
}

/** One absence: of whom, why, from when to when, and the notes, each by its own right (T-2.144, T-6.11 to T-6.15). */
export function AbsenceForm(props: AbsenceFormProps) {
  const { book, title, absence, preset, types, categories, people, onPeople, chooser, onClose } = props;
  const { t } = useTranslation('absences');
  const formId = useId();
  const [isLeaving, setLeaving] = useState(false);
  const parts = useAbsenceForm({ book, absence, preset, people, onPeople, onDone: onClose });
  const { element, form, problems, failure, isBusy, isChanged, submit, leave, change } = parts;
  const can = absence?.can ?? preset.can;
  const mayChange = isAllowed(can, absence ? 'update' : 'create-absences');
  const isCommented = absence !== null && absence.comment !== null;
  const mayNote = isAllowed(can, 'update-absence-parent-note');
  // A text is sent with the rest of the absence: without a right to send that, none is offered.
  const maySave = mayChange || mayNote;
  const mayComment = maySave && isAllowed(can, isCommented ? 'update-absence-comment' : 'create-absence-comment');
  const changesPast = isAllowed(can, 'change-past');
  // What the school notes for itself no family sees: whoever sees it is of the school.
  const isStaff = isAllowed(can, 'view-absence-comment');
  const close = () => (isChanged() ? setLeaving(true) : leave());
  return (
    <>
      <Dialog
        isOpen
        title={title}
        onClose={close}
        closeLabel={t('close')}
        actions={
          <>
            <Button onPress={close}>{t(maySave ? 'cancel' : 'close')}</Button>
            {maySave && (
              <Button type="submit" form={formId} look="primary" isPending={isBusy}>
                {t(parts.isAsking ? 'form.saveAnyway' : absence ? 'save' : 'form.send')}
              </Button>
            )}
          </>
        }
      >
        <form id={formId} ref={element} className={styles.form} onSubmit={submit} noValidate>
          {chooser}
          {problems.user_id && <Problem text={problems.user_id} />}
          {absence && isMissing(absence) && !changesPast && (
            <div role="status" className={styles.warning}>
              {t('form.missingPast')}
            </div>
          )}
          <TypeChoice
            mode="selection"
            categories={categories}
            types={withOwn(types, absence)}
            hasGroups={isStaff}
            chosen={form.type_id}
            onChange={(type_id) => change({ type_id })}
            isDisabled={!mayChange}
            problem={problems.type_id}
          />
          <RangeFields
            form={form}
            onChange={change}
            bounds={preset}
            isDisabled={!mayChange}
            isStartFixed={absence !== null && !changesPast}
            problems={problems}
          />
          <div role="alert">{parts.overlaps && <ProblemNote text={t('form.overlaps')} />}</div>
          {isAllowed(can, 'view-absence-parent-note') && (
            <NoteField
              label={t('form.note')}
              hint={t('form.noteHint')}
              value={form.excuse_note}
              onChange={(excuse_note) => change({ excuse_note })}
              mayChange={mayNote}
              maximum={EXCUSE_NOTE_MAXIMUM}
              problem={problems.excuse_note}
            />
          )}
          {isStaff && (
            <NoteField
              label={t('form.comment')}
              hint={t('form.commentHint')}
              add={isCommented ? undefined : t('form.addComment')}
              value={form.comment}
              onChange={(comment) => change({ comment })}
              mayChange={mayComment}
              maximum={ABSENCE_COMMENT_MAXIMUM}
              problem={problems.comment}
            />
          )}
          <Problem text={failure} />
          {absence && <AbsenceInfo absence={absence} />}
        </form>
      </Dialog>
      {isLeaving && (
        <ConfirmDialog
          title={t('leave.title')}
          texts={{ confirm: t('leave.discard'), cancel: t('leave.stay'), close: t('close') }}
          onConfirm={leave}
          onClose={() => setLeaving(false)}
        >
          <p>{t('leave.text')}</p>
        </ConfirmDialog>
      )}
      <LeaveQuestion isChanged={isChanged} text={t('leave.text')} />
    </>
  );
}
