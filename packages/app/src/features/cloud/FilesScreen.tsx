import {
  CLOUD_CHOICE_MAXIMUM,
  CLOUD_CHOICE_MINIMUM,
  CLOUD_DIRECTIONS,
  CLOUD_ORDER_DEFAULT,
  CLOUD_ORDERS,
  type CloudDetails,
  type CloudFileDetails,
} from '@kreide/core/features/cloud';
import { isAllowed } from '@kreide/core/kernel';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { Loaded } from '../../kernel/Loaded.tsx';
import { usePageHead } from '../../kernel/page-head.ts';
import { readAll } from '../../kernel/read-all.ts';
import { useAddressFilters } from '../../kernel/use-address-filters.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Cloud.module.css';
import { CloudDialogs, type Opened } from './CloudDialogs.tsx';
import { Clouds } from './CloudsScreen.tsx';
import { cloudQuery, filesQuery, folderQuery, readingOf } from './cloud-queries.ts';
import { openEditor } from './editor-form.ts';
import { FileRow } from './FileRow.tsx';
import { Bringing, Crumbs, SearchAndSort, SelectBar } from './FilesHead.tsx';
import { HandInHead } from './HandInHead.tsx';
import { UploadList } from './UploadList.tsx';
import { TrafficNote, UsageBar } from './UsageBar.tsx';
import { useChanges } from './use-changes.ts';
import { useFileDrop } from './use-file-drop.ts';

/** `/cloud/files/:channelId/:uuid?`: what lies in a cloud or in one of its folders (C-2.31). */
export function FilesScreen() {
  return <Opening begin={null} />;
}

/** `/cloud/upload/file/:channelId?/:uuid?`: the same with the upload open (C-2.28). */
export function UploadScreen() {
  return <Opening begin={{ type: 'upload', files: [] }} address="/cloud/upload/file" />;
}

/** `/cloud/create/folder/:channelId?/:uuid?`: the same with a new folder (C-2.30). */
export function CreateFolderScreen() {
  return <Opening begin={{ type: 'folder' }} address="/cloud/create/folder" />;
}

/** `/cloud/create/file/:channelId?/:uuid?`: the same with a new document (C-2.29). */
export function CreateFileScreen() {
  return <Opening begin={{ type: 'document' }} address="/cloud/create/file" />;
}

/** Without a channel, those are offered into which something can be brought. */
function Opening({ begin, address = '' }: { begin: Opened | null; address?: string }) {
  const { channelId, uuid } = useParams();
  if (channelId === undefined)
    return <Clouds toAddress={({ id }) => `${address}/${id}`} isShown={({ can }) => isAllowed(can, 'upload')} />;
  // What was chosen, or opened, belongs to this folder alone.
  return <Place key={`${channelId}/${uuid}`} id={channelId} uuid={uuid} begin={begin} />;
}

function Place({ id, uuid, begin }: { id: string; uuid: string | undefined; begin: Opened | null }) {
  const { t } = useTranslation('cloud');
  const cloud = useQuery(cloudQuery(id));
  const folder = useQuery({ ...folderQuery(id, uuid ?? ''), enabled: uuid !== undefined });
  const skeleton = { type: 'list', label: t('files.loading') } as const;
  return (
    <Loaded query={cloud} skeleton={skeleton} errorTitle={t('files.errorTitle')}>
      {(loaded) =>
        uuid === undefined ? (
          <Files cloud={loaded} readAt={cloud.dataUpdatedAt} folder={null} begin={begin} />
        ) : (
          <Loaded query={folder} skeleton={skeleton} errorTitle={t('files.errorTitle')}>
            {(opened) => <Files cloud={loaded} readAt={folder.dataUpdatedAt} folder={opened} begin={begin} />}
          </Loaded>
        )
      }
    </Loaded>
  );
}

interface FilesProps {
  cloud: CloudDetails;
  /** When they were read, epoch ms. */
  readAt: number;
  folder: CloudFileDetails | null;
  begin: Opened | null;
}

