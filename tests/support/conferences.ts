import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';
import type { BuiltChannel } from './channels.ts';
import { TEST_NOW } from './server.ts';

export interface BuiltConference {
  id: number;
  uuid: string;
  /** The tab of each participant, by their number. */
  connections: ReadonlyMap<number, string>;
}

interface Participant {
  id: number;
  state?: 'waiting' | 'in' | 'left' | 'removed';
  media?: 'video' | 'sound';
}

/** A conference of a channel, with who is in it; the first of them leads it unless somebody else does. */
export async function buildConference(
  db: Kysely<DB>,
  school_id: number,
  { id: channel_id }: Pick<BuiltChannel, 'id'>,
  people: readonly Participant[],
  values: Partial<{ host_id: number; has_lobby: boolean; provider: 'mesh' | 'bbb' | 'jitsi'; ended_at: string }> = {},
): Promise<BuiltConference> {
  const host = people[0]?.id ?? null;
  const made = await db
    .insertInto('conferences')
    .values({
      school_id,
      channel_id,
      provider: 'mesh',
      user_id: host,
      host_id: host,
      has_lobby: false,
      created_at: TEST_NOW,
      joined_at: TEST_NOW,
      ...values,
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  const rows = people.map(({ id: user_id, state = 'in', media = 'video' }) => ({
    school_id,
    conference_id: made.id,
    user_id,
    state,
    media,
    connection: randomUUID(),
    seen_at: TEST_NOW,
    joined_at: state === 'waiting' ? null : TEST_NOW,
  }));
  if (rows.length > 0) await db.insertInto('conference_participants').values(rows).execute();
  return { ...made, connections: new Map(rows.map(({ user_id, connection }) => [user_id, connection])) };
}
