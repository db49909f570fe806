import { extensionOf } from '@kreide/core/features/files';
import { useStore } from 'zustand';
import { readOwner } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import styles from './Cloud.module.css';
import { Tile } from './Tile.tsx';
import { discardFile, resendFile, type Upload, uploads } from './uploads.ts';

/** What is on its way into this cloud, and what was not taken and waits to be sent again (C-8.14). */
export function UploadList({ cloudId }: { cloudId: string }) {
  const { t } = useTranslation('cloud');
  const all = useStore(uploads, (state) => state.all);
  const owner = readOwner();
  const shown = all.filter((one) => one.cloudId === cloudId && one.owner === owner);
  if (shown.length === 0) return null;
  return (
    <ul className={styles.uploads} aria-label={t('upload.running')}>
      {shown.map((upload) => (
        <li key={upload.id}>
          <Running upload={upload} />
        </li>
      ))}
    </ul>
  );
}

function Running({ upload: { id, name, value, progress, failure } }: { upload: Upload }) {
  const { t } = useTranslation('cloud');
  const percent = Math.round(progress * 100);
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
      {failure === null ? (
        <span className={styles.when}>{t('upload.percent', { percent })}</span>
      ) : (
        <IconButton icon="refresh" label={t('upload.retry', { name })} onPress={() => resendFile(id)} />
      )}
      <IconButton
        icon="close"
        label={failure === null ? t('upload.abort', { name }) : t('upload.discard', { name })}
        onPress={() => discardFile(id)}
      />
    </>
  );
}
