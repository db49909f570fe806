import {
  contentOf,
  type EditorState,
  lessonProblems,
  type Place,
  type PlannedLesson,
  patternIdOf,
  periodsOn,
  placeOf,
  slotAt,
} from '@kreide/core/features/planner';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './Planner.module.css';
import { pushEdits } from './planner-queries.ts';
import { UnitPicker } from './UnitPicker.tsx';
import type { Editor } from './use-editor.ts';
import { usePlaceWords } from './use-words.ts';
import type { Edited } from './week.ts';

interface LessonDialogProps {
  state: EditorState;
  editor: Editor;
  /** Null: a new one. */
  lesson: PlannedLesson | null;
  /** Whose week is shown: a new lesson is theirs. */
  of: { entity: Edited; id: number } | null;
  onClose: () => void;
}

/** The lengths that are offered, in periods; a longer one that a lesson has is offered too. */
const LENGTHS = [1, 2];
const NEW = {
  subject_id: null as number | null,
  course_id: null as number | null,
  length: 1,
  pattern: null as PlannedLesson['pattern'],
  grade_ids: [] as number[],
  teacher_ids: [] as number[],
  bookable_ids: [] as number[],
};
const IDS = { grades: 'grade_ids', teachers: 'teacher_ids', bookables: 'bookable_ids' } as const;
const keyOf = (place: Place | null) => (place ? `${place.weekday}|${place.hour}` : '');
const patternKey = (pattern: PlannedLesson['pattern']) => (pattern ? patternIdOf(pattern) : '');

/** All times at which a lesson of a length can be. */
function placesFor({ days, periods }: EditorState, length: number): Place[] {
  return Array.from({ length: days }, (_, index) => index + 1).flatMap((weekday) =>
    periodsOn(periods, weekday).flatMap(({ hour }) =>
      slotAt(periods, { weekday, hour }, length) ? [{ weekday, hour }] : [],
    ),
  );
}

/** A lesson with its time as it would be saved, for what stands in its way there. */
function toPlanned(values: typeof NEW & { place: Place | null }, state: EditorState, lesson: PlannedLesson | null) {
  const { place, ...content } = values;
  const slot = place && slotAt(state.periods, place, values.length);
  const { begins_at, ends_at } = lesson ?? state.version.school_year;
  const { is_pinned, is_divisible } = lesson ?? { is_pinned: false, is_divisible: false };
  const times = slot
    ? { weekday: place.weekday, ...slot }
    : { weekday: null, hour: null, time_begins_at: null, time_ends_at: null };
  return {
    lesson_id: lesson?.lesson_id ?? 0,
    version: 0,
    is_pinned,
    is_divisible,
    begins_at,
    ends_at,
    ...content,
    ...times,
  };
}

