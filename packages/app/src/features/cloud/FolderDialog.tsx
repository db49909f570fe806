import { CLOUD_NAME_MAXIMUM, nameProblem } from '@kreide/core/features/cloud';
import { useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Cloud.module.css';
import type { Changes } from './use-changes.ts';

interface FolderDialogProps {
  changes: Changes;
  parent: string | null;
  /** Who manages the cloud may keep members from adding to it. */
  canProtect: boolean;
  onClose: () => void;
}

/** Makes a folder (C-2.30). */
export function FolderDialog({ changes, parent, canProtect, onClose }: FolderDialogProps) {
  const { t } = useTranslation('cloud');
  const [name, setName] = useState('');
  const [isProtected, setProtected] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function make() {
    const rule = nameProblem(name);
    if (rule) return setProblem(t(`rules.${rule}`, { maximum: CLOUD_NAME_MAXIMUM }));
    const body = { name: name.trim(), parent, ...(isProtected && { is_protected_folder: true }) };
    const wrong = await changes.make(body);
    if (wrong === null) onClose();
    else setProblem(wrong);
  }
  return (
    <Dialog
      isOpen
      title={t('folder.title')}
      closeLabel={t('close')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button look="primary" isPending={changes.isBusy} onPress={make}>
            {t('folder.create')}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <TextField
          autoFocus
          label={t('folder.name')}
          value={name}
          onChange={(value) => {
            setName(value);
            setProblem(null);
          }}
          errorMessage={problem ?? undefined}
        />
        {canProtect && (
          <Checkbox isSelected={isProtected} onChange={setProtected}>
            {t('folder.protect')}
          </Checkbox>
        )}
      </form>
    </Dialog>
  );
}
