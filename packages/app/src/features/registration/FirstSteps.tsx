import type { RegistrationStep } from '@kreide/core/features/registration';
import { Suspense } from 'react';
import { useForm } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import type { DrawingName } from '../../ui/drawings.ts';
import { Link } from '../../ui/Link.tsx';
import { LateDrawing } from '../../ui/States.tsx';
import styles from './Registration.module.css';
import { StepForm, type StepProps } from './StepForm.tsx';

const INTROS = {
  'intro-parent-1': { text: 'parent1', drawing: 'week' },
  'intro-parent-2': { text: 'parent2', drawing: 'done' },
  'intro-parent-3': { text: 'parent3', drawing: 'sheet' },
  'intro-student-1': { text: 'student1', drawing: 'week' },
  'intro-student-2': { text: 'student2', drawing: 'sun' },
  'intro-student-3': { text: 'student3', drawing: 'locked' },
  'intro-teacher-1': { text: 'teacher1', drawing: 'week' },
  'intro-teacher-2': { text: 'teacher2', drawing: 'sheet' },
  'intro-teacher-3': { text: 'teacher3', drawing: 'done' },
} as const satisfies Record<RegistrationStep & `intro-${string}`, { text: string; drawing: DrawingName }>;

/** What one gets, in three pages (P-2.39 to P-2.41). */
export function IntroStep({ step, progress, onDone, onBack }: StepProps) {
  const { t } = useTranslation('registration');
  const form = useForm({ initial: {}, send: async () => onDone({}) });
  const { text, drawing } = INTROS[step as keyof typeof INTROS];
  const name = progress.registration.person?.firstname ?? '';
  return (
    <StepForm title={t(`intro.${text}.title`, { name })} form={form} onBack={onBack}>
      <div className={styles.drawing}>
        <Suspense fallback={null}>
          <LateDrawing name={drawing} />
        </Suspense>
      </div>
      <p>{t(`intro.${text}.text`)}</p>
    </StepForm>
  );
}

/** Without consent nothing goes on (P-2.42). */
export function DisclaimerStep({ progress, onDone, onBack }: StepProps) {
  const { t } = useTranslation(['registration', 'privacy']);
  const form = useForm({
    initial: { isAgreed: progress.done.includes('disclaimer') },
    problems: ({ isAgreed: agreed }) => (agreed ? [] : [{ field: null, text: t('disclaimer.required') }]),
    send: async () => onDone({}),
  });
  const { isAgreed } = form.values;

  return (
    <StepForm title={t('disclaimer.title')} intro={t('disclaimer.intro')} form={form} onBack={onBack}>
      <Link to="/data-protection">{t('privacy:link')}</Link>
      <Checkbox
        isSelected={isAgreed}
        onChange={(next) => form.change({ isAgreed: next })}
        isInvalid={form.failure !== null}
      >
        {t('disclaimer.agree')}
      </Checkbox>
    </StepForm>
  );
}