/** A new lesson, or what a lesson is of, who takes part, where, how long, in which weeks and when. */
export function LessonDialog({ state, editor, lesson, of, onClose }: LessonDialogProps) {
  const { t } = useTranslation(['planner', 'shell']);
  const toWords = usePlaceWords();
  const push = useMutation(pushEdits);
  const { school_year, uuid } = state.version;
  const form = useForm({
    initial: () => ({
      ...NEW,
      ...(of && { [IDS[of.entity]]: [of.id] }),
      ...(lesson && contentOf(lesson)),
      place: lesson && placeOf(lesson),
    }),
    problems: (values) => {
      const known = lesson ? lessonProblems(lesson, school_year).map(({ rule }) => rule) : [];
      return lessonProblems(values, school_year)
        .filter(({ rule }) => !known.includes(rule))
        .map(({ field, rule }) => ({ field, text: t(`rules.${rule}`) }));
    },
    send: ({ place, ...content }) => {
      if (!lesson) return push.mutateAsync({ body: { version_uuid: uuid, added: [{ ...content, place }] } });
      const { lesson_id, version } = lesson;
      // A time that is none of the periods stays unless another one is chosen.
      const isMoved = keyOf(place) !== keyOf(placeOf(lesson));
      const edit = { lesson_id, version, content, ...(isMoved && { place }) };
      return push.mutateAsync({ body: { version_uuid: uuid, edits: [edit] } });
    },
    onSaved: (done) => {
      editor.saved(done, lesson === null);
      onClose();
    },
    toWords: (error) => t('failed', { reason: toSaid(error) }),
  });
  const { values } = form;
  const chooseCourse = (key: string) => {
    const course = state.courses.find(({ id }) => `${id}` === key);
    if (!course) return form.change({ course_id: null });
    const { id, subject_id, grade_ids, teacher_ids } = course;
    return form.change({ course_id: id, subject_id, grade_ids, teacher_ids });
  };
  const places = placesFor(state, values.length);
  const clashes = editor.sayClashes(toPlanned(values, state, lesson));
  const strangers = state.teachers.filter(
    ({ id, subject_ids }) =>
      values.teacher_ids.includes(id) &&
      values.subject_id !== null &&
      subject_ids.length > 0 &&
      !subject_ids.includes(values.subject_id),
  );
  const lengths = [...new Set([...LENGTHS, values.length])].sort((one, other) => one - other);
  return (
    <FormDialog
      title={lesson ? t('lessonForm.titleEdit', { lesson: editor.nameOf(lesson) }) : t('lessonForm.titleNew')}
      form={form}
      texts={{ send: t('save'), cancel: t('cancel') }}
      onClose={onClose}
    >
      {state.courses.length > 0 && (
        <Select
          label={t('fact.course_id')}
          value={`${values.course_id ?? ''}`}
          options={[
            { key: '', text: t('lessonForm.noCourse') },
            ...state.courses.map(({ id, shortcut, name }) => ({
              key: `${id}`,
              text: [shortcut, name].filter(Boolean).join(' · '),
            })),
          ]}
          onChange={chooseCourse}
        />
      )}
      <div>
        <Select
          label={t('fact.subject_id')}
          value={`${values.subject_id ?? ''}`}
          options={[
            { key: '', text: t('lessonForm.noSubject') },
            ...state.subjects.map(({ id, shortcut, name }) => ({
              key: `${id}`,
              text: [shortcut, name].filter(Boolean).join(' · '),
            })),
          ]}
          onChange={(key) => form.change({ subject_id: key === '' ? null : Number(key) })}
        />
        <Problem text={form.errorOf('subject_id') ?? null} />
      </div>
      {(['grades', 'teachers', 'bookables'] as const).map((entity) => (
        <UnitPicker
          key={entity}
          label={t(`fact.${IDS[entity]}`)}
          units={state[entity]}
          ids={values[IDS[entity]]}
          onChange={(ids) => form.change({ [IDS[entity]]: ids })}
          problem={form.errorOf(IDS[entity])}
        />
      ))}
      <Select
        label={t('fact.length')}
        value={`${values.length}`}
        options={lengths.map((length) => ({ key: `${length}`, text: `${length}` }))}
        onChange={(key) => {
          const length = Number(key);
          const fits = placesFor(state, length).some((place) => keyOf(place) === keyOf(values.place));
          form.change({ length, ...(fits ? {} : { place: null }) });
        }}
      />
      <Select
        label={t('fact.pattern')}
        value={patternKey(values.pattern)}
        options={[
          { key: '', text: t('lessonForm.everyWeek') },
          ...state.patterns.map(({ id, name }) => ({ key: id, text: name })),
        ]}
        onChange={(key) => {
          const chosen = state.patterns.find(({ id }) => id === key);
          form.change({ pattern: chosen ? { name: chosen.name, weeks: chosen.weeks } : null });
        }}
      />
      <Problem text={form.errorOf('pattern') ?? null} />
      <Select
        label={t('lessonForm.place')}
        value={keyOf(values.place)}
        options={[null, ...places].map((place) => ({ key: keyOf(place), text: toWords(place) }))}
        onChange={(key) => form.change({ place: places.find((place) => keyOf(place) === key) ?? null })}
      />
      {strangers.map(({ id, shortcut, name }) => (
        <p key={id} role="status" className={styles.warning}>
          {t('lessonForm.teaches', { name: name ?? shortcut })}
        </p>
      ))}
      {clashes && (
        <p role="status" className={styles.warning}>
          {t('lessonForm.clash', { reasons: clashes })}
        </p>
      )}
    </FormDialog>
  );
}
