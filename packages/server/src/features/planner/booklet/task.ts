import { addDays, DEFAULT_LANGUAGE, datesFrom, isLanguage } from '@kreide/core/kernel';
import * as z from 'zod/mini';
import type { FeatureParts } from '../../../kernel/feature.ts';
import { type RegisteredTask, task } from '../../../kernel/jobs/index.ts';
import { getSchool } from '../../schools/index.ts';
import type { PlanStore } from '../../timetable/index.ts';
import { findBooklet, listOver, removeBooklet, updateBooklet } from '../queries/booklets.ts';
import type { VersionKey } from '../stored.ts';
import { bookletReader, draftSnapshots, listBookletEntries } from './read-plans.ts';

export interface BookletParts extends Pick<FeatureParts, 'database' | 'store' | 'texts' | 'clock'> {
  readonly plans: PlanStore;
}
export type BookletTask = RegisteredTask<VersionKey>;

const payload = z.object({ school_id: z.int(), id: z.int() });
/** A page is about 10 kB. */
const SIZE_MAXIMUM = 128 * 1024 ** 2;
/** How many plans are written between two notes of how far it is. */
const TOLD_EVERY = 8;

/** Makes a booklet in the background, page by page. */
export function createBookletTask({ database, store, texts, plans, clock }: BookletParts): BookletTask {
  const { kysely } = database;
  async function make(key: VersionKey): Promise<void> {
    const row = await findBooklet(kysely, key);
    if (row?.state !== 'WAITING') return;
    const school = await getSchool(kysely, key.school_id);
    const range = { begins_at: row.week, ends_at: addDays(row.week, 6) };
    const snapshots =
      row.draft_number === null
        ? await plans.snapshotsIn(key.school_id, range)
        : await draftSnapshots(kysely, { school_id: key.school_id, id: row.planner_version_id });
    const newest = snapshots.at(-1);
    if (!newest) return updateBooklet(kysely, key, { state: 'FAILED' });
    const entries = await listBookletEntries(kysely, key.school_id, row.kinds);
    await updateBooklet(kysely, key, { total: entries.length, done: 0 });
    const dates = datesFrom(row.week, newest.days_to_show);
    const language = isLanguage(school.locale) ? school.locale : DEFAULT_LANGUAGE;
    const { writeBooklet } = await import('./pdf.ts');
    const content = writeBooklet({
      school: school.name,
      entries,
      dates,
      isChanged: row.has_changes,
      draftNumber: row.draft_number,
      now: clock.now(),
      zone: school.time_zone,
      language,
      t: texts.for(language),
      read: bookletReader(snapshots, { ...range, ends_at: dates.at(-1) ?? row.week }, row.has_changes),
      told: (done) => (done % TOLD_EVERY === 0 ? updateBooklet(kysely, key, { done }) : undefined),
    });
    const { size } = await store.put(row.file_uuid, content, SIZE_MAXIMUM);
    await updateBooklet(kysely, key, { state: 'READY', size, done: entries.length });
    // Its school has ended in the meantime.
    if (!(await findBooklet(kysely, key))) await store.remove(row.file_uuid);
  }
  return task(
    'planner:booklet',
    payload,
    async (key, { isLastAttempt }) => {
      try {
        await make(key);
      } catch (thrown) {
        if (isLastAttempt) await updateBooklet(kysely, key, { state: 'FAILED' });
        throw thrown;
      }
    },
    { attempts: 3 },
  );
}

/** Removes booklets whose time is over, with their content; returns their number. */
export async function pruneBooklets({ database, store }: Pick<BookletParts, 'database' | 'store'>, now: Date) {
  const over = await listOver(database.kysely, now);
  for (const { file_uuid, ...key } of over) {
    await store.remove(file_uuid);
    await removeBooklet(database.kysely, key);
  }
  return over.length;
}
