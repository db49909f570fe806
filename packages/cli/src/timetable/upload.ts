import { pause } from '@kreide/core/client';
import { timetableImportApi, type Upload, type UploadState } from '@kreide/core/features/timetable-import';
import { ApiError, type ArgsOf } from '@kreide/core/kernel';
import type { Cli } from '../cli.ts';
import { Failure } from '../failures.ts';
import { createProgress } from '../progress.ts';
import { watchSending } from '../proxy.ts';
import type { Connection } from '../session.ts';
import { type ExportFile, toKey, toUploadKey } from './export-files.ts';

/** Text fields of the upload, as in the contract. */
export type UploadFields = NonNullable<ArgsOf<typeof timetableImportApi.create>['body']>;

const ENDED: readonly UploadState[] = ['PUBLISHED', 'UNDONE', 'DISCARDED', 'FAILED'];
/** Pause between two polls of the state, ms: the first and the longest. */
const ASK_FIRST = 200;
const ASK_LONGEST = 2_000;
/** Time without progress after which the command gives up, ms. */
const STANDSTILL = 30 * 60_000;

/** Is this upload finished? */
export function isEnded(state: UploadState): boolean {
  return ENDED.includes(state);
}

/** Sends the files and waits until the server has read them; publishes nothing. */
export async function readIn(
  cli: Cli,
  connection: Connection,
  files: readonly ExportFile[],
  fields: UploadFields,
): Promise<Upload> {
  const progress = createProgress(cli);
  try {
    const created = await send(cli, connection, files, fields, (share) =>
      progress.show(cli.t('upload.sending', { count: files.length }), share),
    );
    return await follow(cli, connection, created, (upload) =>
      progress.show(cli.t(upload.state === 'QUEUED' ? 'upload.queued' : 'upload.reading'), upload.progress / 100),
    );
  } finally {
    progress.clear();
  }
}

async function send(
  cli: Cli,
  { client, self }: Connection,
  files: readonly ExportFile[],
  fields: UploadFields,
  onShare: (share: number) => void,
): Promise<Upload> {
  const { school_id: id, school } = await self();
  const list = await client.call(timetableImportApi.list, { params: { id: String(id) } }, { signal: cli.signal });
  const generation = list.data.find((upload) => isEnded(upload.state))?.id ?? 0;
  const day = cli.now().toISOString().slice(0, 10);
  const idempotencyKey = toUploadKey({ school: school.uuid, files, fields, day, generation });
  const total = files.reduce((sum, file) => sum + file.content.size, 0);
  onShare(0);
  const answer = await watchSending(
    (bytes) => onShare(total === 0 ? 1 : Math.min(1, bytes / total)),
    () => client.call(timetableImportApi.create, { body: fields, files }, { signal: cli.signal, idempotencyKey }),
  );
  return answer.data;
}

async function follow(
  cli: Cli,
  { client }: Connection,
  created: Upload,
  onState: (upload: Upload) => void,
): Promise<Upload> {
  let wait = ASK_FIRST;
  let moved = { at: cli.now().getTime(), state: '', progress: -1 };
  for (;;) {
    // Polled even if the first answer said so: a repeated key returns the state of back then.
    const params = { uuid: created.uuid };
    const { data: upload } = await client.call(timetableImportApi.get, { params }, { signal: cli.signal });
    if (upload.state !== 'QUEUED' && upload.state !== 'PROCESSING') return upload;
    onState(upload);
    const now = cli.now().getTime();
    if (upload.state !== moved.state || upload.progress !== moved.progress)
      moved = { at: now, state: upload.state, progress: upload.progress };
    else if (now - moved.at > STANDSTILL) throw new Failure(cli.t('upload.standstill', { uuid: created.uuid }));
    await pause(wait, cli.signal);
    wait = Math.min(ASK_LONGEST, wait * 1.5);
  }
}

/** Publishes an upload; when the answer is lost, it repeats the call with the same key. */
export async function publish(cli: Cli, { client }: Connection, upload: Upload, replace: boolean): Promise<Upload> {
  const params = { uuid: upload.uuid };
  try {
    const answer = await client.call(
      timetableImportApi.publish,
      { params, body: { replace } },
      { signal: cli.signal, idempotencyKey: toKey(['publish', upload.uuid, replace]) },
    );
    return answer.data;
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.code !== 'wrong_state') throw thrown;
    const { data: now } = await client.call(timetableImportApi.get, { params }, { signal: cli.signal });
    if (now.state === 'PUBLISHED') return now;
    throw thrown;
  }
}

/** Discards an upload. */
export async function discard(cli: Cli, { client }: Connection, upload: Upload): Promise<void> {
  await client.call(timetableImportApi.discard, { params: { uuid: upload.uuid } }, { signal: cli.signal });
}
