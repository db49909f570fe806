import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { type Step, StepDepth, StepFoot, Steps } from '../ui/Steps.tsx';
import { focusFirstWrong } from './form/BareForm.tsx';
import styles from './StepFrame.module.css';
import { useTranslation } from './use-translation.ts';

interface StepFrameProps {
  /** Of what they are the steps. */
  label: string;
  steps: readonly Step[];
  /** The one on the page. */
  current: string;
  /** The way back and on; left out where a form within has a `StepFoot` of its own. */
  foot?: ReactNode;
  /** Of the heading that names the step to those who read by ear; null where the content has one that takes the focus. */
  headingLevel?: 2 | 3 | null;
  children: ReactNode;
}

/** What was shown last: pages of one wizard may be several routes. */
let last: { label: string; current: string } | null = null;

/**
 * Work on several pages: its steps by name, the one on the page, and the way back and on below it. Where the step changes, the
 * focus moves to its first problem, else to the heading that says which step it is. Within a step of another wizard it draws no
 * steps of its own.
 */
export function StepFrame({ label, steps, current, foot, headingLevel = 2, children }: StepFrameProps) {
  const { t } = useTranslation('form');
  const depth = useContext(StepDepth);
  const isOuter = depth === 0;
  const frame = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isOuter) return;
    const hasMoved = last?.label === label && last.current !== current;
    last = { label, current };
    if (hasMoved && heading.current && !focusFirstWrong(frame.current)) heading.current.focus();
  }, [label, current, isOuter]);
  const at = steps.findIndex(({ key }) => key === current);
  const Heading = `h${headingLevel ?? 2}` as const;
  return (
    <div ref={frame} className={styles.frame}>
      {isOuter && <Steps label={label} steps={steps} current={current} done={t('steps.done')} />}
      {isOuter && headingLevel !== null && (
        <Heading ref={heading} tabIndex={-1} data-wanted className={styles.heading}>
          {t('steps.place', { number: at + 1, total: steps.length, name: steps[at]?.name ?? '' })}
        </Heading>
      )}
      <StepDepth value={depth + 1}>{children}</StepDepth>
      {foot && <StepFoot>{foot}</StepFoot>}
    </div>
  );
}
