import type { ReactNode } from 'react';
import { StepFrame } from '../../kernel/StepFrame.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';

/** The steps of a new absence; a family with one child has no first one. */
export const ABSENCE_STEPS = ['whom', 'time', 'check'] as const;
export type AbsenceStep = (typeof ABSENCE_STEPS)[number];

/** Where somebody is on the way to a new absence. */
export interface AbsenceWayState {
  keys: readonly AbsenceStep[];
  step: AbsenceStep;
  go: (step: AbsenceStep) => void;
  /** Chooses of whom it is. */
  chooser: ReactNode;
  /** Choosing somebody leads on by itself. */
  isPicking: boolean;
}

/** The steps of a new absence in its dialog; those that are behind can be gone back to. */
export function AbsenceWay({ way: { keys, step, go }, children }: { way: AbsenceWayState; children: ReactNode }) {
  const { t } = useTranslation('absences');
  const place = keys.indexOf(step);
  return (
    <StepFrame
      label={t('steps.label')}
      headingLevel={3}
      current={step}
      steps={keys.map((key, at) => ({ key, name: t(`steps.${key}`), to: at < place ? () => go(key) : null }))}
    >
      {children}
    </StepFrame>
  );
}
