import type { RegistrationStep } from '@kreide/core/features/registration';
import type { ComponentType } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useStore } from 'zustand';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { CredentialsStep, EmailStep, PasswordStep, UsernameStep } from './AccountSteps.tsx';
import { ChildConfirmationStep, ChildCredentialsStep } from './ChildSteps.tsx';
import { GradeStep, ShortcutsStep, TeachingStep } from './ChoiceSteps.tsx';
import { BlockStep, ConfirmationStep } from './EndSteps.tsx';
import { DisclaimerStep, IntroStep } from './FirstSteps.tsx';
import { completeStep, nextStep, progressStore } from './progress.ts';
import styles from './Registration.module.css';
import type { StepProps } from './StepForm.tsx';

const PAGES: Record<Exclude<RegistrationStep, `intro-${string}`>, ComponentType<StepProps>> = {
  disclaimer: DisclaimerStep,
  credentials: CredentialsStep,
  email: EmailStep,
  username: UsernameStep,
  password: PasswordStep,
  shortcuts: ShortcutsStep,
  grade: GradeStep,
  teaching: TeachingStep,
  'child-credentials': ChildCredentialsStep,
  'child-confirmation': ChildConfirmationStep,
  confirmation: ConfirmationStep,
  block: BlockStep,
};

const isIntro = (step: RegistrationStep): step is RegistrationStep & `intro-${string}` => step.startsWith('intro-');

/** The registration, page by page, each with an address of its own; the loader lets in whom it is for. */
export function RegistrationScreen() {
  const { t } = useTranslation('registration');
  const navigate = useNavigate();
  const { step: asked } = useParams();
  const { progress } = useStore(progressStore);
  if (!progress) return null;
  const { registration } = progress;
  const { steps, school } = registration;
  const step = asked as RegistrationStep;
  const index = steps.indexOf(step);
  const toStep = (one: RegistrationStep) => navigate(`/${school.slink}/registration/${one}`);
  const before = steps[index - 1];
  const after = steps[index + 1];
  const Page = isIntro(step) ? IntroStep : PAGES[step];

  return (
    <div className={styles.screen}>
      <Card isRoomy>
        <div className={styles.content}>
          <div className={styles.where}>
            <span>{school.name}</span>
            <Tag look="accent" icon="user">
              {t(`types.${registration.type}`)}
            </Tag>
          </div>
          {index >= 0 && (
            <div className={styles.head}>
              <p className={styles.where}>{t('progress', { number: index + 1, total: steps.length })}</p>
              <div className={styles.line} aria-hidden="true">
                <div className={styles.done} style={{ inlineSize: `${((index + 1) / steps.length) * 100}%` }} />
              </div>
            </div>
          )}
          <Page
            key={step}
            step={step}
            progress={progress}
            onBack={before && (() => void toStep(before))}
            onDone={(changes, child) => {
              completeStep(step, changes, child ?? undefined);
              const present = progressStore.getState().progress;
              if (present) void toStep(after ?? nextStep(present));
            }}
          />
        </div>
      </Card>
    </div>
  );
}
