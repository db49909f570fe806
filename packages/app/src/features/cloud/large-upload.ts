import { cloudApi, type PartialUpload } from '@kreide/core/features/cloud';
import { UPLOAD_PIECE_BYTES, UPLOAD_TIMEOUT } from '@kreide/core/features/files';
import { ApiError } from '@kreide/core/kernel';
import { type DetailedError, Upload as TusUpload } from 'tus-js-client';
import { client, sessionStore } from '../../kernel/client.ts';
import { serverAddress } from '../../kernel/server-address.ts';
import { findUnfinished, forgetUnfinished, type LargeFile, remember, type Unfinished } from './unfinished.ts';

/** A broken line is tried again after these times, ms; then the upload waits for somebody, or for the network. */
const TRIES = [0, 1000, 3000, 10_000, 30_000];
/** What another try does not change. */
const FINAL = new Set([400, 403, 404, 410, 413]);

const placeOf = ({ owner, cloudId, parent }: LargeFile) => ({ owner, cloudId, parent: parent ?? null });

interface Opened {
  readonly begun: PartialUpload;
  readonly known: Unfinished;
}

/** What is there of a file already, or a new beginning; null: all of it was there, and has become a file meanwhile. */
async function open(upload: LargeFile, signal: AbortSignal): Promise<Opened | null> {
  const { file, cloudId: id, parent = null, alt_name, hasPush, isReplacing } = upload;
  const former = findUnfinished(file, placeOf(upload));
  if (former) {
    const args = { params: { id, upload_uuid: former.uuid } };
    const found = await client.call(cloudApi.getUpload, args, { signal }).catch((thrown: unknown) => {
      if (ApiError.from(thrown).status !== 404) throw thrown;
      forgetUnfinished(former.uuid);
      return null;
    });
    if (found) return { begun: found.data, known: former };
    // The answer to the last call got lost.
    if (former.offset === former.size) return null;
  }
  const { name, size, lastModified: modified } = file;
  const { data: begun } = await client.call(
    cloudApi.beginUpload,
    { params: { id }, body: { parent, name, size } },
    // Not stopped: what was begun has to be known, so that it can be let go of.
    { messages: false },
  );
  const known = {
    ...placeOf(upload),
    uuid: begun.uuid,
    name,
    size,
    offset: 0,
    modified,
    alt_name,
    hasPush,
    isReplacing,
  };
  remember(known);
  return { begun, known };
}

/** Sends what is missing, and goes on by itself where the line breaks for a moment. */
function transfer(
  { file, cloudId }: LargeFile,
  { begun, known }: Opened,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const sending = new TusUpload(file, {
      uploadUrl: serverAddress + begun.uri,
      uploadSize: file.size,
      chunkSize: UPLOAD_PIECE_BYTES,
      retryDelays: TRIES,
      storeFingerprintForResuming: false,
      async onBeforeRequest(request) {
        const token = sessionStore.get()?.access_token;
        if (token) request.setHeader('authorization', `Bearer ${token}`);
      },
      onShouldRetry(error) {
        const status = error.originalResponse?.getStatus() ?? 0;
        // A call of the contract renews the session, with which the next try is made.
        if (status === 401)
          void client.call(cloudApi.getUpload, { params: { id: cloudId, upload_uuid: begun.uuid } }).catch(() => null);
        return !FINAL.has(status);
      },
      onProgress: (sent, total) => onProgress(sent / total),
      onChunkComplete: (_, offset) => remember({ ...known, offset }),
      onSuccess: () => resolve(),
      onError(error) {
        const status = (error as DetailedError).originalResponse?.getStatus() ?? 0;
        reject(new ApiError({ code: status === 404 || status === 410 ? 'not_found' : 'unreachable', cause: error }));
      },
    });
    const stop = () => {
      void sending.abort();
      reject(signal.reason);
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    sending.start();
  });
}

/** SHA-256 of the SHA-256 of each piece; undefined: this page may not hash, since it was not loaded safely. */
export async function piecesOf(file: Blob): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const prints: Uint8Array[] = [];
  for (let at = 0; at < file.size; at += UPLOAD_PIECE_BYTES) {
    const piece = await file.slice(at, at + UPLOAD_PIECE_BYTES).arrayBuffer();
    prints.push(new Uint8Array(await crypto.subtle.digest('SHA-256', piece)));
  }
  const all = new Uint8Array(prints.length * 32);
  for (const [at, print] of prints.entries()) all.set(print, at * 32);
  const whole = new Uint8Array(await crypto.subtle.digest('SHA-256', all));
  return Array.from(whole, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Brings a large file in parts: it goes on where it was, after a broken line, a pause, or another visit in which somebody has chosen the
 * same file again. Throws ApiError, or the reason of the signal.
 */
export async function bringInParts(
  upload: LargeFile,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<void> {
  const opened = await open(upload, signal);
  signal.throwIfAborted();
  if (opened === null) return;
  const { uuid, size, offset } = opened.begun;
  onProgress(offset / size);
  try {
    if (offset < size) await transfer(upload, opened, signal, onProgress);
    const pieces = await piecesOf(upload.file);
    signal.throwIfAborted();
    const { parent, alt_name, hasPush, isReplacing } = opened.known;
    await client.call(
      cloudApi.finishUpload,
      {
        params: { id: upload.cloudId, upload_uuid: uuid },
        body: {
          parent,
          ...(alt_name && { alt_name }),
          ...(hasPush && { has_push: true }),
          ...(isReplacing && { is_replacing: true }),
          ...(pieces !== undefined && { pieces }),
        },
      },
      { signal, timeout: UPLOAD_TIMEOUT, messages: false },
    );
    forgetUnfinished(uuid);
  } catch (thrown) {
    // It has expired, or did not arrive as it was: it begins anew.
    const error = ApiError.from(thrown);
    if (error.status === 404 || error.issues.some(({ rule }) => rule === 'fileDiffers')) forgetUnfinished(uuid);
    throw thrown;
  }
}

/** Gives back the room of what nobody wants to go on with. */
export async function letGo({ uuid, cloudId }: Unfinished): Promise<void> {
  forgetUnfinished(uuid);
  await client
    .call(cloudApi.discardUpload, { params: { id: cloudId, upload_uuid: uuid } }, { messages: false })
    .catch(() => undefined);
}
