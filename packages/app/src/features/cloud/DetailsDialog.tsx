import { CLOUD_ALT_MAXIMUM, type CloudFile, isFolder as isFolderOf, kindOf } from '@kreide/core/features/cloud';
import { isAllowed, writeMoment, writeSize } from '@kreide/core/kernel';
import { useState } from 'react';
import { serverAddress } from '../../kernel/server-address.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Cloud.module.css';
import type { Changes } from './use-changes.ts';

interface DetailsDialogProps {
  file: CloudFile;
  /** Name of its cloud, where the path of a file begins. */
  cloudName: string;
  changes: Changes;
  onClose: () => void;
}

/** A file or folder with all that is known of it (C-2.120): the picture itself, and what it shows in words. */
export function DetailsDialog({ file, cloudName, changes, onClose }: DetailsDialogProps) {
  const { t, language } = useTranslation('cloud');
  const { school } = useSelf();
  const [altName, setAltName] = useState(file.alt_name);
  const [isProtected, setProtected] = useState(file.is_protected_folder);
  const { name, can, meta, size, extension } = file;
  const isFolder = isFolderOf(file);
  const moment = (at: string) => writeMoment(language, new Date(at), school.time_zone, 'short');
  const facts: [string, string][] = [
    [t('details.kind'), isFolder ? t('kinds.folder') : t(`kinds.${kindOf(extension)}`)],
    [t('details.size'), writeSize(language, size)],
    [t('details.place'), cloudName + (meta.parent === '/' ? '' : meta.parent)],
    [t('details.by'), meta.username ?? t('details.nobody')],
    [t('details.created'), moment(file.created_at)],
    [t('details.changed'), moment(file.updated_at)],
  ];
  const canDescribe = file.can_show_preview && isAllowed(can, 'update');
  const canRestrict = isAllowed(can, 'restrict');
  const isChanged = altName.trim() !== file.alt_name || isProtected !== file.is_protected_folder;
  const save = () =>
    changes.change(file, isFolder ? { is_protected_folder: isProtected } : { alt_name: altName }, onClose);
  return (
    <Dialog
      isOpen
      title={name}
      closeLabel={t('close')}
      onClose={onClose}
      actions={
        <>
          {isAllowed(can, 'download') && (
            <Button icon="download" onPress={() => void changes.download(file)}>
              {t('actions.download')}
            </Button>
          )}
          {(canDescribe || canRestrict) && (
            <Button look="primary" isDisabled={!isChanged} isPending={changes.isBusy} onPress={save}>
              {t('details.save')}
            </Button>
          )}
        </>
      }
    >
      {file.can_show_preview && meta.uri && (
        <img className={styles.large} data-large src={serverAddress + meta.uri} alt={file.alt_name || name} />
      )}
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {canDescribe && (
        <TextField
          label={t('alt.label', { name })}
          description={t('alt.about')}
          value={altName}
          maxLength={CLOUD_ALT_MAXIMUM}
          onChange={setAltName}
        />
      )}
      {canRestrict && (
        <Checkbox isSelected={isProtected} onChange={setProtected}>
          {t('folder.protect')}
        </Checkbox>
      )}
    </Dialog>
  );
}
