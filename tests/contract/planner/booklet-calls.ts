import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createLocalStore } from '../../../packages/server/src/kernel/files/store.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { buildVersion } from '../../support/planner.ts';

type Kept = 'listBooklets' | 'createBooklet' | 'downloadBooklet';

async function made({ server, here, there }: Asking, at: 'here' | 'there' = 'here') {
  const now = server.clock.now();
  const { id, file_uuid } = await server.test.database.kysely
    .insertInto('planner_booklets')
    .values({
      school_id: (at === 'here' ? here : there).school.id,
      week: '2026-11-16',
      kinds: ['grades'],
      has_changes: false,
      state: 'READY',
      size: 3,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + 60_000).toISOString(),
    })
    .returning(['id', 'file_uuid'])
    .executeTakeFirstOrThrow();
  const store = await createLocalStore(join(server.dataFolder, 'files'), now);
  await store.put(file_uuid, Readable.from([Buffer.from('pdf')]), 10);
  return { params: { id: `${id}` } };
}

export const bookletCalls: Pick<CallsOf<'planner'>, Kept> = {
  listBooklets: { sample: () => ({}) },
  createBooklet: {
    // Refused for both: a week of no school year, and classes twice.
    sample: () => ({
      body: { version_uuid: null, week: '2150-01-05', kinds: ['grades', 'grades'], has_changes: true },
    }),
    own: async ({ server, here }) => {
      // What an earlier call has ordered is being made.
      await server.test.database.kysely
        .deleteFrom('planner_booklets')
        .where('school_id', '=', here.school.id)
        .execute();
      return { body: { version_uuid: null, week: '2026-11-16', kinds: ['grades'], has_changes: true } };
    },
    other_school: async ({ server, there }) => {
      const { uuid } = await buildVersion(server.test.database.kysely, there.school, {});
      return { body: { version_uuid: uuid, week: '2026-11-16', kinds: ['grades'], has_changes: false } };
    },
  },
  downloadBooklet: {
    sample: () => ({ params: { id: '999999' } }),
    own: (asking) => made(asking),
    other_school: (asking) => made(asking, 'there'),
  },
};
