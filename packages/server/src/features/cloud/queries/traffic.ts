import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { CloudKey } from './entries.ts';

/** What came into a cloud and was fetched from it: files and bytes. */
export interface Traffic {
  readonly uploads: number;
  readonly upstream: number;
  readonly downloads: number;
  readonly downstream: number;
}

/** Counts more of it. */
export async function countTraffic(
  db: Kysely<DB>,
  { school_id, channel_id }: CloudKey,
  { uploads = 0, upstream = 0, downloads = 0, downstream = 0 }: Partial<Traffic>,
): Promise<void> {
  await db
    .insertInto('cloud_traffic')
    .values({ school_id, channel_id, uploads, upstream, downloads, downstream })
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'channel_id']).doUpdateSet((eb) => ({
        uploads: eb('cloud_traffic.uploads', '+', uploads),
        upstream: eb('cloud_traffic.upstream', '+', upstream),
        downloads: eb('cloud_traffic.downloads', '+', downloads),
        downstream: eb('cloud_traffic.downstream', '+', downstream),
      })),
    )
    .execute();
}

/** The cloud in which a file of a school lies as its content, or lay as a former one; null: it is a small picture, or in none. */
async function findCloudOf(
  db: Kysely<DB>,
  { school_id, id }: { readonly school_id: number; readonly id: number },
): Promise<CloudKey | null> {
  const { rows } = await sql<{ channel_id: number }>`
    select e.channel_id from cloud_files e where e.school_id = ${school_id} and e.file_id = ${id}
    union all
    select e.channel_id from cloud_versions v join cloud_files e on e.school_id = v.school_id and e.id = v.cloud_file_id
    where v.school_id = ${school_id} and v.file_id = ${id}
    limit 1`.execute(db);
  const [row] = rows;
  return row ? { school_id, channel_id: row.channel_id } : null;
}

/** Counts what is sent of a file that lies in a cloud. */
export async function countSent(
  db: Kysely<DB>,
  file: { readonly school_id: number; readonly id: number },
  { bytes, isBeginning }: { readonly bytes: number; readonly isBeginning: boolean },
): Promise<void> {
  const key = await findCloudOf(db, file);
  if (key) await countTraffic(db, key, { downloads: isBeginning ? 1 : 0, downstream: bytes });
}

const NONE: Traffic = { uploads: 0, upstream: 0, downloads: 0, downstream: 0 };

/** What is counted of some clouds, by their numbers. */
export async function listTraffic(
  db: Kysely<DB>,
  schoolId: number,
  channelIds: readonly number[],
): Promise<(channelId: number) => Traffic> {
  const rows = await db
    .selectFrom('cloud_traffic')
    .select(['channel_id', 'uploads', 'upstream', 'downloads', 'downstream'])
    .where('school_id', '=', schoolId)
    .where('channel_id', '=', sql<number>`any(${channelIds}::bigint[])`)
    .execute();
  const byId = new Map(rows.map(({ channel_id, ...traffic }) => [channel_id, traffic]));
  return (channelId) => byId.get(channelId) ?? NONE;
}
