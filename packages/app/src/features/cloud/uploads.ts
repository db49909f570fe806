import { cloudApi } from '@kreide/core/features/cloud';
import { LARGE_FILE_BYTES, UPLOAD_TIMEOUT } from '@kreide/core/features/files';
import { ApiError } from '@kreide/core/kernel';
import { createStore } from 'zustand/vanilla';
import { client, sessionStore } from '../../kernel/client.ts';
import type { ChosenFile } from '../../kernel/form-upload.ts';
import { fetchWithProgress } from '../../kernel/upload-request.ts';
import { refreshFiles } from './cloud-queries.ts';
import { findUnfinished } from './unfinished.ts';

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
  /** Somebody has stopped it for a while; only a large file goes on where it was. */
  isPaused: boolean;
}

/** Does it come in parts, so that it goes on where it was? */
export const isLarge = ({ size }: Pick<Upload, 'size'>): boolean => size > LARGE_FILE_BYTES;

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

/** A small file, in one form. */
async function bringWhole(upload: Upload, signal: AbortSignal, onProgress: (share: number) => void): Promise<void> {
  const { cloudId, parent, file, alt_name, hasPush, isReplacing } = upload;
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
    { signal, timeout: UPLOAD_TIMEOUT, retries: 0, fetch: fetchWithProgress(onProgress) },
  );
}

const find = (id: string) => uploads.getState().all.find((one) => one.id === id);

/** Gives back what the server keeps of a large file that nobody wants to go on with. */
function letGoOf(upload: Upload): void {
  const begun = isLarge(upload) && findUnfinished(upload.file, { ...upload, parent: upload.parent ?? null });
  if (begun) void import('./large-upload.ts').then(({ letGo }) => letGo(begun));
}

async function run(upload: Upload): Promise<void> {
  const { id } = upload;
  const signal = aborts.get(id)?.signal;
  if (!signal || signal.aborted) return;
  try {
    const onProgress = (progress: number) => change(id, { progress });
    if (isLarge(upload)) await (await import('./large-upload.ts')).bringInParts(upload, signal, onProgress);
    else await bringWhole(upload, signal, onProgress);
    forget(id);
    await refreshFiles();
  } catch (thrown) {
    // Whoever stops it has taken it out already; the server may have had the whole of it.
    if (signal.aborted) {
      if (!find(id)) letGoOf(upload);
      await refreshFiles();
    } else change(id, { failure: ApiError.from(thrown) });
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
  const added = files.map(
    (file): Upload => ({ ...file, ...place, owner, progress: 0, failure: null, isPaused: false }),
  );
  uploads.setState(({ all }) => ({ all: [...all, ...added] }));
  for (const upload of added) start(upload);
}

/** Once more, as it was; a large file goes on where it was. */
export function resendFile(id: string): void {
  const upload = find(id);
  if (!upload) return;
  change(id, { failure: null, isPaused: false, ...(!isLarge(upload) && { progress: 0 }) });
  start(upload);
}

/** Stops a large file for a while; the next one gets its turn. */
export function pauseFile(id: string): void {
  aborts.get(id)?.abort();
  change(id, { isPaused: true });
}

/** Stops an upload and forgets it, and what the server has had of it. */
export function discardFile(id: string): void {
  aborts.get(id)?.abort();
  const upload = find(id);
  forget(id);
  if (upload) letGoOf(upload);
}

// What broke off without a network goes on as soon as there is one.
globalThis.window?.addEventListener('online', () => {
  for (const upload of uploads.getState().all)
    if (isLarge(upload) && upload.failure?.code === 'unreachable') resendFile(upload.id);
});
