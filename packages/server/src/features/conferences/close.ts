import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/data/database.generated.ts';
import { type RegisteredTask, task } from '../../kernel/jobs/index.ts';
import type { RoomDriver } from './drivers/index.ts';
import { findConference } from './queries.ts';

const payload = z.object({ school_id: z.int(), uuid: z.string() });
export type CloseTask = RegisteredTask<z.output<typeof payload>>;

/** Closes the room of a conference that was ended for all, so that nobody goes on in it. */
export function createCloseTask(kysely: Kysely<DB>, driver: RoomDriver | null): CloseTask {
  return task('conferences:close', payload, async ({ school_id, uuid }) => {
    const row = await findConference(kysely, school_id, uuid);
    if (row && row.provider !== 'mesh') await driver?.close(row.room);
  });
}
