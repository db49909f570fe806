import { cloudApi } from '@kreide/core/features/cloud';
import { UPLOAD_TIMEOUT } from '@kreide/core/features/files';
import { ApiError } from '@kreide/core/kernel';
import { createStore } from 'zustand/vanilla';
import { client, sessionStore } from '../../kernel/client.ts';
import type { ChosenFile } from '../../kernel/form-upload.ts';
import { fetchWithProgress } from '../../kernel/upload-request.ts';
import { refreshFiles } from './cloud-queries.ts';

/** A file on its way into a cloud, or one that was not taken: it stays until it is sent again or let go. */
export interface Upload extends ChosenFile {
  owner: string;
  cloudId: string;
  parent: string | undefined;
  /** Those who see it are told that it has come. */
  hasPush: boolean;
  /** It takes the place of a file with its name, if there is one that may be changed. */
  isReplacing: boolean;
  /** From 0 to 1. */
  progress: number;
  /** Why it was not taken; null: it is on its way. */
  failure: ApiError | null;
}

/** The uploads of this device that are on their way or were refused, in the order of sending; they end with the page. */
export const uploads = createStore<{ all: readonly Upload[] }>(() => ({ all: [] }));

// What would go with the page is not lost without a question of the browser.
const ask = (event: BeforeUnloadEvent) => event.preventDefault();
uploads.subscribe(({ all }) => {
  if (all.length > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
});

const aborts = new Map<string, AbortController>();
let line = Promise.resolve();

function change(id: string, values: Partial<Upload>): void {
  uploads.setState(({ all }) => ({ all: all.map((one) => (one.id === id ? { ...one, ...values } : one)) }));
}

function forget(id: string): void {
  aborts.delete(id);
  uploads.setState(({ all }) => ({ all: all.filter((one) => one.id !== id) }));
}

async function run({ id, cloudId, parent, file, alt_name, hasPush, isReplacing }: Upload): Promise<void> {
  const controller = aborts.get(id);
  if (!controller || controller.signal.aborted) return;
  try {
    await client.call(
      cloudApi.upload,
      {
        params: { id: cloudId },
        body: {
          ...(parent && { parent }),
          ...(hasPush && { has_push: 'true' as const }),
          ...(isReplacing && { is_replacing: 'true' as const }),
          ...(alt_name && { alt_names: [alt_name] }),
        },
        files: [{ name: file.name, content: file }],
      },
      {
        signal: controller.signal,
        timeout: UPLOAD_TIMEOUT,
        retries: 0,
        fetch: fetchWithProgress((progress) => change(id, { progress })),
      },
    );
    forget(id);
    await refreshFiles();
  } catch (thrown) {
    // Whoever stops it has taken it out already; the server may have had the whole of it.
    if (controller.signal.aborted) await refreshFiles();
    else change(id, { failure: ApiError.from(thrown) });
  }
}

/** One after the other: together they would all be slow. */
function start(upload: Upload): void {
  aborts.set(upload.id, new AbortController());
  line = line.then(() => run(upload));
}

/** Sends files, one after the other; what is refused stays in the list. */
export function sendFiles(
  files: readonly ChosenFile[],
  place: Pick<Upload, 'cloudId' | 'parent' | 'hasPush' | 'isReplacing'>,
): void {
  const owner = sessionStore.get()?.uuid ?? '';
  const added = files.map((file): Upload => ({ ...file, ...place, owner, progress: 0, failure: null }));
  uploads.setState(({ all }) => ({ all: [...all, ...added] }));
  for (const upload of added) start(upload);
}

/** Once more, as it was. */
export function resendFile(id: string): void {
  change(id, { progress: 0, failure: null });
  const upload = uploads.getState().all.find((one) => one.id === id);
  if (upload) start(upload);
}

/** Stops an upload and forgets it. */
export function discardFile(id: string): void {
  aborts.get(id)?.abort();
  forget(id);
}
