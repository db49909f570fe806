import { useSearchParams } from 'react-router';
import { StepFrame } from '../../kernel/StepFrame.tsx';
import { useHint } from '../../kernel/use-hint.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { InfoCard } from '../../ui/InfoCard.tsx';
import styles from './ImportScreens.module.css';
import { UploadForm } from './UploadForm.tsx';
import { UploadPage } from './UploadPage.tsx';
import { useUpload } from './use-upload.ts';

const STEPS = ['files', 'check', 'end'] as const;

/** From the files of a planning program to the published plan (T-2.76); `?upload=` is the upload that is shown. */
export function UploadScreen() {
  const { t } = useTranslation(['timetable-import', 'shell']);
  const info = useHint('timetable-import');
  const [search, setSearch] = useSearchParams();
  const uuid = search.get('upload');
  const state = useUpload(uuid).data?.state;
  const isLookedAt =
    state === undefined || state === 'QUEUED' || state === 'PROCESSING' || state === 'READY' || state === 'FAILED';
  const step = uuid === null ? 'files' : isLookedAt ? 'check' : 'end';
  return (
    <div className={styles.screen}>
      {info.isShown && (
        <InfoCard title={t('upload.infoTitle')} closeLabel={t('shell:close')} onClose={info.hide}>
          {t('upload.infoText')}
        </InfoCard>
      )}
      <StepFrame
        label={t('upload.steps')}
        headingLevel={null}
        current={step}
        steps={STEPS.map((key) => ({ key, name: t(`upload.step_${key}`), to: null }))}
      >
        {uuid === null ? (
          <UploadForm onCreated={(upload) => setSearch({ upload: upload.uuid })} />
        ) : (
          <UploadPage
            key={uuid}
            uuid={uuid}
            onAnother={() => setSearch({})}
            onMade={(made) => setSearch({ upload: made })}
          />
        )}
      </StepFrame>
    </div>
  );
}
