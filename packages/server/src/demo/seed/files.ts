import { createHash } from 'node:crypto';
import { sameName } from '@kreide/core/features/cloud';
import { extensionOf } from '@kreide/core/features/files';
import { type DemoSchool, demoFiles } from '@kreide/demo';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FileStore } from '../../kernel/files/index.ts';
import { uuidOf } from './uuid.ts';

const MAXIMUM_BYTES = 20_000;

/** Puts the files of the channels into the file store and answers the rows to write; done before the transaction. */
export async function storeFiles(store: FileStore, demo: DemoSchool, now: Date) {
  return Promise.all(
    demoFiles(demo, now).map(async ({ content, ...file }) => {
      const { target, unit, folder, name } = file;
      const uuid = uuidOf('demo file', demo.slink, target, unit ?? '', folder ?? '', name);
      const bytes = Buffer.from(content);
      await store.put(
        uuid,
        (async function* () {
          yield bytes;
        })(),
        MAXIMUM_BYTES,
      );
      const keys = { name_key: sameName(name), folder_key: folder === null ? null : sameName(folder) };
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return { ...file, ...keys, uuid, extension: extensionOf(name), size: bytes.length, sha256 };
    }),
  );
}

/** Files and folders of the channels of a new demo school, which are there already, in one statement. */
export async function insertFiles(
  db: Kysely<DB>,
  schoolId: number,
  files: Awaited<ReturnType<typeof storeFiles>>,
): Promise<void> {
  await sql`with given as (
      select r.*, h.id as channel_id, u.id as user_id
      from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as r(uuid uuid, target text, unit text, folder text, folder_key text, name text,
        name_key text, extension text, size bigint, sha256 text, author text, at timestamptz)
      join users u on u.school_id = ${schoolId} and u.username = r.author
      left join grades g on g.school_id = ${schoolId} and g.shortcut = r.unit
      join channels h on h.school_id = ${schoolId} and h.target = r.target and h.grade_id is not distinct from g.id and h.course_id is null
    ), stored as (
      insert into files (school_id, uuid, name, mime, size, sha256, created_by, created_at, reserved, is_kept)
      select ${schoolId}, uuid, name, 'application/octet-stream', size, decode(sha256, 'hex'), user_id, at, 'cloud_file', true from given
      returning id, uuid
    ), folders as (
      insert into cloud_files (school_id, channel_id, name, name_key, user_id, created_at, updated_at)
      select ${schoolId}, channel_id, folder, folder_key, user_id, min(at), min(at) from given where folder is not null
      group by channel_id, folder, folder_key, user_id
      returning id, channel_id, name
    ), entries as (
      insert into cloud_files (school_id, channel_id, parent_id, name, name_key, extension, size, file_id, user_id, created_at, updated_at)
      select ${schoolId}, given.channel_id, folders.id, given.name, name_key, extension, size, stored.id, user_id, at, at
      from given join stored on stored.uuid = given.uuid
      left join folders on folders.channel_id = given.channel_id and folders.name = given.folder
    )
    insert into clouds (school_id, channel_id, size, files_count, folders_count, activity_at, shown_at)
    select ${schoolId}, channel_id, sum(size), count(*), count(distinct folder), max(at), max(at) from given group by channel_id`.execute(
    db,
  );
}
