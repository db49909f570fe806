import type { ComparisonStep, ImportRun } from '@kreide/core/features/user-import';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Doubles } from './Doubles.tsx';
import { PeopleList } from './PeopleList.tsx';
import { ReadCard } from './ReadCard.tsx';
import { ReadDirectory } from './ReadDirectory.tsx';
import { Renumbered } from './Renumbered.tsx';
import { UploadForm } from './UploadForm.tsx';
import { isWorkedOn, useOwnSchool, useRunActions } from './use-run.ts';
import { Working } from './Working.tsx';

interface CompareStepProps {
  run: ImportRun;
  step: ComparisonStep;
  files: readonly File[];
  onFiles: (files: readonly File[]) => void;
}

/** The work of one step. */
export function CompareStep({ run, step, files, onFiles }: CompareStepProps) {
  const { t } = useTranslation(['user-import', 'errors']);
  const params = useOwnSchool();
  const { keepParents } = useRunActions();
  const stay = () => {};
  if (step === 'remove-duplicated-users') return <Doubles />;
  if (step === 'new-users-list')
    return (
      <>
        {isWorkedOn(run) && <Working run={run} />}
        <Problem text={run.error && `${run.error.file}: ${run.error.text}`} />
        {run.state === 'READY' && <ReadCard run={run} files={files} onFiles={onFiles} onCreated={stay} />}
        {!isWorkedOn(run) &&
          (run.comparison?.type === 'data-sync' ? (
            <ReadDirectory />
          ) : (
            <UploadForm files={files} onFiles={onFiles} onCreated={stay} isComparison />
          ))}
      </>
    );
  if (step === 'auto-matches')
    return (
      <>
        <Renumbered run={run} />
        <PeopleList run={run} kinds={['ambiguous', 'changed', 'unchanged', 'rejected']} />
      </>
    );
  if (step === 'confirm-graduates')
    return (
      <>
        <Checkbox
          isSelected={run.keeps_parents}
          isDisabled={keepParents.isPending}
          onChange={(is_kept) => keepParents.mutate({ params, body: { is_kept } })}
        >
          {t('parents.keep')}
        </Checkbox>
        <Problem text={keepParents.error && toReason(t, keepParents.error)} />
        <PeopleList run={run} kinds={['missing']} />
      </>
    );
  if (step === 'confirm-new-students') return <PeopleList run={run} kinds={['new']} />;
  return null;
}
