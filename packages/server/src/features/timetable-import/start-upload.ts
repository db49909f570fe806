import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';
import { enqueue } from '../../kernel/jobs/index.ts';
import { toJsonText } from '../../kernel/json.ts';
import type { processTask } from './process.ts';
import { createUpload, type UploadRow } from './queries.ts';
import type { StoredFile } from './stored.ts';

interface NewUpload {
  files: readonly StoredFile[];
  options: UploadRow['options'];
  hash: Buffer | null;
}

/** Begins an upload whose files are stored, and lets them be read; returns its id. */
export async function startUpload(
  db: Kysely<DB>,
  process: ReturnType<typeof processTask>,
  { school_id, user_id }: { school_id: number; user_id: number | null },
  { files, options, hash }: NewUpload,
  now: Date,
): Promise<number> {
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
  await enqueue(db, process, { school_id, upload_id: id }, { queue: `timetable-import:${school_id}` });
  return id;
}
