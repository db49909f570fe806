import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { listYears } from '../structure/index.ts';
import { newestPublications, type UploadRow } from './queries.ts';
import { type Reader, toUpload } from './words.ts';

/** Uploads for whoever asks. */
export async function show(db: Kysely<DB>, actor: Actor, rows: readonly UploadRow[], reader: Reader) {
  // Clients poll while a file is being read: that costs one query.
  const isAny = (has: (row: UploadRow) => boolean) => rows.some(has);
  const newest = isAny((row) => row.state === 'PUBLISHED') ? await newestPublications(db, actor.school_id) : new Set();
  const known = isAny((row) => row.school_year_id !== null) ? await listYears(db, actor.school_id) : [];
  const years = new Map(known.map((year) => [year.id, year]));
  const publish = actor.permissions.has('publish-timetable-entities');
  return rows.map((row) =>
    toUpload(row, row.school_year_id === null ? null : (years.get(row.school_year_id) ?? null), reader, {
      publish,
      isNewest: newest.has(row.id),
      isOwn: row.created_by === actor.user_id,
    }),
  );
}

export async function showOne(db: Kysely<DB>, actor: Actor, row: UploadRow, reader: Reader) {
  const [upload] = await show(db, actor, [row], reader);
  if (!upload) throw new ApiError({ code: 'not_found' });
  return upload;
}
