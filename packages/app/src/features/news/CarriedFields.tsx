import { ALT_NAME_MAXIMUM, FILE_MAXIMUM_BYTES, type FileEntry } from '@kreide/core/features/files';
import { isPicture, NEWS_FILES_MAXIMUM } from '@kreide/core/features/news';
import { writeSize } from '@kreide/core/kernel';
import { toMegabytes } from '../../kernel/chosen-files.ts';
import { serverAddress } from '../../kernel/server-address.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './CarriedFields.module.css';
import { SurveyField } from './SurveyField.tsx';
import type { NewsFiles, PendingFile } from './use-news-files.ts';
import type { NewsFormState } from './use-news-form.ts';

/** What an item carries besides its text: a survey and files. */
export function CarriedFields({ form, files }: { form: NewsFormState; files: NewsFiles }) {
  const { t } = useTranslation('news');
  const { values, change } = form;
  return (
    <>
      <section className={styles.part} aria-label={t('survey.title')}>
        <h2>{t('survey.title')}</h2>
        <SurveyField form={form} />
      </section>
      <section className={styles.part} aria-label={t('files.label')}>
        <h2>{t('files.label')}</h2>
        <FileDrop
          onAdd={files.add}
          texts={{
            drop: t('files.drop'),
            choose: t('files.choose'),
            hint: t('files.hint', { files: NEWS_FILES_MAXIMUM, maximum: toMegabytes(FILE_MAXIMUM_BYTES) }),
          }}
        />
        <Problem text={files.problem ?? undefined} />
        {values.files.some(isPicture) && <p className={styles.about}>{t('files.altHint')}</p>}
        {values.files.length + files.pending.length > 0 && (
          <ul className={styles.files} aria-label={t('files.attached')}>
            {values.files.map((file, at) => (
              <Attached
                key={file.uuid}
                file={file.name === '' ? { ...file, name: t('files.unnamed', { number: at + 1 }) } : file}
                isPreview={values.preview === file.uuid}
                onPreview={(isIt) => change({ preview: isIt ? file.uuid : '' })}
                onDescribe={(alt) => files.describe(file.uuid, alt)}
                onRemove={() => files.remove(file)}
              />
            ))}
            {files.pending.map((one) => (
              <Uploading key={one.key} one={one} files={files} />
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

interface AttachedProps {
  file: FileEntry;
  isPreview: boolean;
  onPreview: (isPreview: boolean) => void;
  onDescribe: (altName: string) => void;
  onRemove: () => void;
}

/** A file that is there; of a picture what it shows, and whether it stands above the title. */
function Attached({ file, isPreview, onPreview, onDescribe, onRemove }: AttachedProps) {
  const { t, language } = useTranslation('news');
  const { name, size, url, alt_name } = file;
  return (
    <li className={styles.file}>
      <div className={styles.head}>
        {isPicture(file) && <img className={styles.small} src={serverAddress + url} alt="" width={64} height={64} />}
        <p className={styles.name}>
          {name} {size > 0 && <small>{writeSize(language, size)}</small>}
        </p>
        <IconButton icon="trash" label={t('files.remove', { name })} onPress={onRemove} />
      </div>
      {isPicture(file) && (
        <>
          <TextField
            label={t('files.altName', { name })}
            value={alt_name}
            maxLength={ALT_NAME_MAXIMUM}
            onChange={onDescribe}
          />
          <Checkbox isSelected={isPreview} onChange={onPreview}>
            {t('files.preview')}
          </Checkbox>
        </>
      )}
    </li>
  );
}

/** A file that is on its way, how much of it has been sent, and a way to stop it; or why it was not taken. */
function Uploading({ one, files }: { one: PendingFile; files: NewsFiles }) {
  const { t, language } = useTranslation('news');
  const { key, file, progress, failure } = one;
  const { name, size } = file;
  return (
    <li className={styles.file}>
      <div className={styles.head}>
        <p className={styles.name}>
          {name} <small>{writeSize(language, size)}</small>
        </p>
        <IconButton
          icon={failure === null ? 'close' : 'trash'}
          label={t(failure === null ? 'files.abort' : 'files.remove', { name })}
          onPress={() => files.abort(key)}
        />
      </div>
      {failure === null ? (
        <progress
          className={styles.progress}
          max={100}
          value={Math.round(progress * 100)}
          aria-label={t('files.uploading', { name })}
        />
      ) : (
        <div className={styles.failure}>
          <p role="alert">{failure}</p>
          <Button icon="refresh" aria-label={t('files.retryNamed', { name })} onPress={() => files.retry(one)}>
            {t('files.retry')}
          </Button>
        </div>
      )}
    </li>
  );
}
