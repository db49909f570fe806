import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { filesPart } from '../../files/index.ts';
import { type HandInReader, hiddenFrom } from './hidden.ts';

/** The small form of the newest picture of some clouds that a reader sees, by the number of the cloud. */
export async function listNewestPictures(db: Kysely<DB>, reader: HandInReader, channelIds: readonly number[]) {
  const { rows } = await sql<{ channel_id: number; uuid: string; name: string }>`
    with hidden as ${hiddenFrom(reader)}
    select wanted.channel_id, newest.uuid, newest.name from unnest(${channelIds}::bigint[]) as wanted(channel_id)
    cross join lateral (
      select file.uuid, file.name from cloud_files e
      join ${filesPart(db)} file on file.school_id = e.school_id and file.id = e.thumbnail_id
      where e.school_id = ${reader.school_id} and e.channel_id = wanted.channel_id and e.thumbnail_id is not null
        and e.deleted_at is null and e.id not in (select hidden.id from hidden)
      order by e.created_at desc, e.id desc limit 1) as newest`.execute(db);
  return new Map(rows.map(({ channel_id, ...picture }) => [channel_id, picture]));
}
