import { createHash } from 'node:crypto';
import { sameName } from '@kreide/core/features/cloud';
import { extensionOf } from '@kreide/core/features/files';
import type { Insertable, Kysely } from 'kysely';
import type { CloudFiles, DB } from '../../packages/server/src/kernel/data/database.generated.ts';
import { buildFile } from './files.ts';

export interface BuiltEntry {
  id: number;
  uuid: string;
  name: string;
}

/** A file or folder in the cloud of a channel, without the content. */
export async function buildEntry(
  db: Kysely<DB>,
  school_id: number,
  channel_id: number,
  name: string,
  { isFolder = false, ...values }: Partial<Insertable<CloudFiles>> & { isFolder?: boolean } = {},
): Promise<BuiltEntry> {
  await db
    .insertInto('clouds')
    .values({ school_id, channel_id, shown_at: new Date().toISOString() })
    .onConflict((one) => one.doNothing())
    .execute();
  const sha256 = createHash('sha256').update(name).digest();
  const file = isFolder ? null : await buildFile(db, school_id, { name, sha256, reserved: 'cloud_file' });
  const kind = isFolder ? {} : { extension: extensionOf(name), size: 12 };
  await db
    .updateTable('clouds')
    .set((eb) => ({
      size: eb('size', '+', isFolder ? 0 : Number(values.size ?? 12)),
      files_count: eb('files_count', '+', isFolder ? 0 : 1),
      folders_count: eb('folders_count', '+', isFolder ? 1 : 0),
    }))
    .where('school_id', '=', school_id)
    .where('channel_id', '=', channel_id)
    .execute();
  return db
    .insertInto('cloud_files')
    .values({ school_id, channel_id, name, name_key: sameName(name), file_id: file?.id ?? null, ...kind, ...values })
    .returning(['id', 'uuid', 'name'])
    .executeTakeFirstOrThrow();
}
