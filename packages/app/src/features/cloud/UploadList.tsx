import { extensionOf } from '@kreide/core/features/files';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useStore } from 'zustand';
import { toChosenFile } from '../../kernel/form-upload.ts';
import { readOwner } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Cloud.module.css';
import { Tile } from './Tile.tsx';
import { isSameFile, type Unfinished, unfinishedUploads } from './unfinished.ts';
import { discardFile, isLarge, pauseFile, resendFile, sendFiles, type Upload, uploads } from './uploads.ts';

/** What is on its way into this cloud, and what was not taken and waits to be sent again (C-8.14). */
export function UploadList({ cloudId }: { cloudId: string }) {
  const { t } = useTranslation('cloud');
  const all = useStore(uploads, (state) => state.all);
  const unfinished = useStore(unfinishedUploads, (state) => state.all);
  const owner = readOwner();
  const shown = all.filter((one) => one.cloudId === cloudId && one.owner === owner);
  const left = unfinished.filter(
    (one) => one.cloudId === cloudId && one.owner === owner && !shown.some(({ file }) => isSameFile(one, file)),
  );
  if (shown.length + left.length === 0) return null;
  return (
    <ul className={styles.uploads} aria-label={t('upload.running')}>
      {shown.map((upload) => (
        <li key={upload.id}>
          <Running upload={upload} />
        </li>
      ))}
      {left.map((one) => (
        <li key={one.uuid}>
          <Left unfinished={one} />
        </li>
      ))}
    </ul>
  );
}

function Running({ upload }: { upload: Upload }) {
  const { t } = useTranslation('cloud');
  const { id, name, value, progress, failure, isPaused } = upload;
  const percent = Math.round(progress * 100);
  const again = isPaused ? t('upload.continue', { name }) : t('upload.retry', { name });
  return (
    <>
      <Tile extension={extensionOf(name)} picture={value} />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        {failure === null ? (
          <progress
            className={styles.progress}
            value={percent}
            max={100}
            aria-label={t('upload.progress', { name, percent })}
          />
        ) : (
          <span className={styles.problem} role="alert">
            {failure.issues[0]?.message ?? failure.message}
          </span>
        )}
      </span>
      {failure === null && <span className={styles.when}>{t('upload.percent', { percent })}</span>}
      {failure === null && !isPaused && isLarge(upload) && progress < 1 && (
        <IconButton icon="pause" label={t('upload.pause', { name })} onPress={() => pauseFile(id)} />
      )}
      {(failure !== null || isPaused) && (
        <IconButton icon={isPaused ? 'play' : 'refresh'} label={again} onPress={() => resendFile(id)} />
      )}
      <IconButton
        icon="close"
        label={failure === null ? t('upload.abort', { name }) : t('upload.discard', { name })}
        onPress={() => discardFile(id)}
      />
    </>
  );
}

/** A large file that was on its way when the page was left: whoever chooses it again goes on with it. */
function Left({ unfinished }: { unfinished: Unfinished }) {
  const { t } = useTranslation('cloud');
  const { name, size, offset, cloudId, parent, alt_name, hasPush, isReplacing } = unfinished;
  function goOn(file: File | undefined) {
    if (!file) return;
    if (!isSameFile(unfinished, file)) toasts.show('error', t('upload.otherFile', { name }));
    else
      sendFiles([{ ...toChosenFile(file, 0), alt_name }], {
        cloudId,
        parent: parent ?? undefined,
        hasPush,
        isReplacing,
      });
  }
  return (
    <>
      <Tile extension={extensionOf(name)} />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.about}>{t('upload.left', { percent: Math.floor((offset / size) * 100) })}</span>
      </span>
      <FileTrigger onSelect={(list) => goOn(list?.[0])}>
        <Button look="quiet">{t('upload.goOn')}</Button>
      </FileTrigger>
      <IconButton
        icon="close"
        label={t('upload.discard', { name })}
        onPress={() => void import('./large-upload.ts').then(({ letGo }) => letGo(unfinished))}
      />
    </>
  );
}
