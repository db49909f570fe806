import { hostname } from 'node:os';
import { pause } from '@kreide/core/client';
import { timetableImportApi, type Upload, type UploadState } from '@kreide/core/features/timetable-import';
import { ApiError, type ArgsOf } from '@kreide/core/kernel';
import type { Cli } from '../cli.ts';
import { EXIT, Failure, toEnding } from '../failures.ts';
import { createProgress } from '../progress.ts';
import { watchSending } from '../proxy.ts';
import type { Connection } from '../session.ts';
import { type ExportFile, toKey, toUploadKey } from './export-files.ts';
import { toResult } from './report.ts';

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
  isDryRun: boolean,
): Promise<Upload> {
  const progress = createProgress(cli);
  try {
    const created = await send(cli, connection, files, { fields, isDryRun }, (share) =>
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
  { client, school: find }: Connection,
  files: readonly ExportFile[],
  { fields, isDryRun }: { fields: UploadFields; isDryRun: boolean },
  onShare: (share: number) => void,
): Promise<Upload> {
  const school = await find();
  const { id } = school;
  const list = await client.call(timetableImportApi.list, { params: { id: String(id) } }, { signal: cli.signal });
  const generation = list.data.find((upload) => upload.is_own && isEnded(upload.state))?.id ?? 0;
  const place = [hostname(), cli.terminal.home, isDryRun ? 'dry run' : 'publish'];
  const day = cli.now().toISOString().slice(0, 10);
  const idempotencyKey = toUploadKey({ school: school.uuid, place, files, fields, day, generation });
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
    else if (now - moved.at > STANDSTILL)
      throw new Failure(cli.t('upload.standstill', { number: String(created.number) }));
    await pause(wait, cli.signal);
    wait = Math.min(ASK_LONGEST, wait * 1.5);
  }
}

/** How long a command that was interrupted while publishing waits for the server's word, ms. */
const LAST_WORD = 10_000;

/**
 * Publishes what was shown of an upload; when the answer is lost, it repeats the call with the same key. Ctrl-C does not
 * call a publication back: the command waits a little for its end and tells it.
 */
export async function publish(cli: Cli, connection: Connection, upload: Upload, replace: boolean): Promise<Upload> {
  const { t, signal } = cli;
  const call = send();
  // Its failure is told below, or nobody waits for it any more.
  call.catch(() => undefined);
  const wasInterrupted = signal.aborted || (await Promise.race([call.then(isNever, isNever), whenAborted(signal)]));
  if (!wasInterrupted) return call;
  cli.terminal.err(`${t('upload.interruptWait')}\n`);
  const waited = await Promise.race([call.then(isNever, isNever), pause(LAST_WORD).then(() => true)]);
  const number = String(upload.number);
  const told = (key: 'interruptUnknown' | 'interruptPublished') =>
    new Failure(t(`upload.${key}`, { number }), EXIT.interrupted, { code: 'interrupted' });
  if (waited) throw told('interruptUnknown');
  try {
    cli.json.fields = { ...toResult(await call) };
  } catch (thrown) {
    const error = ApiError.from(thrown);
    if (error.status === 0 || error.status >= 500) throw told('interruptUnknown');
    cli.json.fields = { ...cli.json.fields, published: false };
    const reason = toEnding(error, cli.address, t).text;
    throw new Failure(t('upload.interruptNot', { reason }), EXIT.interrupted, { code: 'interrupted' });
  }
  throw told('interruptPublished');

  async function send(): Promise<Upload> {
    const params = { uuid: upload.uuid };
    const body = { replace, revision: upload.changes?.revision ?? 0 };
    const idempotencyKey = toKey(['publish', upload.uuid, body]);
    try {
      return (await connection.client.call(timetableImportApi.publish, { params, body }, { idempotencyKey })).data;
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.code !== 'upload_not_open') throw thrown;
      const { data: now } = await connection.client.call(timetableImportApi.get, { params });
      if (now.state === 'PUBLISHED') return now;
      throw thrown;
    }
  }
}

const isNever = () => false;

function whenAborted(signal: AbortSignal): Promise<true> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(true), { once: true }));
}

/** The upload as it is now, with its difference from the plan in force. */
export async function look(cli: Cli, { client }: Connection, { uuid }: Upload): Promise<Upload> {
  return (await client.call(timetableImportApi.get, { params: { uuid } }, { signal: cli.signal })).data;
}

/** Discards an upload. */
export async function discard(cli: Cli, { client }: Connection, upload: Upload): Promise<void> {
  await client.call(timetableImportApi.discard, { params: { uuid: upload.uuid } }, { signal: cli.signal });
}
