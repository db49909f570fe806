import type { ImportRun } from '@kreide/core/features/user-import';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { StepFrame } from '../../kernel/StepFrame.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Import.module.css';
import { RunHistory } from './RunHistory.tsx';
import { RunPage } from './RunPage.tsx';
import { UploadForm } from './UploadForm.tsx';
import { isOpen, useNewestRun, useSavedRun } from './use-run.ts';

/**
 * From the lists of a school's program to its people (T-2.85): an open import is shown whoever began it, as there is one
 * at a time; `?run=` is one that has ended.
 */
export function UploadScreen() {
  const { t } = useTranslation('user-import');
  const newest = useNewestRun();
  const [search, setSearch] = useSearchParams();
  // The files stay here until another import is begun: to be read again in another way they are sent again.
  const [files, setFiles] = useState<readonly File[]>([]);
  const wanted = search.get('run');
  const begin = () => {
    setFiles([]);
    setSearch({});
  };
  const shown = (run: ImportRun) => (
    <Way current={stepOf(run)}>
      <RunPage
        key={run.id}
        run={run}
        files={files}
        onFiles={setFiles}
        onCreated={({ id }) => setSearch({ run: String(id) }, { replace: true })}
        onAnother={begin}
      />
    </Way>
  );
  return (
    <div className={styles.screen}>
      <Loaded query={newest} skeleton={{ items: 2, label: t('run.loading') }} errorTitle={t('run.errorTitle')}>
        {(run) => {
          if (run && (wanted === String(run.id) || (isOpen(run) && wanted === null))) return shown(run);
          if (wanted !== null)
            return (
              <EndedRun id={wanted} onAnother={begin}>
                {shown}
              </EndedRun>
            );
          return (
            <>
              <Way current="list">
                <UploadForm
                  files={files}
                  onFiles={setFiles}
                  onCreated={({ id }) => setSearch({ run: String(id) }, { replace: true })}
                />
              </Way>
              <RunHistory />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

const STEPS = ['list', 'check', 'end'] as const;
type Step = (typeof STEPS)[number];

/** Where an import is: it is looked at until somebody saves it. */
const stepOf = (run: ImportRun): Step =>
  isOpen(run) && run.state !== 'SAVING' && run.state !== 'UNDOING' ? 'check' : 'end';

/** The steps of an import round what is shown of it; what was sent or saved is not gone back to. */
function Way({ current, children }: { current: Step; children: React.ReactNode }) {
  const { t } = useTranslation('user-import');
  return (
    <StepFrame
      label={t('upload.steps')}
      headingLevel={null}
      current={current}
      steps={STEPS.map((key) => ({ key, name: t(`upload.step_${key}`), to: null }))}
    >
      {children}
    </StepFrame>
  );
}

interface EndedRunProps {
  id: string;
  onAnother: () => void;
  children: (run: ImportRun) => React.ReactNode;
}

/** An import that is not the newest: it was saved once, or is there no more. */
function EndedRun({ id, onAnother, children }: EndedRunProps) {
  const { t } = useTranslation('user-import');
  const query = useSavedRun(id);
  if (query.error?.code === 'not_found' || query.error?.code === 'invalid')
    return (
      <EmptyState
        icon="search"
        title={t('run.replacedTitle')}
        text={t('run.replacedText')}
        action={<Button onPress={onAnother}>{t('run.another')}</Button>}
      />
    );
  return (
    <Loaded query={query} skeleton={{ items: 2, label: t('run.loading') }} errorTitle={t('run.errorTitle')}>
      {children}
    </Loaded>
  );
}
