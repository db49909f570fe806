import { useSearchParams } from 'react-router';
import { useHint } from '../../kernel/use-hint.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { InfoCard } from '../../ui/InfoCard.tsx';
import styles from './ImportScreens.module.css';
import { UploadForm } from './UploadForm.tsx';
import { UploadPage } from './UploadPage.tsx';

/** From the files of a planning program to the published plan (T-2.76); `?upload=` is the upload that is shown. */
export function UploadScreen() {
  const { t } = useTranslation(['timetable-import', 'shell']);
  const info = useHint('timetable-import');
  const [search, setSearch] = useSearchParams();
  const uuid = search.get('upload');
  return (
    <div className={styles.screen}>
      {info.isShown && (
        <InfoCard title={t('upload.infoTitle')} closeLabel={t('shell:close')} onClose={info.hide}>
          {t('upload.infoText')}
        </InfoCard>
      )}
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
    </div>
  );
}
