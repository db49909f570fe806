import { CLOUD_ALT_MAXIMUM, type CloudFile, isFolder as isFolderOf, kindOf } from '@kreide/core/features/cloud';
import { isAllowed, writeMoment, writeSize } from '@kreide/core/kernel';
import { useState } from 'react';
import { useLeaving } from '../../kernel/form/use-leaving.tsx';
import { serverAddress } from '../../kernel/server-address.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Cloud.module.css';
import { FolderRules, type FolderRulesValue, toFolderRules, toRestrictions } from './FolderRules.tsx';
import type { Changes } from './use-changes.ts';

interface DetailsDialogProps {
  file: CloudFile;
  /** Name of its cloud, where the path of a file begins. */
  cloudName: string;
  changes: Changes;
  onClose: () => void;
}

/** What of a folder was changed: a time whose seconds the form does not show stays as it is. */
function changedRestrictions(file: CloudFile, rules: FolderRulesValue, timeZone: string) {
  const before = toRestrictions(toFolderRules(file, timeZone), timeZone);
  const { is_protected_folder, upload_limited_at } = toRestrictions(rules, timeZone);
  return {
    ...(is_protected_folder !== before.is_protected_folder && { is_protected_folder }),
    ...(upload_limited_at !== before.upload_limited_at && { upload_limited_at }),
  };
}

/** A file or folder with all that is known of it (C-2.120): the picture itself, and what it shows in words. */
export function DetailsDialog({ file, cloudName, changes, onClose }: DetailsDialogProps) {
  const { t, language } = useTranslation('cloud');
  const { school } = useSelf();
  const [altName, setAltName] = useState(file.alt_name);
  const [rules, setRules] = useState(() => toFolderRules(file, school.time_zone));
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
    ...(file.handed_in_at === null
      ? []
      : [[t('details.handedIn'), moment(file.handed_in_at)] satisfies [string, string]]),
    ...(file.returned_at === null
      ? []
      : [[t('details.returned'), moment(file.returned_at)] satisfies [string, string]]),
  ];
  const canDescribe = file.can_show_preview && isAllowed(can, 'update');
  const canRestrict = isAllowed(can, 'restrict');
  const restrictions = changedRestrictions(file, rules, school.time_zone);
  const isChanged = isFolder ? Object.keys(restrictions).length > 0 : altName.trim() !== file.alt_name;
  const save = () => changes.change(file, isFolder ? restrictions : { alt_name: altName }, onClose);
  const { close, question } = useLeaving(() => isChanged, onClose);
  return (
    <Dialog
      isOpen
      title={name}
      closeLabel={t('close')}
      onClose={close}
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
        <div className={styles.form}>
          <FolderRules value={rules} onChange={setRules} />
        </div>
      )}
      {question}
    </Dialog>
  );
}
