import {
  COMPARISON_STEPS,
  type ComparisonStep,
  type ImportRun,
  STEP_NUMBERS,
  stepAfter,
} from '@kreide/core/features/user-import';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { Redirect } from '../../kernel/Redirect.tsx';
import { toReason } from '../../kernel/reason.ts';
import { StepFrame } from '../../kernel/StepFrame.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { StepFoot } from '../../ui/Steps.tsx';
import { CompareStep } from './CompareStep.tsx';
import styles from './Import.module.css';
import { RunPage } from './RunPage.tsx';
import { SaveCard } from './SaveCard.tsx';
import { useNewestRun, useOwnSchool, useRunActions } from './use-run.ts';

const TOTAL = STEP_NUMBERS.summary;
const NUMBERS = [...new Set(COMPARISON_STEPS.map((step) => STEP_NUMBERS[step]))];
/** Names of their texts. */
const WORDS = {
  introduction: 'introduction',
  'remove-duplicated-users': 'doubles',
  'new-users-list': 'list',
  'auto-matches': 'matches',
  'confirm-graduates': 'graduates',
  'confirm-new-students': 'newcomers',
  summary: 'summary',
} as const satisfies Record<ComparisonStep, string>;
/** It is saved by its last step, or taken back after that: there is no way into a step any more. */
const ENDING: readonly ImportRun['state'][] = ['SAVING', 'SAVED', 'UNDOING', 'UNDONE'];
/** Steps whose people are archived or added by going on. */
const CONFIRMED: readonly ComparisonStep[] = ['confirm-graduates', 'confirm-new-students'];

/**
 * The steps of a change of school year (T-2.111 to T-2.117): how far it has got is known by the server, so that a reload,
 * another tab or another administrator goes on where it stands; an address further on leads back to there (T-4.61).
 */
export function CompareScreen() {
  const { t } = useTranslation('user-import');
  const { school, permissions } = useSelf();
  const { type = '', step = '' } = useParams();
  const newest = useNewestRun();
  const types = `/management/${school.uuid}/school-year-change-type`;
  if (!permissions.includes('change-schoolyear')) return <Redirect to="/feed" />;
  return (
    <div className={styles.screen}>
      <Loaded query={newest} skeleton={{ items: 2, label: t('run.loading') }} errorTitle={t('run.errorTitle')}>
        {(run) => {
          const comparison = run && run.state !== 'DISCARDED' ? run.comparison : null;
          if (!run || !comparison) return <Redirect to={types} />;
          const at = COMPARISON_STEPS.find((one) => one === step);
          const isFar = !at || COMPARISON_STEPS.indexOf(at) > COMPARISON_STEPS.indexOf(comparison.step);
          if (isFar || type !== comparison.type)
            return <Redirect to={`/management/${school.uuid}/users-compare/${comparison.type}/${comparison.step}`} />;
          return (
            <Step
              key={at}
              run={run}
              step={at}
              reached={comparison.step}
              base={`/management/${school.uuid}/users-compare/${type}`}
            />
          );
        }}
      </Loaded>
    </div>
  );
}

interface StepProps {
  run: ImportRun;
  step: ComparisonStep;
  reached: ComparisonStep;
  base: string;
}

function Step({ run, step, reached, base }: StepProps) {
  const { t } = useTranslation(['user-import', 'form', 'errors']);
  const { school } = useSelf();
  const params = useOwnSchool();
  const navigate = useNavigate();
  const { enterStep, discard } = useRunActions();
  const [files, setFiles] = useState<readonly File[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const next = stepAfter(step);
  const before = COMPARISON_STEPS[COMPARISON_STEPS.indexOf(step) - 1];
  const isReading = run.state === 'QUEUED' || run.state === 'PROCESSING';
  if (ENDING.includes(run.state))
    return (
      <RunPage
        run={run}
        files={files}
        onFiles={setFiles}
        onCreated={() => {}}
        onAnother={() => navigate(`/management/${school.uuid}/upload`)}
      />
    );
  function goOn() {
    if (next === null) return;
    const isBehind = COMPARISON_STEPS.indexOf(step) < COMPARISON_STEPS.indexOf(reached);
    if (isBehind) navigate(`${base}/${next}`);
    else enterStep.mutate({ params, body: { step: next } }, { onSuccess: () => navigate(`${base}/${next}`) });
  }
  const isDirectoryList = step === 'new-users-list' && run.comparison?.type === 'data-sync';
  const isBlocked =
    isReading ||
    (step === 'new-users-list' && run.state !== 'READY') ||
    (step === 'auto-matches' && (run.counts?.ambiguous ?? 0) > 0);
  const aside = (
    <>
      {before && <LinkButton href={`${base}/${before}`}>{t('form:steps.back')}</LinkButton>}
      <Button
        look="quiet"
        isPending={discard.isPending}
        onPress={() =>
          discard.mutate(
            { params },
            { onSuccess: () => navigate(`/management/${school.uuid}/school-year-change-type`) },
          )
        }
      >
        {t('year.drop')}
      </Button>
    </>
  );
  return (
    <StepFrame
      label={t('year.title')}
      headingLevel={null}
      current={`${STEP_NUMBERS[step]}`}
      steps={NUMBERS.map((number) => {
        const own = COMPARISON_STEPS.filter((one) => STEP_NUMBERS[one] === number);
        // Two pages carry the same number.
        const named = own.includes(step) ? step : (own[0] ?? step);
        const isReached = COMPARISON_STEPS.indexOf(named) <= COMPARISON_STEPS.indexOf(reached);
        return { key: `${number}`, name: t(`steps.${WORDS[named]}`), to: isReached ? `${base}/${named}` : null };
      })}
    >
      <div className={styles.section}>
        <p className={styles.hint}>{t('year.progress', { number: STEP_NUMBERS[step], total: TOTAL })}</p>
        <h2 ref={heading} tabIndex={-1}>
          {t(`steps.${WORDS[step]}`)}
        </h2>
        <p>{t(`stepTexts.${isDirectoryList ? 'directory' : WORDS[step]}`)}</p>
      </div>
      <CompareStep run={run} step={step} files={files} onFiles={setFiles} />
      <Problem text={enterStep.error && toReason(t, enterStep.error)} />
      {next === null ? (
        <SaveCard run={run}>{aside}</SaveCard>
      ) : (
        <StepFoot>
          {aside}
          <Button look="primary" isDisabled={isBlocked} isPending={enterStep.isPending} onPress={goOn}>
            {t(CONFIRMED.includes(step) ? 'year.confirm' : 'form:steps.next')}
          </Button>
        </StepFoot>
      )}
    </StepFrame>
  );
}
