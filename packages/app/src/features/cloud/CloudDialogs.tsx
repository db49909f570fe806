import {
  CLOUD_KEPT_DAYS,
  type Cloud,
  type CloudFile,
  type CloudFileDetails,
  type NewDocument,
} from '@kreide/core/features/cloud';
import { isAllowed } from '@kreide/core/kernel';
import { Suspense, useState } from 'react';
import { late } from '../../kernel/late.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import { DocumentDialog } from './DocumentDialog.tsx';
import { FolderDialog } from './FolderDialog.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { UploadDialog } from './UploadDialog.tsx';
import { sendFiles } from './uploads.ts';
import type { Changes } from './use-changes.ts';

/** Fetched by who looks at what a file was before. */
const VersionsDialog = late(async () => (await import('./VersionsDialog.tsx')).VersionsDialog);

/** What is open above the list. */
export type Opened =
  | { type: 'upload'; files: readonly File[] }
  | { type: 'folder' }
  | { type: 'document' }
  | { type: 'details' | 'versions'; file: CloudFile }
  | { type: 'move' | 'delete'; files: readonly CloudFile[] };

interface CloudDialogsProps {
  cloud: Cloud;
  /** The folder on screen; null: the cloud itself. */
  folder: CloudFileDetails | null;
  changes: Changes;
  opened: Opened;
  /** The documents that can be begun here. */
  documents: readonly NewDocument[];
  onCreated: (file: CloudFile) => void;
  onVersions: (file: CloudFile) => void;
  onDone: () => void;
  onClose: () => void;
}

/** Is what comes into a folder handed in? */
const isHandIn = (folder: CloudFileDetails | null) =>
  folder !== null && (folder.upload_limited_at !== null || folder.handed_in_at !== null);

export function CloudDialogs(props: CloudDialogsProps) {
  const { cloud, folder, changes, opened, documents, onCreated, onVersions, onDone, onClose } = props;
  const { t } = useTranslation('cloud');
  const parent = folder?.uuid;
  // A moment in which the office server does not answer takes nothing away from who has begun.
  const [known] = useState(documents);
  const offered = documents.length > 0 ? documents : known;
  switch (opened.type) {
    case 'upload':
      return (
        <UploadDialog
          files={opened.files}
          extensions={folder?.taken_extensions ?? []}
          isHandIn={isHandIn(folder)}
          onSend={(files, { hasPush, isReplacing }) => {
            sendFiles(files, { cloudId: String(cloud.id), parent, hasPush, isReplacing });
            onClose();
          }}
          onClose={onClose}
        />
      );
    case 'folder': {
      const canProtect = isAllowed(cloud.can, 'manage');
      return <FolderDialog changes={changes} parent={parent ?? null} canProtect={canProtect} onClose={onClose} />;
    }
    case 'document':
      // Its address may be opened where nothing can be begun.
      return offered.length === 0 ? (
        <Dialog isOpen title={t('edit.noneTitle')} closeLabel={t('close')} onClose={onClose}>
          <p>{t('edit.noneText')}</p>
        </Dialog>
      ) : (
        <DocumentDialog
          changes={changes}
          onCreated={onCreated}
          onClose={onClose}
          documents={offered}
          parent={parent ?? null}
        />
      );
    case 'details':
      return (
        <DetailsDialog
          changes={changes}
          onClose={onClose}
          file={opened.file}
          cloudName={cloud.meta.displayname}
          onVersions={() => onVersions(opened.file)}
        />
      );
    case 'versions':
      return (
        <Suspense>
          <VersionsDialog file={opened.file} onClose={onClose} />
        </Suspense>
      );
    case 'move':
      return <MoveDialog cloud={cloud} changes={changes} onDone={onDone} onClose={onClose} files={opened.files} />;
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
          <p>{t('remove.about', { days: CLOUD_KEPT_DAYS })}</p>
        </ConfirmDialog>
      );
    }
  }
}
