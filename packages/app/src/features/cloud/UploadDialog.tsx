import {
  CLOUD_ALT_MAXIMUM,
  CLOUD_PREVIEW_BYTES,
  CLOUD_UPLOAD_MAXIMUM,
  writeExtensions,
} from '@kreide/core/features/cloud';
import { extensionOf, FILE_MAXIMUM_BYTES, LARGE_FILE_MAXIMUM_BYTES } from '@kreide/core/features/files';
import { writeSize } from '@kreide/core/kernel';
import { useEffect, useRef, useState } from 'react';
import { toAccepted, toAllowed, toMegabytes } from '../../kernel/chosen-files.ts';
import { useLeaving } from '../../kernel/form/use-leaving.tsx';
import { type ChosenFile, readValue, toChosenFile } from '../../kernel/form-upload.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Cloud.module.css';
import { Tile } from './Tile.tsx';

interface UploadDialogProps {
  /** What was chosen or dropped already. */
  files: readonly File[];
  /** What the folder takes, by extension; empty: every file. */
  extensions: readonly string[];
  /** It is handed in there: those alone hear of it who review it. */
  isHandIn: boolean;
  onSend: (files: readonly ChosenFile[], how: { hasPush: boolean; isReplacing: boolean }) => void;
  onClose: () => void;
}

/** Most bytes of a file: a picture is read as a whole, to take out where it was taken. */
const maximumOf = ({ type }: File) => (type.startsWith('image/') ? FILE_MAXIMUM_BYTES : LARGE_FILE_MAXIMUM_BYTES);

/** What is about to be uploaded: looked over, described, taken out again, or let go of altogether (T-4.41 to T-4.43). */
export function UploadDialog({ files, extensions, isHandIn, onSend, onClose }: UploadDialogProps) {
  const { t, language } = useTranslation('cloud');
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const [hasPush, setPush] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const shown = useRef(chosen);
  shown.current = chosen;
  const isTaken = useRef(false);
  const isSent = useRef(false);

  const change = (id: string, values: Pick<Partial<ChosenFile>, 'value' | 'alt_name'>) =>
    setChosen((now) => now.map((one) => (one.id === id ? { ...one, ...values } : one)));
  function add(added: readonly File[]) {
    const { fileValid, taken, refused } = toAllowed(added, extensions);
    const large = taken.find((file) => file.size > maximumOf(file));
    const fitting = taken.filter((file) => file.size <= maximumOf(file));
    const free = CLOUD_UPLOAD_MAXIMUM - shown.current.length;
    if (!fileValid) setProblem(t('rules.fileExtension', { name: refused ?? '', allowed: writeExtensions(extensions) }));
    else if (large) setProblem(t('upload.tooLarge', { name: large.name, maximum: toMegabytes(maximumOf(large)) }));
    else setProblem(fitting.length > free ? t('upload.tooMany', { maximum: CLOUD_UPLOAD_MAXIMUM }) : null);
    const fresh = fitting.slice(0, free).map((file) => toChosenFile(file, CLOUD_PREVIEW_BYTES));
    setChosen([...shown.current, ...fresh]);
    for (const one of fresh.filter(({ can_show_preview }) => can_show_preview))
      void readValue(one).then((value) => change(one.id, { value }));
  }
  // What was dropped on the page comes in once, under the same limits as what is chosen here.
  useEffect(() => {
    if (!isTaken.current && files.length > 0) add(files);
    isTaken.current = true;
  });
  function remove(id: string) {
    const left = chosen.filter((one) => one.id !== id);
    // Without the last there is nothing left to upload (T-4.43).
    if (left.length === 0) onClose();
    else setChosen(left);
  }
  function send() {
    isSent.current = true;
    onSend(chosen, { hasPush, isReplacing });
  }

  const { close, question } = useLeaving(
    () => !isSent.current && chosen.some(({ alt_name }) => alt_name.trim() !== ''),
    onClose,
  );
  return (
    <Dialog
      isOpen
      title={t('upload.title')}
      closeLabel={t('close')}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('cancel')}</Button>
          {chosen.length > 0 && (
            <Button look="primary" icon="upload" onPress={send}>
              {t('upload.send', { count: chosen.length })}
            </Button>
          )}
        </>
      }
    >
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {chosen.length > 0 && (
        <ul className={styles.chosen} aria-label={t('upload.chosen')}>
          {chosen.map(({ id, name, size, file, value, alt_name }) => (
            <li key={id}>
              <Tile extension={extensionOf(name)} picture={value} />
              <span className={styles.words}>
                <span className={styles.name}>{name}</span>
                <span className={styles.about}>{writeSize(language, size)}</span>
              </span>
              <IconButton icon="trash" label={t('upload.remove', { name })} onPress={() => remove(id)} />
              {file.type.startsWith('image/') && (
                <div className={styles.alt}>
                  <TextField
                    label={t('alt.label', { name })}
                    description={t('alt.about')}
                    value={alt_name}
                    maxLength={CLOUD_ALT_MAXIMUM}
                    onChange={(text) => change(id, { alt_name: text })}
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {chosen.length > 0 && (
        <Checkbox isSelected={hasPush} onChange={setPush}>
          {t(isHandIn ? 'upload.pushReviewers' : 'upload.push')}
        </Checkbox>
      )}
      {chosen.length > 0 && (
        <Checkbox isSelected={isReplacing} onChange={setReplacing}>
          {t('upload.replace')}
        </Checkbox>
      )}
      {isReplacing && <p className={styles.about}>{t('upload.replaceAbout')}</p>}
      <FileDrop
        onAdd={add}
        accepted={toAccepted(extensions)}
        texts={{
          drop: t('upload.drop'),
          choose: t('upload.choose'),
          hint: [
            t('upload.hint', { maximum: toMegabytes(LARGE_FILE_MAXIMUM_BYTES) }),
            ...(extensions.length > 0 ? [t('upload.kinds', { allowed: writeExtensions(extensions) })] : []),
          ].join(' '),
        }}
      />
      {question}
    </Dialog>
  );
}
