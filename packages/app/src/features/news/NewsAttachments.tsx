import type { FileEntry } from '@kreide/core/features/files';
import { isPicture, type NewsItem } from '@kreide/core/features/news';
import { writeSize } from '@kreide/core/kernel';
import { useState } from 'react';
import { serverAddress } from '../../kernel/server-address.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './NewsAttachments.module.css';

/** The files of an item (C-2.108): pictures to be enlarged, everything else to be saved, with its kind and size. */
export function NewsAttachments({ item }: { item: Pick<NewsItem, 'attachments' | 'preview'> }) {
  const { t, language } = useTranslation('news');
  const { attachments, preview } = item;
  // The one above the title is seen already.
  const pictures = attachments.filter((file) => isPicture(file) && file.uuid !== preview?.uuid);
  const files = attachments.filter((file) => !isPicture(file));
  const [shown, setShown] = useState<number | null>(null);
  return (
    <>
      {pictures.length > 0 && (
        <ul className={styles.gallery} aria-label={t('files.pictures')}>
          {pictures.map(({ uuid, url, width, height, ...file }, at) => (
            <li key={uuid}>
              <button
                type="button"
                className={styles.picture}
                aria-label={t('files.enlarge', { name: nameOf(file) })}
                onClick={() => setShown(at)}
              >
                <img src={serverAddress + url} width={width ?? 0} height={height ?? 0} alt="" loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 && (
        <ul className={styles.files} aria-label={t('files.label')}>
          {files.map(({ uuid, url, name, extension, size }) => (
            <li key={uuid}>
              <a href={serverAddress + url} download={name}>
                <Icon name="download" size={20} />
                <span>{name}</span>
                <small>{[extension.toUpperCase(), writeSize(language, size)].filter(Boolean).join(', ')}</small>
              </a>
            </li>
          ))}
        </ul>
      )}
      {shown !== null && <Enlarged pictures={pictures} at={shown} onMove={setShown} onClose={() => setShown(null)} />}
    </>
  );
}

const nameOf = ({ alt_name, name }: Pick<FileEntry, 'alt_name' | 'name'>) => alt_name || name;

interface EnlargedProps {
  pictures: readonly FileEntry[];
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
}

/** One picture as large as it fits, with its neighbours a press away. */
function Enlarged({ pictures, at, onMove, onClose }: EnlargedProps) {
  const { t } = useTranslation(['news', 'shell']);
  const picture = pictures[at];
  if (!picture) return null;
  const { url, name, width, height } = picture;
  const address = serverAddress + url;
  return (
    <Dialog
      isOpen
      title={nameOf(picture)}
      closeLabel={t('shell:close')}
      onClose={onClose}
      actions={
        <>
          {pictures.length > 1 && (
            <>
              <Button icon="chevronLeft" onPress={() => onMove((at + pictures.length - 1) % pictures.length)}>
                {t('files.previous')}
              </Button>
              <Button icon="chevronRight" onPress={() => onMove((at + 1) % pictures.length)}>
                {t('files.next')}
              </Button>
            </>
          )}
          <LinkButton icon="download" href={address} download={name}>
            {t('files.download')}
          </LinkButton>
        </>
      }
    >
      <img
        className={styles.large}
        data-large
        src={address}
        width={width ?? 0}
        height={height ?? 0}
        alt={nameOf(picture)}
      />
    </Dialog>
  );
}
