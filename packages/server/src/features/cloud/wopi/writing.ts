import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { EDIT_VERSION_MINUTES } from '@kreide/core/features/cloud';
import { FILE_MAXIMUM_BYTES } from '@kreide/core/features/files';
import { isAllowed } from '@kreide/core/kernel';
import { appendAudit } from '../../../kernel/data/audit.ts';
import { fail } from '../../../kernel/http/failures.ts';
import { receiveBody } from '../../../kernel/http/uploads.ts';
import { keepUploads, removeFiles, storeUpload } from '../../files/index.ts';
import { toWritten } from '../opening.ts';
import { touchCloud } from '../queries/clouds.ts';
import { keepVersions, replaceContents, trimVersions } from '../queries/versions.ts';
import { isHandedIn } from '../showing.ts';
import { fillingOf, lockFilling, refuseOverflow } from '../uploading.ts';
import { refuseOtherLock } from './locks.ts';
import { type OpenedFile, openGranted, type WopiParts } from './opened.ts';
import type { EditGrant } from './token.ts';

/** Who asks, for the audit log. */
export interface WopiCause {
  readonly address: string;
  readonly request_id: string;
}

interface Writing {
  readonly grant: EditGrant;
  readonly opened: OpenedFile;
  readonly lock: string | null;
  readonly body: Readable;
  readonly cause: WopiCause;
}

/** The session of an office server: the lock with which all write who edit a document together. It is nothing to be read again. */
const sessionOf = (lock: string | null): string =>
  createHash('sha256')
    .update(lock ?? '')
    .digest('hex');

/**
 * When a session last kept what was there before; null: what is there now is to be kept. Office servers save every few seconds, so
 * a session keeps what it found, and then one content in some minutes.
 */
function versionedAt({ edit_session, versioned_at }: OpenedFile['row'], session: string, now: Date): string | null {
  if (edit_session !== session || versioned_at === null) return null;
  return now.getTime() - Date.parse(versioned_at) < EDIT_VERSION_MINUTES * 60_000 ? versioned_at : null;
}

/**
 * Writes a whole document (PutFile): only with the lock that holds it, by somebody who may edit it before its bytes have come
 * and after, and within what the person who brought it, their channel and their school have. Answers its version. A content that
 * is the same is not written again, since office servers save every few seconds; what it was before stays as a version, or goes
 * where the same session wrote it a moment ago.
 */
export async function putFile(parts: WopiParts, { grant, opened, lock, body, cause }: Writing): Promise<string> {
  const { database, clock, store, quotas, temporaryFolder } = parts;
  const { kysely } = database;
  const { row, can, cloud, actor, language, t } = opened;
  if (!isAllowed(can, 'collaborate')) fail('forbidden');
  await refuseOtherLock(kysely, opened, lock, clock.now());
  const received = await receiveBody(body, { name: row.name, maximum: FILE_MAXIMUM_BYTES, folder: temporaryFolder });
  try {
    // It is the same as now, and not only as before its bytes have come: somebody with the same lock may have written meanwhile.
    const isSame = async () =>
      received.sha256.equals((await openGranted(kysely, grant, { ...parts, now: clock.now() })).row.sha256);
    if (received.sha256.equals(row.sha256) && (await isSame())) return row.file_uuid;
    const { school_id } = actor;
    const session = sessionOf(lock);
    const more = (gone: number) => ({ bytes: Math.max(0, received.size - gone), entries: 0 });
    const saying = { t, language, quotas };
    // What goes with it is there for a moment only.
    const going = versionedAt(row, session, clock.now()) === null ? 0 : row.size;
    refuseOverflow(saying, await fillingOf(kysely, cloud.key), more(going));
    const owner = { school_id, user_id: row.user_id ?? actor.user_id, alt_name: row.alt_name ?? '' };
    const file = await storeUpload(parts, received, { ...owner, going, now: clock.now(), language, t });
    const gone = await kysely.transaction().execute(async (trx) => {
      const now = clock.now();
      const filling = await lockFilling(trx, cloud.key);
      // It took as long as the file is large: the right, or the lock, may be lost by now.
      const current = await openGranted(trx, grant, { ...parts, now });
      if (!isAllowed(current.can, 'collaborate')) return fail('forbidden');
      await refuseOtherLock(trx, current, lock, now);
      const before = current.row;
      const kept_at = versionedAt(before, session, now);
      refuseOverflow(saying, filling, more(kept_at === null ? 0 : before.size));
      if (kept_at === null) await keepVersions(trx, cloud.key, [row.id], now);
      const { thumbnail_id } = before;
      const content = {
        id: row.id,
        file_id: file.id,
        thumbnail_id: kept_at === null ? null : thumbnail_id,
        size: file.size,
      };
      const written = { user_id: actor.user_id, session: { key: session, versioned_at: kept_at ?? now.toISOString() } };
      await replaceContents(trx, cloud.key, [content], written, now);
      await keepUploads(trx, school_id, [file.id], 'cloud_file');
      const trimmed = await trimVersions(trx, cloud.key, [row.id]);
      const contents = await removeFiles(
        trx,
        school_id,
        kept_at === null ? trimmed : [before.file_id, ...trimmed],
        now,
      );
      const size = file.size - before.size;
      await touchCloud(trx, cloud.key, { size, isHandedIn: isHandedIn(before) }, now);
      const after = { ...toWritten(before), size: file.size, edited_at: now.toISOString() };
      const by = { school_id, user_id: actor.user_id, origin: 'session', ...cause } as const;
      await appendAudit(trx, [
        { ...by, action: 'cloud:audit.edit', entity: 'cloud_files', id: row.id, before: toWritten(before), after, now },
      ]);
      return contents;
    });
    for (const uuid of gone)
      await store
        .remove(uuid)
        .catch((err: unknown) => parts.log.warn({ err }, 'a former content could not be removed'));
    return file.uuid;
  } finally {
    await received.discard();
  }
}
