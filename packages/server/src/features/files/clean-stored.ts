import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FILE_MAXIMUM_BYTES } from '@kreide/core/features/files';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { stripMetadata } from '../../kernel/files/index.ts';
import { task } from '../../kernel/jobs/index.ts';
import { listUncleaned, markClean, type UncleanedFile } from './queries/cleaning.ts';

export interface CleaningParts extends Pick<FeatureParts, 'database' | 'store'> {
  /** Tells those who keep the size of a file beside it that the size has changed. */
  readonly resized: (db: Kysely<DB>, file: { school_id: number; id: number }, size: number) => Promise<void>;
}

/**
 * Takes the place where it was taken out of each picture and film that was stored before uploads were stripped. What was interrupted is
 * looked at again: a content that is stripped already stays as it is, and its row is written from its bytes.
 */
export function cleanStoredFiles({ database, store, resized }: CleaningParts) {
  const { kysely } = database;

  async function clean(file: UncleanedFile): Promise<void> {
    const content = await readContent(file.uuid);
    const bytes = content && stripMetadata(content);
    if (bytes && !bytes.equals(content)) await store.put(file.uuid, Readable.from([bytes]), FILE_MAXIMUM_BYTES);
    const stored = bytes ?? content;
    await kysely.transaction().execute(async (trx) => {
      if (stored) await resized(trx, file, stored.length);
      await markClean(
        trx,
        file,
        stored && { size: stored.length, sha256: createHash('sha256').update(stored).digest() },
      );
    });
  }

  /** Null: it is not there any more. */
  async function readContent(uuid: string): Promise<Buffer | null> {
    try {
      return await buffer(await store.open(uuid));
    } catch (error) {
      if (ApiError.from(error).code === 'not_found') return null;
      throw error;
    }
  }

  return task('files:clean', z.object({}), async (_, { log, signal }) => {
    let count = 0;
    let last = 0;
    for (;;) {
      const files = await listUncleaned(kysely, last);
      if (files.length === 0) break;
      for (const file of files) {
        if (signal.aborted) return;
        // One that cannot be read now does not keep the others waiting; the next run tries it again.
        await clean(file).catch((err: unknown) =>
          log.warn({ err, file: file.uuid }, 'a stored file could not be read'),
        );
        last = file.id;
      }
      count += files.length;
      log.info({ count }, 'stored files were looked at for the place where they were taken');
    }
  });
}
