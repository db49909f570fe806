import type { Registration } from '@kreide/core/features/registration';
import { useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './Registration.module.css';
import { StepForm, type StepProps } from './StepForm.tsx';

type Unit = NonNullable<Registration['choices']>['grades'][number];
const NONE = '';

/** Short name, and the name where there is another. */
export const toLabel = ({ shortcut, name }: Unit): string =>
  name && name !== shortcut ? `${shortcut} · ${name}` : shortcut;

/** The grade of the pupil, or of the parent’s child, where the school does not know it (P-2.48). */
export function GradeStep({ progress, onDone, onBack }: StepProps) {
  const { t } = useTranslation('registration');
  const [chosen, setChosen] = useState(`${progress.entered.grade_id ?? NONE}`);
  const [problem, setProblem] = useState<string | null>(null);
  const grades = progress.registration.choices?.grades ?? [];
  return (
    <StepForm
      title={t('grade.title')}
      intro={progress.child ? t('add.gradeIntro', { name: progress.child.displayname }) : t('grade.intro')}
      problem={chosen === NONE ? problem : null}
      onBack={onBack}
      onSubmit={() => {
        if (chosen === NONE) setProblem(t('rules.choose'));
        else onDone({ grade_id: Number(chosen) });
        return chosen !== NONE;
      }}
    >
      <Select
        label={t('grade.title')}
        options={[
          { key: NONE, text: t('grade.none') },
          ...grades.map((grade) => ({ key: `${grade.id}`, text: toLabel(grade) })),
        ]}
        value={chosen}
        onChange={setChosen}
      />
    </StepForm>
  );
}

/** The own record of the timetable, of those that nobody has (P-2.47). */
export function ShortcutsStep({ progress, onDone, onBack }: StepProps) {
  const { t } = useTranslation('registration');
  const [chosen, setChosen] = useState(`${progress.entered.teacher_id ?? NONE}`);
  const shortcuts = progress.registration.choices?.shortcuts ?? [];
  return (
    <StepForm
      title={t('shortcuts.title')}
      intro={t('shortcuts.intro')}
      onBack={onBack}
      onSubmit={() => {
        onDone(chosen === NONE ? {} : { teacher_id: Number(chosen) });
        return true;
      }}
    >
      <Select
        label={t('shortcuts.title')}
        options={[
          { key: NONE, text: t('shortcuts.later') },
          ...shortcuts.map((unit) => ({ key: `${unit.id}`, text: toLabel(unit) })),
        ]}
        value={chosen}
        onChange={setChosen}
      />
    </StepForm>
  );
}

/** Grades and subjects taught (P-2.49). */
export function TeachingStep({ progress, onDone, onBack }: StepProps) {
  const { t } = useTranslation('registration');
  const { choices } = progress.registration;
  const [teaching, setTeaching] = useState(progress.entered.teaching ?? { grade_ids: [], subject_ids: [] });
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
                setTeaching({
                  ...teaching,
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
    <StepForm
      title={t('teaching.title')}
      intro={t('teaching.intro')}
      onBack={onBack}
      onSubmit={() => {
        onDone({ teaching });
        return true;
      }}
    >
      {group(t('teaching.grades'), 'grade_ids', choices?.grades ?? [])}
      {group(t('teaching.subjects'), 'subject_ids', choices?.subjects ?? [])}
    </StepForm>
  );
}
