import type { Registration } from '@kreide/core/features/registration';
import { useForm } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './Registration.module.css';
import { StepForm, type StepProps } from './StepForm.tsx';

type Unit = NonNullable<Registration['choices']>['grades'][number];
const NONE = '';
const NOTHING_TAUGHT: { grade_ids: number[]; subject_ids: number[] } = { grade_ids: [], subject_ids: [] };

/** Short name, and the name where there is another. */
export const toLabel = ({ shortcut, name }: Unit): string =>
  name && name !== shortcut ? `${shortcut} · ${name}` : shortcut;

/** The grade of the pupil, or of the parent’s child, where the school does not know it (P-2.48). */
export function GradeStep({ progress, onDone, onBack }: StepProps) {
  const { t } = useTranslation('registration');
  const form = useForm({
    initial: { grade_id: `${progress.entered.grade_id ?? NONE}` },
    problems: ({ grade_id }) => (grade_id === NONE ? [{ field: null, text: t('rules.choose') }] : []),
    send: async ({ grade_id }) => onDone({ grade_id: Number(grade_id) }),
  });
  const grades = progress.registration.choices?.grades ?? [];
  return (
    <StepForm
      title={t('grade.title')}
      intro={progress.child ? t('add.gradeIntro', { name: progress.child.displayname }) : t('grade.intro')}
      form={form}
      onBack={onBack}
    >
      <Select
        label={t('grade.title')}
        options={[
          { key: NONE, text: t('grade.none') },
          ...grades.map((grade) => ({ key: `${grade.id}`, text: toLabel(grade) })),
        ]}
        value={form.values.grade_id}
        onChange={(grade_id) => form.change({ grade_id })}
      />
    </StepForm>
  );
}

/** The own record of the timetable, of those that nobody has (P-2.47). */
export function ShortcutsStep({ progress, onDone, onBack }: StepProps) {
  const { t } = useTranslation('registration');
  const form = useForm({
    initial: { teacher_id: `${progress.entered.teacher_id ?? NONE}` },
    send: async ({ teacher_id }) => onDone(teacher_id === NONE ? {} : { teacher_id: Number(teacher_id) }),
  });
  const shortcuts = progress.registration.choices?.shortcuts ?? [];
  return (
    <StepForm title={t('shortcuts.title')} intro={t('shortcuts.intro')} form={form} onBack={onBack}>
      <Select
        label={t('shortcuts.title')}
        options={[
          { key: NONE, text: t('shortcuts.later') },
          ...shortcuts.map((unit) => ({ key: `${unit.id}`, text: toLabel(unit) })),
        ]}
        value={form.values.teacher_id}
        onChange={(teacher_id) => form.change({ teacher_id })}
      />
    </StepForm>
  );
}

/** Grades and subjects taught (P-2.49). */
export function TeachingStep({ progress, onDone, onBack }: StepProps) {
  const { t } = useTranslation('registration');
  const { choices } = progress.registration;
  const form = useForm({
    initial: progress.entered.teaching ?? NOTHING_TAUGHT,
    send: async (taught) => onDone({ teaching: taught }),
  });
  const teaching = form.values;
  const group = (title: string, field: keyof typeof teaching, units: readonly Unit[]) =>
    units.length > 0 && (
      <fieldset className={styles.group}>
        <legend>{title}</legend>
        <div className={styles.boxes}>
          {units.map((unit) => (
            <Checkbox
              key={unit.id}
              isSelected={teaching[field].includes(unit.id)}
              onChange={(isSelected) =>
                form.change({
                  [field]: isSelected ? [...teaching[field], unit.id] : teaching[field].filter((id) => id !== unit.id),
                })
              }
            >
              {unit.shortcut}
            </Checkbox>
          ))}
        </div>
      </fieldset>
    );
  return (
    <StepForm title={t('teaching.title')} intro={t('teaching.intro')} form={form} onBack={onBack}>
      {group(t('teaching.grades'), 'grade_ids', choices?.grades ?? [])}
      {group(t('teaching.subjects'), 'subject_ids', choices?.subjects ?? [])}
    </StepForm>
  );
}
