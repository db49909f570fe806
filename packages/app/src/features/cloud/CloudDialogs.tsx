import type { Cloud, CloudFile } from '@kreide/core/features/cloud';
import { isAllowed } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import { FolderDialog } from './FolderDialog.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { UploadDialog } from './UploadDialog.tsx';
import { sendFiles } from './uploads.ts';
import type { Changes } from './use-changes.ts';

/** What is open above the list. */
export type Opened =
  | { type: 'upload'; files: readonly File[] }
  | { type: 'folder' }
  | { type: 'details'; file: CloudFile }
  | { type: 'move' | 'delete'; files: readonly CloudFile[] };

interface CloudDialogsProps {
  cloud: Cloud;
  parent: string | undefined;
  changes: Changes;
  opened: Opened;
  onDone: () => void;
  onClose: () => void;
}

export function CloudDialogs({ cloud, parent, changes, opened, onDone, onClose }: CloudDialogsProps) {
  const { t } = useTranslation('cloud');
  switch (opened.type) {
    case 'upload':
      return (
        <UploadDialog
          files={opened.files}
          onSend={(files) => {
            sendFiles(files, { cloudId: String(cloud.id), parent });
            onClose();
          }}
          onClose={onClose}
        />
      );
    case 'folder': {
      const canProtect = isAllowed(cloud.can, 'manage');
      return <FolderDialog changes={changes} parent={parent ?? null} canProtect={canProtect} onClose={onClose} />;
    }
    case 'details':
      return <DetailsDialog {...{ changes, onClose }} file={opened.file} cloudName={cloud.meta.displayname} />;
    case 'move':
      return <MoveDialog {...{ cloud, changes, onDone, onClose }} files={opened.files} />;
    case 'delete': {
      const [first] = opened.files;
      const count = opened.files.length;
      return (
        <ConfirmDialog
          title={count === 1 ? t('remove.one', { name: first?.name ?? '' }) : t('remove.many', { count })}
          texts={{ confirm: t('actions.delete'), cancel: t('cancel'), close: t('close') }}
          icon="trash"
          isPending={changes.isBusy}
          onConfirm={() => changes.remove(opened.files, onDone)}
          onClose={onClose}
        >
          <p>{t('remove.about')}</p>
        </ConfirmDialog>
      );
    }
  }
}
