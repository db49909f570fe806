import {
  CLOUD_KEPT_DAYS,
  CLOUD_VERSIONS_MAXIMUM,
  type CloudFile,
  cloudApi,
  type FileVersion,
} from '@kreide/core/features/cloud';
import { extensionOf } from '@kreide/core/features/files';
import { isAllowed, writeMoment, writeSize } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { toAccepted } from '../../kernel/chosen-files.ts';
import { mutationOf } from '../../kernel/data.ts';
import { toChosenFile } from '../../kernel/form-upload.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toSaid } from '../../kernel/reason.ts';
import { serverAddress } from '../../kernel/server-address.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Cloud.module.css';
import { TOUCHED, versionsQuery } from './cloud-queries.ts';
import { sendFiles } from './uploads.ts';
import { saveAs } from './use-changes.ts';

const QUIET = { touches: TOUCHED } as const;

/** What a file was before: who wrote it and when, to be saved, brought back or deleted; and the way to a new content. */
export function VersionsDialog({ file, onClose }: { file: CloudFile; onClose: () => void }) {
  const { t, language } = useTranslation('cloud');
  const { school } = useSelf();
  const { name, can, uuid, extension } = file;
  const id = String(file.cloud_id);
  const query = useQuery(versionsQuery(id, uuid));
  const [asked, setAsked] = useState<FileVersion | null>(null);
  const told = { onError: (error: Parameters<typeof toSaid>[0]) => void toasts.show('error', toSaid(error)) };
  const restoring = useMutation({ ...mutationOf(cloudApi.restoreVersion, QUIET), ...told });
  const removing = useMutation({ ...mutationOf(cloudApi.removeVersion, QUIET), ...told });
  const moment = (at: string) => writeMoment(language, new Date(at), school.time_zone, 'short');
  const argsOf = (version: FileVersion) => ({ params: { id, uuid, version_uuid: version.uuid } });

  function restore(version: FileVersion) {
    const text = t('versions.restored', { name, moment: moment(version.written_at) });
    const onSuccess = () => {
      onClose();
      toasts.show('success', text);
    };
    restoring.mutate(argsOf(version), { onSuccess });
  }
  function remove(version: FileVersion) {
    const onSuccess = () => {
      setAsked(null);
      toasts.show('success', t('versions.removed'));
    };
    removing.mutate(argsOf(version), { onSuccess });
  }
  function bring(given: File | undefined) {
    if (!given) return;
    if (extensionOf(given.name) !== extension) {
      toasts.show('error', t('versions.otherKind', { name, extension: extension.toUpperCase() }));
      return;
    }
    const renamed = new File([given], name, { type: given.type });
    sendFiles([toChosenFile(renamed, 0)], {
      cloudId: id,
      parent: file.parent?.uuid,
      hasPush: false,
      isReplacing: true,
    });
    onClose();
  }

  return (
    <Dialog
      isOpen
      title={t('versions.title', { name })}
      closeLabel={t('close')}
      onClose={onClose}
      actions={
        isAllowed(can, 'replace') && (
          <FileTrigger
            acceptedFileTypes={toAccepted(extension === '' ? [] : [extension])}
            onSelect={(list) => bring(list?.[0])}
          >
            <Button look="primary" icon="upload">
              {t('versions.upload')}
            </Button>
          </FileTrigger>
        )
      }
    >
      <p className={styles.about}>{t('versions.about', { days: CLOUD_KEPT_DAYS, maximum: CLOUD_VERSIONS_MAXIMUM })}</p>
      <Loaded
        query={query}
        skeleton={{ type: 'list', label: t('versions.loading'), items: 2 }}
        errorTitle={t('versions.errorTitle')}
        empty={<p>{t('versions.emptyTitle')}</p>}
      >
        {(versions) => (
          <ul className={styles.list} aria-label={t('versions.open')}>
            {versions.map((version) => (
              <li key={version.uuid} className={styles.binned}>
                <span className={styles.words}>
                  <span className={styles.name}>
                    {t('versions.written', {
                      moment: moment(version.written_at),
                      name: version.written_by ?? t('details.nobody'),
                    })}
                  </span>
                  <span className={styles.about}>
                    {writeSize(language, version.size)} · {t('bin.until', { moment: moment(version.expires_at) })}
                  </span>
                </span>
                <Menu
                  icon="dots"
                  label={t('actions.label', { name: t('versions.label', { moment: moment(version.written_at) }) })}
                  entries={[
                    {
                      key: 'download',
                      text: t('actions.download'),
                      icon: 'download',
                      onAction: () => saveAs(serverAddress + version.meta.download_uri, name),
                    },
                    ...(isAllowed(can, 'replace')
                      ? [
                          {
                            key: 'restore',
                            text: t('bin.restore'),
                            icon: 'refresh' as const,
                            onAction: () => restore(version),
                          },
                        ]
                      : []),
                    ...(isAllowed(can, 'delete')
                      ? [
                          {
                            key: 'purge',
                            text: t('bin.purge'),
                            icon: 'trash' as const,
                            onAction: () => setAsked(version),
                          },
                        ]
                      : []),
                  ]}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {asked && (
        <ConfirmDialog
          title={t('versions.removeTitle', { moment: moment(asked.written_at) })}
          texts={{ confirm: t('bin.purge'), cancel: t('cancel'), close: t('close') }}
          icon="trash"
          isPending={removing.isPending}
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{t('versions.removeAbout')}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
