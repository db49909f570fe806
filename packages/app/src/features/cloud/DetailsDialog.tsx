import {
  CLOUD_ALT_MAXIMUM,
  CLOUD_DESCRIPTION_MAXIMUM,
  CLOUD_EXTENSIONS_MAXIMUM,
  type CloudFile,
  extensionsProblem,
  isFolder as isFolderOf,
  kindOf,
  toExtensions,
  writeExtensions,
} from '@kreide/core/features/cloud';
import { isAllowed, writeMoment, writeSize } from '@kreide/core/kernel';
import { useState } from 'react';
import { useLeaving } from '../../kernel/form/use-leaving.tsx';
import { writeLength } from '../../kernel/length.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Cloud.module.css';
import { FilePreview } from './FilePreview.tsx';
import { FolderRules, type FolderRulesValue, toFolderRules, toRestrictions } from './FolderRules.tsx';
import type { Changes } from './use-changes.ts';

interface DetailsDialogProps {
  file: CloudFile;
  /** Name of its cloud, where the path of a file begins. */
  cloudName: string;
  changes: Changes;
  /** Shows what the file was before. */
  onVersions: () => void;
  onClose: () => void;
}

/** What of a folder was changed: a time whose seconds the form does not show stays as it is. */
function changedRestrictions(file: CloudFile, rules: FolderRulesValue, timeZone: string) {
  const before = toRestrictions(toFolderRules(file, timeZone), timeZone);
  const { is_protected_folder, upload_limited_at, allowed_extensions } = toRestrictions(rules, timeZone);
  const isLimited = allowed_extensions.join() !== before.allowed_extensions.join();
  return {
    ...(is_protected_folder !== before.is_protected_folder && { is_protected_folder }),
    ...(upload_limited_at !== before.upload_limited_at && { upload_limited_at }),
    ...(isLimited && { allowed_extensions }),
  };
}

/** A file or folder with all that is known of it (C-2.120): what it holds, and of a picture what it shows in words. */
export function DetailsDialog({ file, cloudName, changes, onVersions, onClose }: DetailsDialogProps) {
  const { t, language } = useTranslation('cloud');
  const { school } = useSelf();
  const [altName, setAltName] = useState(file.alt_name);
  const [rules, setRules] = useState(() => toFolderRules(file, school.time_zone));
  const [description, setDescription] = useState(file.description);
  const { name, can, meta, size, extension, duration_in_seconds: seconds } = file;
  const isFolder = isFolderOf(file);
  const moment = (at: string) => writeMoment(language, new Date(at), school.time_zone, 'short');
  const canDescribe = file.can_show_preview && isAllowed(can, 'update');
  const canRestrict = isAllowed(can, 'restrict');
  const canSay = isAllowed(can, 'rename');
  const facts: [string, string][] = [
    [t('details.kind'), isFolder ? t('kinds.folder') : t(`kinds.${kindOf(extension)}`)],
    [t('details.size'), writeSize(language, size)],
    ...(seconds === null ? [] : [[t('details.duration'), writeLength(language, seconds)] satisfies [string, string]]),
    [t('details.place'), cloudName + (meta.parent === '/' ? '' : meta.parent)],
    [t('details.by'), meta.username ?? t('details.nobody')],
    [t('details.created'), moment(file.created_at)],
    [t('details.changed'), moment(file.updated_at)],
    ...(canSay || file.description === ''
      ? []
      : [[t('folder.description'), file.description] satisfies [string, string]]),
    ...(canRestrict || file.allowed_extensions.length === 0
      ? []
      : [[t('folder.extensions'), writeExtensions(file.allowed_extensions)] satisfies [string, string]]),
    ...(file.handed_in_at === null
      ? []
      : [[t('details.handedIn'), moment(file.handed_in_at)] satisfies [string, string]]),
    ...(file.returned_at === null
      ? []
      : [[t('details.returned'), moment(file.returned_at)] satisfies [string, string]]),
  ];
  const restrictions = changedRestrictions(file, rules, school.time_zone);
  const extensionsRule = extensionsProblem(toExtensions(rules.extensions));
  const changed = {
    ...(description.trim() !== file.description && { description }),
    ...(isFolder ? restrictions : altName.trim() !== file.alt_name && { alt_name: altName }),
  };
  const isChanged = Object.keys(changed).length > 0;
  const save = () => changes.change(file, changed, onClose);
  const { close, question } = useLeaving(() => isChanged, onClose);
  return (
    <Dialog
      isOpen
      title={name}
      closeLabel={t('close')}
      onClose={close}
      actions={
        <>
          {file.reserved === 'cloud_file' && isAllowed(can, 'download') && !isChanged && (
            <Button look="quiet" icon="clock" onPress={onVersions}>
              {t('versions.open')}
            </Button>
          )}
          {isAllowed(can, 'download') && (
            <Button icon="download" onPress={() => void changes.download(file)}>
              {t('actions.download')}
            </Button>
          )}
          {(canDescribe || canRestrict || canSay) && (
            <Button
              look="primary"
              isDisabled={!isChanged || extensionsRule !== null}
              isPending={changes.isBusy}
              onPress={save}
            >
              {t('details.save')}
            </Button>
          )}
        </>
      }
    >
      <FilePreview file={file} />
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {canSay && (
        <TextField
          label={t('folder.description')}
          value={description}
          lines={2}
          maxLength={CLOUD_DESCRIPTION_MAXIMUM}
          onChange={setDescription}
        />
      )}
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
        <div className={styles.form}>
          <FolderRules
            value={rules}
            onChange={setRules}
            errorMessage={
              extensionsRule ? t(`rules.${extensionsRule}`, { maximum: CLOUD_EXTENSIONS_MAXIMUM }) : undefined
            }
          />
        </div>
      )}
      {question}
    </Dialog>
  );
}
