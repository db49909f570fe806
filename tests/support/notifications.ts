import { writeNotifications } from '../../packages/server/src/features/channels/index.ts';
import { TEST_NOW, type TestServer } from './server.ts';

/** The chat of somebody's personal channel. */
export async function chatOf({ test }: Pick<TestServer, 'test'>, userId: number): Promise<number> {
  const { rows } = await test.database.pool.query<{ id: number }>(
    'select chats.id from chats join channels on channels.id = chats.channel_id where owner_id = $1',
    [userId],
  );
  if (!rows[0]) throw new Error('a person without a personal channel');
  return rows[0].id;
}

export interface TestNotification {
  title?: string;
  actions?: Parameters<typeof writeNotifications>[3][number]['actions'];
}

/** Gives somebody a notification, without telling them; its uuid. */
export async function notify(
  { test }: Pick<TestServer, 'test'>,
  schoolId: number,
  userId: number,
  { title = 'Mathe fällt aus', actions = [] }: TestNotification = {},
): Promise<string> {
  const [written] = await writeNotifications(
    test.database.kysely,
    schoolId,
    [
      {
        content: `${title}\nFreitag, 3. Stunde`,
        target_type: 'lesson',
        target_id: 7,
        target_snapshot: { name: 'Mathe', by: 'Frau Kern' },
        named_id: null,
      },
    ],
    [{ user_id: userId, text: 0, actions }],
    new Date(TEST_NOW),
  );
  if (!written) throw new Error('nothing was written');
  return written.uuid;
}

/** Waits until no job is waiting or running. */
export async function jobsDone({ test }: Pick<TestServer, 'test'>): Promise<void> {
  for (;;) {
    const { rows } = await test.database.pool.query<{ count: number }>(
      'select count(*)::int from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts',
    );
    if (rows[0]?.count === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
