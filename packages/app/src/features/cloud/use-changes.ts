import { type CloudFile, cloudApi, isFolder } from '@kreide/core/features/cloud';
import { ApiError, isAllowed } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../kernel/client.ts';
import { mutationOf } from '../../kernel/data.ts';
import { toSaid } from '../../kernel/reason.ts';
import { serverAddress } from '../../kernel/server-address.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';
import { TOUCHED } from './cloud-queries.ts';

const tell = (error: ApiError) => void toasts.show('error', toSaid(error));

const QUIET = { touches: TOUCHED } as const;
/** Of the change itself, not of the call: who has gone on to another page hears of a failure too. */
const TOLD = { onError: tell } as const;

/** Who may add to a folder, and until when something is handed in there. */
interface Restrictions {
  is_protected_folder?: boolean;
  upload_limited_at?: string | null;
}

/** Everything that is done with files and folders of one cloud; what fails is told, and the list stays as it was (C-8.13, C-8.14). */
export function useChanges(id: string) {
  const { t } = useTranslation(['cloud', 'errors']);
  const params = { id };
  const renaming = useMutation({ ...mutationOf(cloudApi.rename, QUIET), ...TOLD });
  const removing = useMutation({ ...mutationOf(cloudApi.remove, QUIET), ...TOLD });
  const moving = useMutation({ ...mutationOf(cloudApi.move, QUIET), ...TOLD });
  const making = useMutation(mutationOf(cloudApi.createDirectory, QUIET));
  const changing = useMutation({ ...mutationOf(cloudApi.updateFile, QUIET), ...TOLD });
  const uuidsOf = (files: readonly CloudFile[]) => files.map(({ uuid }) => uuid);

  return {
    isBusy: [removing, moving, making, changing].some(({ isPending }) => isPending),
    rename(file: CloudFile, name: string) {
      renaming.mutate({ params, body: { path: file.meta.absolute_path, new_path: name } });
    },
    remove(files: readonly CloudFile[], onDone: () => void) {
      const onSuccess = () => {
        toasts.show('success', t('remove.done', { count: files.length }));
        onDone();
      };
      removing.mutate({ params, body: { files: uuidsOf(files) } }, { onSuccess });
    },
    move(files: readonly CloudFile[], parent: string | null, onDone: () => void) {
      const onSuccess = () => {
        toasts.show('success', t('move.done', { count: files.length }));
        onDone();
      };
      moving.mutate({ params, body: { files_uuid: uuidsOf(files), parent } }, { onSuccess });
    },
    make: (body: { name: string; parent: string | null } & Restrictions) => making.mutateAsync({ params, body }),
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
      else if (link !== null) save(link, file);
    },
    async share(file: CloudFile) {
      try {
        const link = await addressOf(id, file);
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

async function addressOf(id: string, { uuid }: CloudFile): Promise<string> {
  const { data } = await client.call(cloudApi.getFile, { params: { id, uuid } }, { messages: false });
  return isAllowed(data.can, 'download') ? serverAddress + data.meta.download_uri : 'refused';
}

/** Hands the address to the browser, which saves it as it comes, however large it is. */
function save(href: string, file: CloudFile): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = isFolder(file) ? `${file.name}.zip` : file.name;
  link.click();
}

/** Can this device hand files to other programs? Only on phones and tablets (C-6.40). */
export const canShare = (file: Pick<CloudFile, 'file_type'>): boolean =>
  !isFolder(file) &&
  typeof navigator.canShare === 'function' &&
  matchMedia('(pointer: coarse)').matches &&
  navigator.canShare({ files: [new File(['x'], 'x.txt', { type: 'text/plain' })] });
