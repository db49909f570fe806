import {
  EXAM_KINDS,
  EXAM_NOTE_MAXIMUM,
  EXAM_REASON_MAXIMUM,
  EXAM_TOPIC_MAXIMUM,
  type Exam,
  type ExamOptions,
  examName,
  examProblems,
} from '@kreide/core/features/exams';
import { writeDate } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { TimeField } from '../../ui/TimeField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { CheckNotes } from './CheckNotes.tsx';
import styles from './Exams.module.css';
import { type Draft, toDraft, toHours, toInput, toRooms, toUnit, unitKey } from './exam-form.ts';
import { checkQuery, createExam, examQuery, updateExam } from './exams-queries.ts';
import { useExamWords } from './use-exam-words.ts';

/** Times of its own, in the list of hours. */
const OWN = 'own';

interface ExamDialogProps {
  known: Exam | null;
  options: ExamOptions;
  /** A new one is a week from here on. */
  today: string;
  onClose: () => void;
}

/** What of a draft the server judges before it is saved; null: not enough is known. */
function toAsked(draft: Draft, known: Exam | null, { units }: ExamOptions) {
  const { course_id, grade_id, subject_id } = toUnit(draft.unit, units);
  const isKnown = known !== null || course_id !== null || grade_id !== null;
  if (!isKnown || !draft.takes_place || examProblems(draft).length > 0) return null;
  return {
    ...(known && { id: `${known.id}` }),
    ...(course_id !== null && { course_id: `${course_id}` }),
    ...(grade_id !== null && { grade_id: `${grade_id}` }),
    ...(subject_id !== null && { subject_id: `${subject_id}` }),
    ...(draft.room !== '' && { bookable_id: draft.room }),
    date: draft.date,
    time_begins_at: draft.time_begins_at,
    time_ends_at: draft.time_ends_at,
  };
}

