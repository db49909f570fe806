import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { ToldOf } from '../queries.ts';

/** Somebody who was told of something: one row for each text of it that they have not removed. */
export interface ToldReader {
  readonly told_of: string;
  readonly user_id: number;
  readonly is_read: boolean;
}

/** Who was told of some things, and has opened it. */
export async function listReaders(db: Kysely<DB>, schoolId: number, asked: readonly ToldOf[]): Promise<ToldReader[]> {
  if (asked.length === 0) return [];
  const { rows } = await sql<ToldReader>`
    select m.told_of, c.owner_id as user_id, m.is_read from messages m
    join chats h on h.school_id = ${schoolId} and h.id = m.chat_id
    join channels c on c.school_id = ${schoolId} and c.id = h.channel_id and c.owner_id is not null
    where m.school_id = ${schoolId} and m.type = 'NC_EVENT' and m.told_of = any(${asked}::text[])`.execute(db);
  return rows;
}
