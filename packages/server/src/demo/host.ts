import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { runInChild } from '../kernel/child/index.ts';
import type { Clock } from '../kernel/clock.ts';
import type { FilesPlace } from '../kernel/config/storage-config.ts';
import type { DB } from '../kernel/data/database.generated.ts';
import { type AnyTask, repeat, type ScheduleEntry, task } from '../kernel/jobs/index.ts';
import type { Log } from '../kernel/log.ts';
import { hintsOf } from './hints.ts';
import { demoStateAt } from './seed/found.ts';

export interface DemoHost {
  kysely: Kysely<DB>;
  connectionString: string;
  /** Of the file store. */
  files: FilesPlace;
  clock: Clock;
  log: Log;
  /** The timetable of a school has changed: caches of it are no longer true. */
  changed: (schoolId: number) => void;
  /** The server is to end before it is ready. */
  signal?: AbortSignal | undefined;
  /** Is told when the start has to wait for the demo. */
  say: (line: string) => void;
}

export interface Demo {
  tasks: readonly AnyTask[];
  schedule: readonly ScheduleEntry[];
  /** Lines for the person at the terminal. */
  hints(place: { url: string; root: string }): Promise<string[]>;
}

/** Just after midnight in the demo's time zone, in summer as in winter. */
const NIGHTLY = '5 23 * * *';

/**
 * The demo schools of a server: made where they are missing, brought to today where they stood still, and kept alive by a nightly job.
 * Inventing a school takes 100 MB, which a process of its own gives back; where nothing is to be done none is started.
 */
export async function startDemo(host: DemoHost): Promise<Demo> {
  const { foreign } = await demoStateAt(host.kysely, host.clock.now());
  for (const slink of foreign) {
    host.log.warn({ slink }, 'a school of your own has the short link of a demo school: no demo');
  }
  await bringToToday(host, host.signal, () => host.say('Filling the demo schools …'));
  const live = task('demo:live', z.object({}), async (_, { signal }) => bringToToday(host, signal));
  return {
    tasks: [live],
    schedule: [repeat(live, NIGHTLY, {})],
    hints: (place) => hintsOf(host.kysely, place),
  };
}

async function bringToToday(host: DemoHost, signal?: AbortSignal, begins?: () => void): Promise<void> {
  const now = host.clock.now();
  if (!(await demoStateAt(host.kysely, now)).isDue) return;
  begins?.();
  const changed = await runInChild({
    failure: 'The demo could not be made',
    entry: new URL('./work.ts', import.meta.url),
    input: { connection_string: host.connectionString, files: host.files, now: now.toISOString() },
    log: host.log,
    signal,
  });
  for (const schoolId of z.array(z.int()).parse(changed)) host.changed(schoolId);
}
