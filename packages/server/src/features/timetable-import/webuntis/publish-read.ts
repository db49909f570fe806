import { timetableEvents } from '@kreide/core/features/timetable';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Clock } from '../../../kernel/clock.ts';
import { appendAudit } from '../../../kernel/data/audit.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { enqueue, type RegisteredTask, task } from '../../../kernel/jobs/index.ts';
import { appendOutbox, roomsOf } from '../../../kernel/realtime/outbox.ts';
import type { PlanPublished } from '../parts.ts';
import { refreshUpload } from '../preview.ts';
import { toPublication, toRecordedPublication } from '../publication.ts';
import { publishUpload } from '../publish.ts';
import { findConnection } from '../queries/webuntis.ts';
import { findUploadById, getUpload, updateUpload } from '../queries.ts';
import type { RecentChange } from '../recent-change.ts';

const payload = z.object({ school_id: z.int(), upload_id: z.int() });
export type PublishRead = RegisteredTask<z.output<typeof payload>>;

interface Parts {
  kysely: Kysely<DB>;
  clock: Clock;
  recent: RecentChange;
  changed: (schoolId: number) => void;
  published: PlanPublished;
}

/** What somebody has to decide stays as it is: another plan came in between, or too much would change. */
const LEFT: ReadonlySet<string> = new Set(['needs_replace', 'preview_outdated', 'upload_not_open']);

/**
 * Publishes what was read from WebUntis, where the school wants that: the same difference and the same limits as with an
 * upload. What changes nothing is discarded; what changes more than 20 percent waits for somebody.
 */
export function createPublishRead({ kysely, clock, recent, changed, published: told }: Parts): PublishRead {
  return task('timetable-import:publish-read', payload, async ({ school_id, upload_id }, { log }) => {
    const connection = await findConnection(kysely, school_id);
    if (!connection?.publishes || connection.upload_id !== upload_id) return;
    const found = await findUploadById(kysely, school_id, upload_id);
    const row = found && (await refreshUpload(kysely, found));
    if (row?.state !== 'READY' || !row.changes) return;
    const { revision, is_empty, needs_replace } = row.changes;
    if (is_empty) {
      await updateUpload(kysely, row, { state: 'DISCARDED', parsed: null }, ['READY']);
      return;
    }
    if (needs_replace) return;
    const now = clock.now();
    try {
      await kysely.transaction().execute(async (db) => {
        await publishUpload(db, row, { revision, replace: false }, now, recent);
        const after = await getUpload(db, school_id, upload_id);
        await appendOutbox(db, {
          school_id,
          event: timetableEvents.published.name,
          audience: roomsOf({ school: school_id }),
          payload: { school_id, last_updated_at: now.toISOString() },
        });
        await told(db, toPublication(after, false), now);
        await appendAudit(db, [
          {
            school_id,
            origin: 'system',
            action: 'timetable-import:audit.publish',
            now,
            entity: 'timetable_uploads',
            id: upload_id,
            after: toRecordedPublication(after),
          },
        ]);
      });
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || !LEFT.has(thrown.code)) throw thrown;
      log.info({ school: school_id, code: thrown.code }, 'a plan of WebUntis waits for somebody');
      return;
    }
    changed(school_id);
  });
}

/** Publishes an upload that was read, if it is the last one of the school's WebUntis and the school wants that. */
export async function orderPublishRead(
  db: Kysely<DB>,
  ordered: PublishRead,
  upload: z.output<typeof payload>,
): Promise<void> {
  const connection = await findConnection(db, upload.school_id);
  if (connection?.publishes && connection.upload_id === upload.upload_id)
    await enqueue(db, ordered, upload, { queue: `timetable-import:${upload.school_id}` });
}
