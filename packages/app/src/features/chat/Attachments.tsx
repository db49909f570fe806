import { ALT_NAME_MAXIMUM } from '@kreide/core/features/files';
import { useRef } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Attachments.module.css';
import { DrawnButton } from './DrawnButton.tsx';
import type { ChosenFile } from './uploads.ts';

interface AttachmentsProps {
  files: readonly ChosenFile[];
  problem: string | null;
  isOriginal: boolean;
  onOriginal: (isOriginal: boolean) => void;
  onDescribe: (uuid: string, altName: string) => void;
  onRemove: (file: ChosenFile) => void;
}

/** The files that go with the next message: what they are, what pictures show, and a way back for each. */
export function Attachments({ files, problem, isOriginal, onOriginal, onDescribe, onRemove }: AttachmentsProps) {
  const { t } = useTranslation('chat');
  return (
    <>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {files.length > 0 && (
        <ul className={styles.chosen} aria-label={t('attached')}>
          {files.map((chosen) => {
            const { uuid, file, picture, altName } = chosen;
            return (
              <li key={uuid}>
                {picture && <img className={styles.small} src={picture.url} alt="" width={48} height={48} />}
                {picture ? (
                  <TextField
                    label={t('altName', { name: file.name })}
                    value={altName}
                    maxLength={ALT_NAME_MAXIMUM}
                    onChange={(value) => onDescribe(uuid, value)}
                  />
                ) : (
                  <span>{file.name}</span>
                )}
                <IconButton
                  icon="trash"
                  label={t('removeFile', { name: file.name })}
                  onPress={() => onRemove(chosen)}
                />
              </li>
            );
          })}
        </ul>
      )}
      {files.some(({ picture }) => picture !== null) && (
        <Checkbox isSelected={isOriginal} onChange={onOriginal}>
          {t('original')}
        </Checkbox>
      )}
    </>
  );
}

/** Buttons that choose files; with the camera where one is at hand. */
export function ChooseFiles({ onAdd }: { onAdd: (files: readonly File[]) => void }) {
  const { t } = useTranslation('chat');
  const any = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const take = ({ target }: { target: HTMLInputElement }) => {
    onAdd([...(target.files ?? [])]);
    // The same file can be chosen once more.
    target.value = '';
  };
  return (
    <>
      <IconButton icon="paperclip" label={t('attach')} onPress={() => any.current?.click()} />
      <input ref={any} type="file" multiple hidden aria-label={t('attach')} onChange={take} />
      <span className={styles.camera}>
        <DrawnButton icon="camera" label={t('camera')} onPress={() => camera.current?.click()} />
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="environment"
          hidden
          aria-label={t('camera')}
          onChange={take}
        />
      </span>
    </>
  );
}
