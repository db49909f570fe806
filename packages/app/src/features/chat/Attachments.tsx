import { ALT_NAME_MAXIMUM } from '@kreide/core/features/files';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Attachments.module.css';
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
