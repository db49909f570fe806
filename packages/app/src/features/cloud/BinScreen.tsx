import { type BinEntry, CLOUD_KEPT_DAYS, cloudApi } from '@kreide/core/features/cloud';
import { isAllowed, writeMoment, writeSize } from '@kreide/core/kernel';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { mutationOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { toSaid } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Cloud.module.css';
import { binQuery, cloudQuery, TOUCHED } from './cloud-queries.ts';
import { Tile } from './Tile.tsx';
import { UsageBar } from './UsageBar.tsx';

const QUIET = { touches: TOUCHED } as const;

/** `/cloud/bin/:channelId`: what was deleted in a cloud, until it goes for good. */
export function BinScreen() {
  const { channelId: id = '' } = useParams();
  const { t } = useTranslation('cloud');
  const cloud = useQuery(cloudQuery(id));
  const query = useInfiniteQuery(binQuery(id));
  const [asked, setAsked] = useState<BinEntry | 'all' | null>(null);
  const params = { id };
  const told = { onError: (error: Parameters<typeof toSaid>[0]) => void toasts.show('error', toSaid(error)) };
  const restoring = useMutation({ ...mutationOf(cloudApi.restore, QUIET), ...told });
  const purging = useMutation({ ...mutationOf(cloudApi.purge, QUIET), ...told });
  const emptying = useMutation({ ...mutationOf(cloudApi.emptyBin, QUIET), ...told });
  const say = (text: string) => void toasts.show('success', text);
  const done = (text: string) => {
    setAsked(null);
    say(text);
  };
  // Nothing was asked of who restores: a question that they have opened meanwhile stays.
  const restore = ({ uuid }: BinEntry) =>
    restoring.mutate({ params, body: { files: [uuid] } }, { onSuccess: () => say(t('bin.restored', { count: 1 })) });
  const confirm = (what: BinEntry | 'all') =>
    what === 'all'
      ? emptying.mutate({ params }, { onSuccess: () => done(t('bin.emptied')) })
      : purging.mutate(
          { params, body: { files: [what.uuid] } },
          { onSuccess: () => done(t('bin.purged', { name: what.name })) },
        );
  const entries = query.data ?? [];

  return (
    <div className={styles.screen}>
      <p className={styles.said}>
        {cloud.data && `${cloud.data.meta.displayname}: `}
        {t('bin.about', { days: CLOUD_KEPT_DAYS })}
        {cloud.data && ` ${t(isAllowed(cloud.data.can, 'review') ? 'bin.ofAll' : 'bin.ofOwn')}`}
      </p>
      {entries.some(({ can }) => isAllowed(can, 'purge')) && (
        <div className={styles.buttons}>
          <Button icon="trash" onPress={() => setAsked('all')}>
            {t('bin.empty')}
          </Button>
        </div>
      )}
      <InfiniteList
        query={query}
        idOf={({ uuid }) => uuid}
        className={styles.list}
        label={t('bin.label')}
        skeleton={{ type: 'list', label: t('bin.loading') }}
        errorTitle={t('bin.errorTitle')}
        empty={<EmptyState icon="trash" title={t('bin.emptyTitle')} text={t('bin.emptyText')} />}
      >
        {(entry) => (
          <BinRow
            entry={entry}
            isBusy={restoring.isPending}
            onRestore={() => restore(entry)}
            onPurge={() => setAsked(entry)}
          />
        )}
      </InfiniteList>
      <UsageBar channelId={id} />
      {asked !== null && (
        <ConfirmDialog
          title={asked === 'all' ? t('bin.emptyQuestion') : t('bin.purgeTitle', { name: asked.name })}
          texts={{ confirm: t('bin.purge'), cancel: t('cancel'), close: t('close') }}
          icon="trash"
          isPending={purging.isPending || emptying.isPending}
          onConfirm={() => confirm(asked)}
          onClose={() => setAsked(null)}
        >
          <p>
            {asked === 'all' && `${t('bin.emptyAbout')} `}
            {t('bin.purgeAbout')}
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

interface BinRowProps {
  entry: BinEntry;
  isBusy: boolean;
  onRestore: () => void;
  onPurge: () => void;
}

/** What was deleted, by whom and when, where it lay, and when it goes; and the way back. */
function BinRow({ entry, isBusy, onRestore, onPurge }: BinRowProps) {
  const { t, language } = useTranslation('cloud');
  const { school } = useSelf();
  const { name, extension, file_type, size, files_count, deleted_at, expires_at, can, meta } = entry;
  const isFolder = file_type !== 'FILE';
  const moment = (at: string) => writeMoment(language, new Date(at), school.time_zone, 'short');
  const filled = [...(isFolder ? [t('overview.files', { count: files_count })] : []), writeSize(language, size)];
  const place = meta.is_parent_gone
    ? [t('bin.gone')]
    : meta.parent === '/'
      ? []
      : [t('bin.lay', { place: meta.parent.slice(1) })];
  return (
    <div className={styles.binned}>
      <Tile isFolder={isFolder} extension={extension} />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.about}>{[...filled, ...place].join(' · ')}</span>
        <span className={styles.about}>
          {t('bin.deleted', { moment: moment(deleted_at), name: meta.deleted_by ?? t('details.nobody') })}
        </span>
        <span className={styles.about}>{t('bin.until', { moment: moment(expires_at) })}</span>
      </span>
      <span className={styles.ways}>
        {isAllowed(can, 'restore') && (
          <Button icon="refresh" isDisabled={isBusy} aria-label={t('bin.restoreOne', { name })} onPress={onRestore}>
            {t('bin.restore')}
          </Button>
        )}
        {isAllowed(can, 'purge') && (
          <Menu
            icon="dots"
            label={t('actions.label', { name })}
            entries={[{ key: 'purge', text: t('bin.purge'), icon: 'trash', onAction: onPurge }]}
          />
        )}
      </span>
    </div>
  );
}
