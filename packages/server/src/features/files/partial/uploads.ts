import { type FileRule, LARGE_UPLOAD_MS, LARGE_UPLOADS_MAXIMUM } from '@kreide/core/features/files';
import { ApiError, type Language, type Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../../kernel/feature.ts';
import { toFileName } from '../../../kernel/files/index.ts';
import type { ReceivedFile } from '../../../kernel/http/context.ts';
import {
  countPartials,
  deletePartial,
  findPartial,
  insertPartial,
  type PartialRow,
  type Uploader,
} from '../queries/partial.ts';
import { refuseOverQuota } from '../quota.ts';
import { partialFolder } from './folder.ts';

type Parts = Pick<FeatureParts, 'database' | 'quotas' | 'partialFolder'>;

/** An upload in parts, and how much of it is there. */
export interface PartialUpload extends PartialRow {
  readonly offset: number;
}

interface Beginning extends Uploader {
  readonly room: string;
  readonly name: string;
  readonly size: number;
  readonly now: Date;
  readonly language: Language;
  readonly t: Translate;
}

function refuse(rule: FileRule, message: string, path: string): never {
  throw new ApiError({ code: 'invalid', issues: [{ path, rule, message }] });
}

/**
 * Begins a file that arrives in parts: its bytes are taken from the room of its person and school from now on. To be called outside of a
 * transaction. Errors: `invalid` (no room left, too many of them), with an issue that says it in words.
 */
export async function beginPartial(
  { database: { kysely }, quotas, ...parts }: Parts,
  { now, language, t, ...upload }: Beginning,
): Promise<PartialUpload> {
  const { size, school_id, user_id } = upload;
  if ((await countPartials(kysely, upload)) >= LARGE_UPLOADS_MAXIMUM)
    refuse('uploadsMany', t('files:rules.uploadsMany', { maximum: LARGE_UPLOADS_MAXIMUM }), 'body.name');
  const expires_at = new Date(now.getTime() + LARGE_UPLOAD_MS);
  // Known before it is counted, so that of several that begin at once none slips through.
  const row = await insertPartial(kysely, { ...upload, name: toFileName(upload.name), expires_at }, now);
  try {
    await refuseOverQuota(kysely, quotas, { school_id, user_id, language, t }, size, { isStored: true });
    await partialFolder(parts.partialFolder).begin(row.uuid);
  } catch (refusal) {
    await deletePartial(kysely, school_id, row.uuid);
    throw refusal;
  }
  return { ...row, offset: 0 };
}

interface Wanted extends Uploader {
  readonly uuid: string;
  readonly room: string;
}

/** An upload of somebody into a room; undefined: it is another’s, has expired, or is a file by now. */
export async function openPartial(
  { database: { kysely }, ...parts }: Pick<Parts, 'database' | 'partialFolder'>,
  wanted: Wanted,
  now: Date,
): Promise<PartialUpload | undefined> {
  const row = await findPartial(kysely, wanted, now);
  const offset = row ? await partialFolder(parts.partialFolder).lengthOf(row.uuid) : null;
  return row && offset !== null ? { ...row, offset } : undefined;
}

/** Forgets an upload with what has come of it. */
export async function dropPartial(
  { partialFolder: folder }: Pick<Parts, 'partialFolder'>,
  db: Kysely<DB>,
  { school_id, uuid }: Pick<Wanted, 'school_id' | 'uuid'>,
): Promise<void> {
  await deletePartial(db, school_id, uuid);
  await partialFolder(folder).remove(uuid);
}

interface Handing {
  readonly upload: PartialUpload;
  readonly school_id: number;
  /** What its bytes have to be, as `printsOf` says; left out: whoever brought it says nothing. */
  readonly pieces: string | undefined;
  readonly t: Translate;
}

/**
 * Hands a whole upload over as a received file, and holds it meanwhile: no part comes, and it becomes a file once. If its bytes are not
 * those that were sent, it is forgotten, since nobody knows which of them are wrong. Fails with `not_found` if it is let go of meanwhile.
 */
export async function withPartial<Result>(
  parts: Pick<Parts, 'database' | 'partialFolder'>,
  { upload, school_id, pieces, t }: Handing,
  use: (received: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  const { kysely } = parts.database;
  const { uuid, name, size } = upload;
  const folder = partialFolder(parts.partialFolder);
  // Comes with the protocol, which most processes never need.
  const { idOf, partialLocker } = await import('./locker.ts');
  const lock = partialLocker(kysely).newLock(idOf({ school_id, uuid }));
  await lock
    .lock(new AbortController().signal, () => undefined)
    .catch((thrown: { status_code?: number }) => {
      throw new ApiError({ code: thrown.status_code === 404 ? 'not_found' : 'not_ready', cause: thrown });
    });
  try {
    if ((await folder.lengthOf(uuid)) !== size) throw new ApiError({ code: 'not_found' });
    const prints = await folder.printsOf(uuid);
    // A film of which it was said before may have lost its place since, in its file.
    if (pieces !== undefined && (await folder.confirmedOf(uuid)) !== pieces) {
      if (prints.pieces !== pieces) {
        await dropPartial(parts, kysely, { school_id, uuid });
        refuse('fileDiffers', t('files:rules.fileDiffers', { name }), 'body.pieces');
      }
      await folder.confirm(uuid, pieces);
    }
    return await use({ name, path: folder.pathOf(uuid), size, sha256: prints.sha256 });
  } catch (error) {
    // Its person has let go of it, or its time was over: its bytes were removed while they were read.
    const isGone = !(error instanceof ApiError) && (await folder.lengthOf(uuid)) === null;
    throw isGone ? new ApiError({ code: 'not_found', cause: error }) : error;
  } finally {
    // Where it has become a file, its row is free only when the transaction of the call is done.
    lock.unlock().catch(() => undefined);
  }
}
