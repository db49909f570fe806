import { type ImportRun, namedSource } from '@kreide/core/features/user-import';
import { isAllowed, writeMoment } from '@kreide/core/kernel';
import { useEffect, useRef } from 'react';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { StepFoot } from '../../ui/Steps.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Import.module.css';
import { PeopleList } from './PeopleList.tsx';
import { ReadCard } from './ReadCard.tsx';
import { Renumbered } from './Renumbered.tsx';
import { SaveCard } from './SaveCard.tsx';
import { StalledSave } from './StalledSave.tsx';
import { UndoButton } from './UndoButton.tsx';
import { isOpen, isWorkedOn, useOwnSchool, useRunActions } from './use-run.ts';
import { Working } from './Working.tsx';

interface RunPageProps {
  run: ImportRun;
  files: readonly File[];
  onFiles: (files: readonly File[]) => void;
  onCreated: (run: ImportRun) => void;
  onAnother: () => void;
}

/** One import from its reading to its end. */
export function RunPage({ run, files, onFiles, onCreated, onAnother }: RunPageProps) {
  const { t, language } = useTranslation(['user-import', 'errors']);
  const { school } = useSelf();
  const params = useOwnSchool();
  const { discard } = useRunActions();
  const heading = useRef<HTMLHeadingElement>(null);
  const { state } = run;
  useEffect(() => {
    if (state !== 'QUEUED') heading.current?.focus();
  }, [state]);
  const title = t('history.run', {
    date: writeMoment(language, new Date(run.created_at), school.time_zone, 'medium'),
  });
  const drop = () =>
    discard.mutate(
      { params },
      {
        onSuccess: () => {
          toasts.show('success', t('run.discarded'));
          onAnother();
        },
      },
    );
  const drops = isAllowed(run.can, 'discard') && (
    <Button icon="trash" isPending={discard.isPending} onPress={drop}>
      {t('run.discard')}
    </Button>
  );
  // A comparison is saved at its last step and nowhere else.
  const isReady = state === 'READY' && !run.comparison;
  return (
    <>
      <div className={styles.section}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className={styles.state} role="status">
          {t(`state.${state}`)}
        </p>
        <p className={styles.hint}>
          {[run.files.map(({ name }) => name).join(', '), namedSource(run.source)].filter(Boolean).join(' · ')}
        </p>
        {run.kept_count > 0 && <p className={styles.hint}>{t('undo.kept', { people: run.kept_count })}</p>}
      </div>
      {run.comparison && (state === 'OPEN' || state === 'READY') && (
        <div className={styles.actions}>
          <LinkButton href={`/management/${school.uuid}/users-compare/${run.comparison.type}/${run.comparison.step}`}>
            {t('year.goOn')}
          </LinkButton>
        </div>
      )}
      {isWorkedOn(run) && <Working run={run} />}
      <StalledSave run={run} />
      <Problem text={run.error && `${run.error.file}: ${run.error.text}`.replace(/^: /, '')} />
      {isReady && <Renumbered run={run} />}
      {isReady && <ReadCard run={run} files={files} onFiles={onFiles} onCreated={onCreated} />}
      {isReady && <PeopleList run={run} />}
      {run.counts && (state === 'SAVING' || state === 'UNDOING' || !isOpen(run)) && (
        <p>{t('history.counts', { ...run.counts, added: run.counts.new })}</p>
      )}
      <Problem text={discard.error && toReason(t, discard.error)} />
      {isReady ? (
        <SaveCard key={run.id} run={run}>
          {drops}
        </SaveCard>
      ) : (
        <StepFoot>
          {isAllowed(run.can, 'undo') && <UndoButton run={run} title={title} />}
          {drops}
          {!isOpen(run) && (
            <Button icon="upload" onPress={onAnother}>
              {t('run.another')}
            </Button>
          )}
        </StepFoot>
      )}
    </>
  );
}
