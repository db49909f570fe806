import { type CloudFile, cloudApi, isFolder, type NewDocument } from '@kreide/core/features/cloud';
import { ApiError, isAllowed } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../kernel/client.ts';
import { mutationOf } from '../../kernel/data.ts';
import { toSaid } from '../../kernel/reason.ts';
import { serverAddress } from '../../kernel/server-address.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';
import { TOUCHED } from './cloud-queries.ts';
import { moveBack, placesOf } from './undo.ts';

const told = (text: string) => void toasts.show('success', text);
const tell = (error: ApiError) => void toasts.show('error', toSaid(error));

const QUIET = { touches: TOUCHED } as const;
/** Of the change itself, not of the call: who has gone on to another page hears of a failure too. */
const TOLD = { onError: tell } as const;

/** Who may add what to a folder, and until when something is handed in there. */
interface Restrictions {
  is_protected_folder?: boolean;
  upload_limited_at?: string | null;
  allowed_extensions?: string[];
  description?: string;
}

/** Everything that is done with files and folders of one cloud; what fails is told, and the list stays as it was (C-8.13, C-8.14). */
export function useChanges(id: string) {
  const { t } = useTranslation(['cloud', 'errors']);
  const params = { id };
  const renaming = useMutation({ ...mutationOf(cloudApi.rename, QUIET), ...TOLD });
  const removing = useMutation({ ...mutationOf(cloudApi.remove, QUIET), ...TOLD });
  const restoring = useMutation({ ...mutationOf(cloudApi.restore, QUIET), ...TOLD });
  const moving = useMutation({ ...mutationOf(cloudApi.move, QUIET), ...TOLD });
  const making = useMutation(mutationOf(cloudApi.createDirectory, QUIET));
  const changing = useMutation({ ...mutationOf(cloudApi.updateFile, QUIET), ...TOLD });
  const beginning = useMutation(mutationOf(cloudApi.create, QUIET));
  const collaborating = useMutation({ ...mutationOf(cloudApi.change, QUIET), ...TOLD });
  const uuidsOf = (files: readonly CloudFile[]) => files.map(({ uuid }) => uuid);

  return {
    isBusy: [removing, moving, making, changing].some(({ isPending }) => isPending),
    rename(file: CloudFile, name: string) {
      renaming.mutate({ params, body: { path: file.path, new_path: name } });
    },
    /** What is deleted lies in the bin: whoever did not mean it brings it back at once. */
    remove(files: readonly CloudFile[], onDone: () => void) {
      const body = { files: uuidsOf(files) };
      const onAction = () =>
        restoring.mutate({ params, body }, { onSuccess: () => told(t('bin.restored', { count: files.length })) });
      const onSuccess = () => {
        onDone();
        toasts.show('success', t('remove.done', { count: files.length }), { action: { label: t('undo'), onAction } });
      };
      removing.mutate({ params, body }, { onSuccess });
    },
    move(files: readonly CloudFile[], parent: string | null, onDone: () => void) {
      const places = placesOf(files);
      const onAction = () =>
        void moveBack(id, places).then(
          () => told(t('move.undone')),
          (error) => tell(ApiError.from(error)),
        );
      const onSuccess = () => {
        onDone();
        toasts.show('success', t('move.done', { count: files.length }), { action: { label: t('undo'), onAction } });
      };
      moving.mutate({ params, body: { files_uuid: uuidsOf(files), parent } }, { onSuccess });
    },
    make: (body: { name: string; parent: string | null } & Restrictions) => making.mutateAsync({ params, body }),
    begin: (body: { name: string; parent: string | null; type: NewDocument }) =>
      beginning.mutateAsync({ params, body }),
    /** Who edits a document online is said, since the list shows it only in few letters (C-4.77). */
    collaborate(file: CloudFile, is_collaborative: boolean) {
      const args = { params: { ...params, uuid: file.uuid }, body: { is_collaborative } };
      const { name } = file;
      const onSuccess = () =>
        void toasts.show(
          'success',
          is_collaborative ? t('edit.togetherDone', { name }) : t('edit.aloneDone', { name }),
        );
      collaborating.mutate(args, { onSuccess });
    },
    change(file: CloudFile, body: { alt_name?: string } & Restrictions, onDone: () => void) {
      const args = { params: { ...params, uuid: file.uuid }, body };
      changing.mutate(args, { onSuccess: onDone });
    },
    /** Asks for a fresh address first: who may not have the file any more is told so (C-8.12). */
    async download(file: CloudFile) {
      const link = await addressOf(id, file).catch((error: unknown) => {
        const failure = ApiError.from(error);
        toasts.show('error', failure.code === 'forbidden' ? t('noPermission') : toSaid(failure));
        return null;
      });
      if (link === 'refused') toasts.show('error', t('noPermission'));
      else if (link === 'gone') toasts.show('error', t('noContent'));
      else if (link !== null) save(link, file);
    },
    async share(file: CloudFile) {
      try {
        const link = await addressOf(id, file);
        if (link === 'refused' || link === 'gone') {
          toasts.show('error', t(link === 'gone' ? 'noContent' : 'noPermission'));
          return;
        }
        const content = await (await fetch(link)).blob();
        await navigator.share({ files: [new File([content], file.name, { type: file.type })] });
      } catch (error) {
        // Whoever closes the list of targets has changed their mind.
        if (!(error instanceof DOMException && error.name === 'AbortError')) tell(ApiError.from(error));
      }
    },
  };
}
export type Changes = ReturnType<typeof useChanges>;

/** A fresh address of the same file; `gone`: its content is not there any more (C-8.25). */
async function addressOf(id: string, file: CloudFile): Promise<string> {
  const args = { params: { id, uuid: file.uuid }, query: { id: String(file.id) } };
  const { data } = await client.call(cloudApi.getFile, args, { messages: false });
  if (!isAllowed(data.can, 'download')) return 'refused';
  return data.meta.download_uri === null ? 'gone' : serverAddress + data.meta.download_uri;
}

const save = (href: string, file: CloudFile): void => saveAs(href, isFolder(file) ? `${file.name}.zip` : file.name);

/** Hands the address to the browser, which saves it as it comes, however large it is. */
export function saveAs(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}

/** Can this device hand files to other programs? Only on phones and tablets (C-6.40). */
export const canShare = (file: Pick<CloudFile, 'file_type'>): boolean =>
  !isFolder(file) &&
  typeof navigator.canShare === 'function' &&
  matchMedia('(pointer: coarse)').matches &&
  navigator.canShare({ files: [new File(['x'], 'x.txt', { type: 'text/plain' })] });
