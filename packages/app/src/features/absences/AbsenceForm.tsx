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
import { useId, useState } from 'react';
import { Form } from '../../kernel/form/Form.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem, ProblemNote } from '../../ui/Problem.tsx';
import { AbsenceInfo } from './AbsenceInfo.tsx';
import { AbsenceSummary } from './AbsenceSummary.tsx';
import styles from './Absences.module.css';
import { AbsenceWay, type AbsenceWayState } from './AbsenceWay.tsx';
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
  /** The steps of a new one. */
  way: AbsenceWayState | null;
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
  const { book, title, absence, preset, types, categories, people, onPeople, way, onClose } = props;
  const { t, language } = useTranslation(['absences', 'form']);
  const formId = useId();
  const parts = useAbsenceForm({ book, absence, preset, people, onPeople, onDone: onClose });
  const { form } = parts;
  const { step, ...walk } = useWay(way, form, people);
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
  const send = parts.isAsking ? 'form.saveAnyway' : absence ? 'save' : 'form.send';
  const overlaps = <div role="alert">{parts.overlaps && <ProblemNote text={t('form.overlaps')} />}</div>;
  const fields = (
    <>
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
      {overlaps}
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
    </>
  );
  const content =
    step === 'whom' ? (
      <>
        {way?.chooser}
        {walk.isMissing && <Problem text={t('form.whomRequired')} />}
      </>
    ) : step === 'check' ? (
      <>
        <AbsenceSummary values={values} span={parts.span} people={people} types={types} />
        {overlaps}
        {form.problems.map(({ field, text }) => field !== null && <Problem key={field} text={text} />)}
      </>
    ) : (
      fields
    );
  return (
    <Dialog
      isOpen
      title={title}
      onClose={close}
      closeLabel={t('close')}
      actions={
        <>
          {walk.back ? (
            <Button onPress={walk.back}>{t('form:steps.back')}</Button>
          ) : (
            <Button onPress={close}>{t(maySave ? 'cancel' : 'close')}</Button>
          )}
          {maySave && walk.hasNext && (
            <Button type="submit" form={formId} look="primary" isPending={form.isPending}>
              {t(walk.isEnd ? send : 'form:steps.next')}
            </Button>
          )}
        </>
      }
    >
      <Form
        form={{ ...form, submit: walk.submit }}
        id={formId}
        className={styles.form}
        isDialog
        parts={absenceParts({ t, language, types })}
      >
        {way ? <AbsenceWay way={way}>{content}</AbsenceWay> : content}
        <Problem text={form.failure} />
        {absence && <AbsenceInfo absence={absence} />}
      </Form>
    </Dialog>
  );
}

/** The step on the page, what the last button does, and the way back; an absence that is changed has one step. */
function useWay(way: AbsenceWayState | null, form: ReturnType<typeof useAbsenceForm>['form'], people: readonly Whom[]) {
  const [hasTried, setTried] = useState(false);
  const at = way ? way.keys.indexOf(way.step) : 0;
  const step = way?.step ?? 'time';
  const [before, after] = [way?.keys[at - 1], way?.keys[at + 1]];
  return {
    step,
    isEnd: !after,
    /** Nobody is chosen, and somebody wanted to go on. */
    isMissing: hasTried && people.length === 0,
    back: way && before ? () => way.go(before) : null,
    hasNext: !(step === 'whom' && way?.isPicking && people.length === 0),
    submit: async () => {
      if (!way || !after) return form.submit();
      if (step === 'whom') setTried(true);
      if (step === 'whom' ? people.length > 0 : form.check()) way.go(after);
    },
  };
}