function Files({ cloud, readAt, folder, begin }: FilesProps) {
  const { t } = useTranslation('cloud');
  const navigate = useNavigate();
  const id = String(cloud.id);
  const parent = folder?.uuid;
  const base = `/cloud/files/${id}`;
  usePageHead({ title: folder?.name ?? cloud.meta.displayname });
  const { search: address, change } = useAddressFilters(['orderBy', 'orderDir', 'search']);
  const search = (address.get('search') ?? '').slice(0, 100);
  const sorting = {
    orderBy: CLOUD_ORDERS.find((one) => one === address.get('orderBy')) ?? CLOUD_ORDER_DEFAULT.orderBy,
    orderDir: CLOUD_DIRECTIONS.find((one) => one === address.get('orderDir')) ?? CLOUD_ORDER_DEFAULT.orderDir,
  };
  const [typed, setTyped] = useState(search);
  useDebounced(typed, (text) => text.trim() !== search && change({ search: text.trim() }));
  const shown = { parent, search, ...sorting };
  const first = { files: folder?.children ?? cloud.files, readAt };
  const query = useInfiniteQuery({ ...filesQuery(id, shown), ...readingOf(shown, first) });
  const changes = useChanges(id);
  const [opened, setOpened] = useState<Opened | null>(begin);
  const [renamed, setRenamed] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);

  const items = query.data ?? [];
  const chosenFiles = items.filter(({ uuid }) => chosen?.has(uuid));
  // What others hand in is not shown here.
  const isOwnOnly = (folder?.upload_limited_at ?? null) !== null && !isAllowed(cloud.can, 'review');
  const canUpload = isAllowed(folder?.can ?? cloud.can, 'upload');
  const documents = canUpload ? cloud.meta.new_documents : [];
  const place = useFileDrop<HTMLDivElement>(canUpload, (files) => setOpened({ type: 'upload', files }));
  const isReserved = (folder?.reserved ?? null) !== null;
  const canChoose = !isReserved && isAllowed(cloud.can, 'upload') && items.length >= CLOUD_CHOICE_MINIMUM;
  const may = (ability: string) => chosenFiles.length > 0 && chosenFiles.every(({ can }) => isAllowed(can, ability));
  const toggle = (uuid: string) => {
    const next = new Set(chosen);
    if (!next.delete(uuid)) next.add(uuid);
    setChosen(next);
  };
  const close = () => {
    setOpened(null);
    // The address of an upload or a new folder is left with it.
    if (begin !== null && opened?.type === begin.type) navigate(parent ? `${base}/${parent}` : base, { replace: true });
  };

  return (
    <div ref={place} className={styles.screen}>
      <Crumbs cloud={cloud} folder={folder} />
      {folder?.description && <p className={styles.said}>{folder.description}</p>}
      {folder && <HandInHead cloud={cloud} folder={folder} changes={changes} />}
      <SearchAndSort typed={typed} onType={setTyped} sorting={sorting} onSort={change} />
      {chosen === null && (
        <Bringing
          canUpload={canUpload}
          extensions={folder?.taken_extensions ?? []}
          canChoose={canChoose}
          bin={isAllowed(cloud.can, 'upload') || isAllowed(cloud.can, 'review') ? `/cloud/bin/${id}` : null}
          onFiles={(files) => files.length > 0 && setOpened({ type: 'upload', files })}
          onFolder={() => setOpened({ type: 'folder' })}
          onDocument={documents.length > 0 ? () => setOpened({ type: 'document' }) : null}
          onChoose={() => setChosen(new Set())}
        />
      )}
      <UploadList cloudId={id} />
      <InfiniteList
        query={query}
        idOf={({ uuid }) => uuid}
        className={styles.list}
        label={t('files.label')}
        skeleton={{ type: 'list', label: t('files.loading') }}
        errorTitle={t('files.errorTitle')}
        empty={
          search === '' ? (
            <EmptyState
              icon="list"
              title={isOwnOnly ? t('handIn.emptyTitle') : t('files.emptyTitle')}
              text={canUpload ? t('files.emptyText') : isOwnOnly ? null : t('files.emptyReader')}
            />
          ) : (
            <EmptyState icon="search" title={t('files.noneTitle')} text={t('files.noneText')} />
          )
        }
      >
        {(file) => (
          <FileRow
            file={file}
            href={`${base}/${file.uuid}`}
            isChosen={chosen === null ? null : chosen.has(file.uuid)}
            isRenaming={renamed === file.uuid}
            hasPath={search !== ''}
            onChoose={() => toggle(file.uuid)}
            onRenamed={(name) => {
              setRenamed(null);
              if (name !== null) changes.rename(file, name);
            }}
            onAction={(action) => {
              if (action === 'rename') setRenamed(file.uuid);
              else if (action === 'download') void changes.download(file);
              else if (action === 'share') void changes.share(file);
              else if (action === 'edit') openEditor(file, navigate);
              else if (action === 'together' || action === 'alone') changes.collaborate(file, action === 'together');
              else if (action === 'details') setOpened({ type: 'details', file });
              else setOpened({ type: action, files: [file] });
            }}
          />
        )}
      </InfiniteList>
      {chosen === null && (
        <>
          <UsageBar channelId={id} />
          <TrafficNote cloud={cloud} />
        </>
      )}
      {chosen !== null && (
        <SelectBar
          count={chosenFiles.length}
          canMove={may('move')}
          canDelete={may('delete')}
          onAll={async () => {
            const all = await readAll(query, CLOUD_CHOICE_MAXIMUM);
            if (all === null) toasts.show('error', t('files.errorTitle'));
            else setChosen(new Set(all.map(({ uuid }) => uuid)));
          }}
          onMove={() => setOpened({ type: 'move', files: chosenFiles })}
          onDelete={() => setOpened({ type: 'delete', files: chosenFiles })}
          onLeave={() => setChosen(null)}
        />
      )}
      {opened && (
        <CloudDialogs
          cloud={cloud}
          folder={folder}
          changes={changes}
          opened={opened}
          documents={documents}
          onCreated={(file) => openEditor(file, navigate)}
          onVersions={(file) => setOpened({ type: 'versions', file })}
          onDone={() => {
            setOpened(null);
            setChosen(null);
          }}
          onClose={close}
        />
      )}
    </div>
  );
}
