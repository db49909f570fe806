import { newsEvents } from '@kreide/core/features/news';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Clock } from '../../kernel/clock.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { type RegisteredTask, task } from '../../kernel/jobs/index.ts';
import { appendOutbox, roomsOf } from '../../kernel/realtime/outbox.ts';
import { announce, type NewsWays } from './announcing.ts';
import { moveSurvey, NOTHING } from './carrying.ts';
import { settleAudience } from './queries/confirmations.ts';
import { listReceivers } from './queries/receivers.ts';
import { findNews } from './queries.ts';
import { type SharingParts, toSharedNews } from './render.ts';
import { audienceOf } from './telling.ts';

const payload = z.object({ school_id: z.int(), id: z.int(), publish_at: z.string() });
export type PublishTask = RegisteredTask<z.output<typeof payload>>;

/**
 * Tells the receivers of an item when it is published (C-4.29). An item that was postponed or deleted in the
 * meantime is ignored; running twice sends the same event twice, which clients tolerate, and rings once.
 */
export function createPublishTask({
  kysely,
  clock,
  tellOfNews,
  mailNews,
  ...parts
}: SharingParts & NewsWays & { kysely: Kysely<DB>; clock: Clock }): PublishTask {
  return task('news:publish', payload, async ({ school_id, id, publish_at }) => {
    await kysely.transaction().execute(async (db) => {
      const now = clock.now();
      const row = await findNews(db, school_id, id);
      if (row?.publish_at !== publish_at) return;
      if (row.is_confirmable) await settleAudience(db, school_id, id, now);
      const receivers = await listReceivers(db, school_id, id);
      await moveSurvey(db, school_id, NOTHING, { survey_id: row.survey_id, receivers });
      await announce(db, school_id, row, { tellOfNews, mailNews }, now);
      await appendOutbox(db, {
        school_id,
        event: newsEvents.saved.name,
        audience: roomsOf(await audienceOf(db, school_id, receivers, [row.user_id])),
        payload: toSharedNews(row, `school:${school_id}`, now, parts),
      });
    });
  });
}