/** A new exam, or one that is changed: who is over the limits, and who has the room, is said before it is saved (D-6.01). */
export function ExamDialog({ known, options, today, onClose }: ExamDialogProps) {
  const { t, language } = useTranslation(['exams', 'errors', 'shell']);
  const { titleOf } = useExamWords();
  const create = useMutation(createExam);
  const update = useMutation(updateExam);
  async function readNewest(id: number) {
    const item = await queries.fetchQuery({ ...examQuery(id), staleTime: 0 });
    return { item, values: toDraft(item, today) };
  }
  const form = useForm({
    initial: () => toDraft(known, today),
    item: known,
    fields: ['course_id', 'date', 'time_begins_at', 'time_ends_at', 'over_reason'] as const,
    problems: (draft: Draft) =>
      examProblems(draft, known ? undefined : toUnit(draft.unit, options.units)).map(({ field, rule }) => ({
        field,
        text: t(`rules.${rule}`, { who: '' }),
      })),
    send: (draft, item) => {
      const input = toInput(draft);
      return item
        ? update.mutateAsync({
            params: { id: `${item.id}` },
            body: { ...input, is_cancelled: !draft.takes_place, updated_at: item.updated_at },
          })
        : create.mutateAsync({ body: { ...input, ...toUnit(draft.unit, options.units) } });
    },
    newest: known ? () => readNewest(known.id) : undefined,
    onSaved: (exam) => {
      toasts.show('success', t('saved', { name: titleOf(exam) }));
      onClose();
    },
    toWords: (error) => t('failed', { reason: toReason(t, error) }),
  });
  const { values, change, errorOf } = form;
  const asked = toAsked(values, known, options);
  const { data: check } = useQuery({
    ...checkQuery(asked ?? { date: today, time_begins_at: '', time_ends_at: '' }),
    enabled: asked !== null,
  });
  const judged = asked === null ? undefined : check;
  const hours = toHours(options.times, values.date);
  const picked = `${values.time_begins_at}-${values.time_ends_at}`;
  const rooms = toRooms(options, known?.room ?? null);
  const asksReason = (judged?.overs.length ?? 0) > 0 && options.can.exceed === 1;
  return (
    <FormDialog
      title={known ? t('edit', { name: examName(known) }) : t('form.newTitle')}
      form={form}
      texts={{ send: t('save'), cancel: t('cancel') }}
      onClose={onClose}
      parts={[
        {
          label: t('form.date'),
          show: (draft: Draft) =>
            `${writeDate(language, draft.date, 'long')}, ${draft.time_begins_at}–${draft.time_ends_at}`,
        },
        { label: t('form.kind'), show: ({ kind }: Draft) => t(`kinds.${kind}`) },
        {
          label: t('form.room'),
          show: ({ room }: Draft) => rooms.find(({ id }) => `${id}` === room)?.shortcut ?? room,
        },
        {
          label: t('form.takesPlace'),
          show: ({ takes_place }: Draft) => (takes_place ? t('form.takesPlace') : t('states.cancelled')),
        },
        { label: t('form.public'), show: ({ is_public }: Draft) => (is_public ? t('states.public') : '') },
        { label: t('form.topic'), show: (draft: Draft) => draft.topic },
        { label: t('form.note'), show: (draft: Draft) => draft.note },
      ]}
    >
      {!known && (
        <div>
          <Select
            label={t('form.unit')}
            options={[
              { key: '', text: t('form.pick') },
              ...options.units.map((unit) => ({ key: unitKey(unit), text: unit.name })),
            ]}
            value={values.unit}
            onChange={(unit) => change({ unit })}
          />
          <Problem text={errorOf('course_id')} />
        </div>
      )}
      <div className={styles.pair}>
        <DatePicker
          label={t('form.date')}
          value={values.date}
          fallback={values.date}
          errorMessage={errorOf('date')}
          onChange={(date) => change({ date })}
        />
        <Select
          label={t('form.hours')}
          options={[{ key: OWN, text: t('form.noHours') }, ...hours]}
          value={hours.some(({ key }) => key === picked) ? picked : OWN}
          onChange={(key) => {
            const chosen = hours.find((one) => one.key === key);
            if (chosen) change({ time_begins_at: chosen.begins_at, time_ends_at: chosen.ends_at });
          }}
        />
        <TimeField
          label={t('form.from')}
          value={values.time_begins_at}
          errorMessage={errorOf('time_begins_at')}
          onChange={(time_begins_at) => change({ time_begins_at })}
        />
        <TimeField
          label={t('form.until')}
          value={values.time_ends_at}
          errorMessage={errorOf('time_ends_at')}
          onChange={(time_ends_at) => change({ time_ends_at })}
        />
        <Select
          label={t('form.kind')}
          options={EXAM_KINDS.map((key) => ({ key, text: t(`kinds.${key}`) }))}
          value={values.kind}
          onChange={(kind) => change({ kind })}
        />
        <Select
          label={t('form.room')}
          options={[
            { key: '', text: t('form.noRoom') },
            ...rooms.map(({ id, shortcut, name }) => ({
              key: `${id}`,
              text: name ? `${shortcut} (${name})` : shortcut,
            })),
          ]}
          value={values.room}
          onChange={(room) => change({ room })}
        />
      </div>
      <CheckNotes check={judged} />
      {asksReason && (
        <TextField
          label={t('form.reason')}
          value={values.over_reason}
          maxLength={EXAM_REASON_MAXIMUM}
          errorMessage={errorOf('over_reason')}
          onChange={(over_reason) => change({ over_reason })}
        />
      )}
      {!asksReason && <Problem text={errorOf('over_reason')} />}
      <TextField
        label={t('form.topic')}
        value={values.topic}
        maxLength={EXAM_TOPIC_MAXIMUM}
        onChange={(topic) => change({ topic })}
      />
      <TextField
        label={t('form.note')}
        lines={2}
        value={values.note}
        maxLength={EXAM_NOTE_MAXIMUM}
        onChange={(note) => change({ note })}
      />
      <Checkbox isSelected={values.is_public} onChange={(is_public) => change({ is_public })}>
        {t('form.public')}
      </Checkbox>
      {known && (
        <Checkbox isSelected={values.takes_place} onChange={(takes_place) => change({ takes_place })}>
          {t('form.takesPlace')}
        </Checkbox>
      )}
    </FormDialog>
  );
}
