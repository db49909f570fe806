import { calendarEvents } from '@kreide/core/features/calendar';
import * as z from 'zod/mini';
import type { FeatureParts } from '../../kernel/feature.ts';
import { task } from '../../kernel/jobs/index.ts';
import { appendOutbox, roomsOf } from '../../kernel/realtime/outbox.ts';
import { followAllHolidays } from './queries/holidays.ts';

/** Series that leave out holidays follow them, however these were changed: by hand, by an import, or by undoing one. */
export function createFollowTask({ database: { kysely }, clock }: Pick<FeatureParts, 'database' | 'clock'>) {
  return task('calendar:holidays', z.object({}), async () => {
    await kysely.transaction().execute(async (db) => {
      for (const { school_id, id, users } of await followAllHolidays(db, clock.now()))
        await appendOutbox(db, {
          school_id,
          event: calendarEvents.changed.name,
          audience: roomsOf({ users }),
          payload: { id },
        });
    });
  });
}
