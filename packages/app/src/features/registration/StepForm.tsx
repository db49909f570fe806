import type { RegistrationStep } from '@kreide/core/features/registration';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import type { Progress } from './progress.ts';
import styles from './Registration.module.css';

/** What a page of the registration gets. */
export interface StepProps {
  step: RegistrationStep;
  progress: Progress;
  /** Keeps what was entered and goes on. */
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
  /** Why it does not go on, where no field says it. */
  problem?: string | null;
  submitText?: string;
  isPending?: boolean;
  onBack?: (() => void) | undefined;
  /** Nothing goes on when it answers false; the first wrong field is focused then. */
  onSubmit: () => boolean | Promise<boolean>;
}

/** One page: its heading, its fields, back and on. */
export function StepForm(props: StepFormProps) {
  const { title, headingLevel = 1, intro, children, problem, submitText, isPending, onBack, onSubmit } = props;
  const Title = `h${headingLevel}` as const;
  const { t } = useTranslation('registration');
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!(await onSubmit())) setRefusals((count) => count + 1);
  }

  return (
    <form ref={form} className={styles.content} onSubmit={submit} noValidate>
      <div className={styles.head}>
        <Title>{title}</Title>
        {intro && <p className={styles.intro}>{intro}</p>}
      </div>
      {children}
      <Problem text={problem} />
      <div className={styles.actions}>
        {onBack && (
          <Button look="quiet" icon="arrowLeft" onPress={onBack}>
            {t('back')}
          </Button>
        )}
        <Button type="submit" look="primary" isPending={isPending ?? false}>
          {submitText ?? t('next')}
        </Button>
      </div>
    </form>
  );
}
