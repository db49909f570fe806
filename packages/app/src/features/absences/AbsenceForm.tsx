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
import { type ReactNode, useId } from 'react';
import { Form } from '../../kernel/form/Form.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem, ProblemNote } from '../../ui/Problem.tsx';
import { AbsenceInfo } from './AbsenceInfo.tsx';
import styles from './Absences.module.css';
import { absenceParts } from './absence-parts.ts';
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
  const { t, language } = useTranslation('absences');
  const formId = useId();
  const parts = useAbsenceForm({ book, absence, preset, people, onPeople, onDone: onClose });
  const { form } = parts;
  const { values, change, errorOf } = form;
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
  const close = () => form.leave(onClose);
  return (
    <Dialog
      isOpen
      title={title}
      onClose={close}
      closeLabel={t('close')}
      actions={
        <>
          <Button onPress={close}>{t(maySave ? 'cancel' : 'close')}</Button>
          {maySave && (
            <Button type="submit" form={formId} look="primary" isPending={form.isPending}>
              {t(parts.isAsking ? 'form.saveAnyway' : absence ? 'save' : 'form.send')}
            </Button>
          )}
        </>
      }
    >
      <Form form={form} id={formId} className={styles.form} isDialog parts={absenceParts({ t, language, types })}>
        {chooser}
        {errorOf('user_id') && <Problem text={errorOf('user_id')} />}
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
          chosen={values.type_id}
          onChange={(type_id) => change({ type_id })}
          isDisabled={!mayChange}
          problem={errorOf('type_id')}
        />
        <RangeFields
          form={values}
          onChange={change}
          bounds={preset}
          isDisabled={!mayChange}
          isStartFixed={absence !== null && !changesPast}
          problems={{ begins_at: errorOf('begins_at'), ends_at: errorOf('ends_at') }}
        />
        <div role="alert">{parts.overlaps && <ProblemNote text={t('form.overlaps')} />}</div>
        {isAllowed(can, 'view-absence-parent-note') && (
          <NoteField
            label={t('form.note')}
            hint={t('form.noteHint')}
            value={values.excuse_note}
            onChange={(excuse_note) => change({ excuse_note })}
            mayChange={mayNote}
            maximum={EXCUSE_NOTE_MAXIMUM}
            problem={errorOf('excuse_note')}
          />
        )}
        {isStaff && (
          <NoteField
            label={t('form.comment')}
            hint={t('form.commentHint')}
            add={isCommented ? undefined : t('form.addComment')}
            value={values.comment}
            onChange={(comment) => change({ comment })}
            mayChange={mayComment}
            maximum={ABSENCE_COMMENT_MAXIMUM}
            problem={errorOf('comment')}
          />
        )}
        <Problem text={form.failure} />
        {absence && <AbsenceInfo absence={absence} />}
      </Form>
    </Dialog>
  );
}
