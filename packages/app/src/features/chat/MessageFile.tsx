import type { FileEntry } from '@kreide/core/features/files';
import { writeSize } from '@kreide/core/kernel';
import { useState } from 'react';
import { boxOf } from '../../kernel/picture.ts';
import { serverAddress } from '../../kernel/server-address.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Attachments.module.css';
import type { Upload } from './uploads.ts';
import { VoicePlayer } from './VoicePlayer.tsx';

/** The file of a message: a picture that can be enlarged, everything else to be saved. */
export function MessageFile({ file }: { file: FileEntry }) {
  const { t, language } = useTranslation('chat');
  const [isLarge, setLarge] = useState(false);
  const { name, width, height, size, alt_name } = file;
  const url = serverAddress + file.url;
  if (width === null || height === null)
    return (
      <a className={styles.file} href={url} download={name}>
        <Icon name="download" size={20} />
        <span>{name}</span>
        <small>{writeSize(language, size)}</small>
      </a>
    );
  const alt = alt_name || name;
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        aria-label={t('enlarge', { name: alt })}
        onClick={() => setLarge(true)}
      >
        <img src={url} {...boxOf({ width, height })} alt="" loading="lazy" />
      </button>
      <Dialog
        isOpen={isLarge}
        title={alt}
        closeLabel={t('close')}
        onClose={() => setLarge(false)}
        actions={
          <LinkButton icon="download" href={url} download={name}>
            {t('download')}
          </LinkButton>
        }
      >
        <img className={styles.large} data-large src={url} width={width} height={height} alt={alt} />
      </Dialog>
    </>
  );
}

/** The file of a message that is on its way, and how much of it has been sent. */
export function PendingFile({ upload }: { upload: Upload }) {
  const { t, language } = useTranslation('chat');
  const { file, picture, voice, progress, failure } = upload;
  const percent = Math.round(progress * 100);
  return (
    <>
      {voice ? (
        <VoicePlayer {...voice} type={file.type} name={file.name} />
      ) : picture ? (
        <img className={styles.still} src={picture.url} {...boxOf(picture)} alt={upload.altName || file.name} />
      ) : (
        <p className={styles.file}>
          <span>{file.name}</span>
          <small>{writeSize(language, file.size)}</small>
        </p>
      )}
      {failure === null && (
        <progress
          className={styles.progress}
          max={100}
          value={percent}
          aria-label={t('uploading', { name: file.name })}
        />
      )}
    </>
  );
}
