import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toJsonText } from '../../kernel/data/json.ts';
import { own } from '../../kernel/files/index.ts';
import { enqueue, resumable, resumeTask } from '../../kernel/jobs/index.ts';
import type { processTask } from './process.ts';
import { createUpload, listBeingRead, type UploadRow } from './queries.ts';
import type { StoredFile } from './stored.ts';

interface NewUpload {
  files: readonly StoredFile[];
  options: UploadRow['options'];
  hash: Buffer | null;
}

/** Begins an upload, which owns the stored files from now on, and lets them be read; returns its id. */
export async function startUpload(
  db: Kysely<DB>,
  process: ReturnType<typeof processTask>,
  { school_id, user_id }: { school_id: number; user_id: number | null },
  { files, options, hash }: NewUpload,
  now: Date,
): Promise<number> {
  await own(
    db,
    files.map(({ file_uuid }) => file_uuid),
  );
  const id = await createUpload(db, {
    school_id,
    options: toJsonText(options),
    files: toJsonText(files),
    files_hash: hash,
    has_files: true,
    source: options.source ?? null,
    created_by: user_id,
    created_at: now.toISOString(),
  });
  await orderReading(db, process, { school_id, upload_id: id });
  return id;
}

/** Orders the reading of an upload; the key replaces a job of it that waits for an attempt far away. */
export async function orderReading(
  db: Kysely<DB>,
  process: ReturnType<typeof processTask>,
  upload: { school_id: number; upload_id: number },
): Promise<void> {
  const { school_id, upload_id } = upload;
  const key = `${process.name}:${school_id}:${upload_id}`;
  await enqueue(db, process, upload, { queue: `timetable-import:${school_id}`, key });
}

/** Lets every upload go on whose reading stands still, as after an outage. */
export function resumeUploads(kysely: Kysely<DB>, process: ReturnType<typeof processTask>) {
  const reading = resumable(process, {
    list: async (db: Kysely<DB>) =>
      (await listBeingRead(db)).map(({ school_id, id: upload_id }) => ({ school_id, upload_id })),
    order: (db, upload) => orderReading(db, process, upload),
  });
  return resumeTask('timetable-import:resume', kysely, [reading]);
}
