import type { Cloud, CloudFile } from '@kreide/core/features/cloud';
import { isAllowed } from '@kreide/core/kernel';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Cloud.module.css';
import { folderQuery, foldersQuery } from './cloud-queries.ts';
import { Tile } from './Tile.tsx';
import type { Changes } from './use-changes.ts';

interface MoveDialogProps {
  cloud: Cloud;
  files: readonly CloudFile[];
  changes: Changes;
  onDone: () => void;
  onClose: () => void;
}

/** Goes through the folders of a cloud to the one that files are moved into (C-2.122). */
export function MoveDialog({ cloud, files, changes, onDone, onClose }: MoveDialogProps) {
  const { t } = useTranslation('cloud');
  const [place, setPlace] = useState<string | null>(files[0]?.parent?.uuid ?? null);
  const id = String(cloud.id);
  const here = useQuery({ ...folderQuery(id, place ?? ''), enabled: place !== null });
  const folders = useInfiniteQuery(foldersQuery(id, place ?? undefined));
  const folder = place === null ? null : here.data;
  const moved = files.map(({ uuid }) => uuid);
  const isThere = files.every(({ parent }) => (parent?.uuid ?? null) === place);
  const isOpen = place === null ? isAllowed(cloud.can, 'upload') : isAllowed(folder?.can, 'upload');
  return (
    <Dialog
      isOpen
      title={t('move.title', { count: files.length })}
      closeLabel={t('close')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button
            look="primary"
            icon="move"
            isDisabled={isThere || !isOpen}
            isPending={changes.isBusy}
            onPress={() => changes.move(files, place, onDone)}
          >
            {t('move.here')}
          </Button>
        </>
      }
    >
      <div className={styles.place}>
        {place !== null && (
          <Button
            look="quiet"
            icon="arrowLeft"
            isDisabled={!folder}
            onPress={() => setPlace(folder?.parent?.uuid ?? null)}
          >
            {t('move.up')}
          </Button>
        )}
        <strong aria-live="polite">{folder?.name ?? cloud.meta.displayname}</strong>
      </div>
      <InfiniteList
        query={{ ...folders, data: folders.data?.filter(({ uuid }) => !moved.includes(uuid)) }}
        idOf={({ uuid }) => uuid}
        className={styles.list}
        label={t('move.folders')}
        skeleton={{ type: 'list', label: t('files.loading'), items: 2 }}
        errorTitle={t('files.errorTitle')}
        empty={<p className={styles.about}>{t('move.empty')}</p>}
      >
        {({ uuid, name }) => (
          <button type="button" className={styles.row} onClick={() => setPlace(uuid)}>
            <Tile isFolder extension="" />
            <span className={styles.words}>
              <span className={styles.name}>{name}</span>
            </span>
            <Icon name="chevronRight" size={16} className={styles.arrow ?? ''} />
          </button>
        )}
      </InfiniteList>
    </Dialog>
  );
}
