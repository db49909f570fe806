import type { RegistrationStep } from '@kreide/core/features/registration';
import type { ReactNode } from 'react';
import { BareForm, type SubmittedForm } from '../../kernel/form/BareForm.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import type { Progress } from './progress.ts';
import styles from './Registration.module.css';

/** What a page of the registration gets. */
export interface StepProps {
  step: RegistrationStep;
  progress: Progress;
  /** Keeps the entered values and goes on. */
  onDone: (changes: Progress['entered'], child?: Progress['child']) => void;
  /** Left out on the first page. */
  onBack?: (() => void) | undefined;
}

interface StepFormProps {
  title: string;
  /** 2 where the frame has the title of the page. */
  headingLevel?: 1 | 2;
  intro?: string;
  children?: ReactNode;
  /** Its fields; submitting it goes on. */
  form: SubmittedForm & { isPending: boolean; failure: string | null };
  submitText?: string;
  onBack?: (() => void) | undefined;
}

/** One page: its heading, its fields, back and on. What was entered on the pages before is kept. */
export function StepForm(props: StepFormProps) {
  const { title, headingLevel = 1, intro, children, form, submitText, onBack } = props;
  const Title = `h${headingLevel}` as const;
  const { t } = useTranslation('registration');
  return (
    <BareForm form={form} className={styles.content}>
      <div className={styles.head}>
        <Title>{title}</Title>
        {intro && <p className={styles.intro}>{intro}</p>}
      </div>
      {children}
      <Problem text={form.failure} />
      <div className={styles.actions}>
        {onBack && (
          <Button look="quiet" icon="arrowLeft" onPress={onBack}>
            {t('back')}
          </Button>
        )}
        <Button type="submit" look="primary" isPending={form.isPending}>
          {submitText ?? t('next')}
        </Button>
      </div>
    </BareForm>
  );
}
