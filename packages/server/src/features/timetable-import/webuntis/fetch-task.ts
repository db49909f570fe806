import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { UPLOAD_FILE_MAXIMUM } from '@kreide/core/features/timetable-import';
import { toLocal } from '@kreide/core/kernel';
import { SNAPSHOT_NAME, writeSnapshot } from '@kreide/formats/webuntis';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Clock } from '../../../kernel/clock.ts';
import { appendAudit } from '../../../kernel/data/audit.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import type { FeatureParts } from '../../../kernel/feature.ts';
import { type FileStore, putUnowned } from '../../../kernel/files/index.ts';
import { enqueue, type RegisteredTask, repeat, task } from '../../../kernel/jobs/index.ts';
import { getSchool } from '../../schools/index.ts';
import { listYears } from '../../structure/index.ts';
import type { TellAdministrators } from '../../users/index.ts';
import type { processTask } from '../process.ts';
import {
  type ConnectionRow,
  findConnection,
  listDueConnections,
  lockConnection,
  updateConnection,
} from '../queries/webuntis.ts';
import { updateUpload } from '../queries.ts';
import { chooseYear } from '../school-year.ts';
import { startUpload } from '../start-upload.ts';
import { WebUntisFailure } from './failure.ts';
import { openPassword } from './password.ts';
import { type Range, readImportTime, readPlan, readSchoolYear } from './read-plan.ts';
import { createSession, type Session, type SessionLimits } from './session.ts';
import { tellOfFailures } from './tell.ts';
import { FAILURES_TOLD, pauseAfter } from './waiting.ts';

const payload = z.object({ school_id: z.int(), is_asked: z.boolean() });
export type FetchTask = RegisteredTask<z.output<typeof payload>>;

export interface FetchParts extends Pick<FeatureParts, 'outbound' | 'seal' | 'log'> {
  readonly tellAdministrators: TellAdministrators;
  kysely: Kysely<DB>;
  store: FileStore;
  clock: Clock;
  process: ReturnType<typeof processTask>;
  limits?: Partial<SessionLimits>;
}

/** For all requests of one look. */
const LONGEST_MS = 15 * 60_000;
/** The time of the last import says nothing about changes that were made in WebUntis itself: those are seen after this. */
const TRUSTED_MS = 60 * 60_000;

/** The result of one look; null: nothing has changed there. */
interface Read {
  import_time: number | null;
  bytes: Uint8Array;
}

/** The days that both the interface and the school have a year for. */
async function rangeOf(parts: FetchParts, session: Session, schoolId: number, today: string): Promise<Range> {
  const years = await listYears(parts.kysely, schoolId);
  const theirs = await readSchoolYear(session, today);
  const target = chooseYear(years, undefined, null, today);
  if (!('year' in target)) throw new WebUntisFailure('other_year');
  const { begins_at, ends_at } = target.year;
  if (!theirs) return { begins_at, ends_at };
  const range = {
    begins_at: theirs.begins_at > begins_at ? theirs.begins_at : begins_at,
    ends_at: theirs.ends_at < ends_at ? theirs.ends_at : ends_at,
  };
  if (range.begins_at > range.ends_at) throw new WebUntisFailure('other_year');
  return range;
}

function isTrusted(row: ConnectionRow, import_time: number | null, now: Date): boolean {
  const isSame = import_time !== null && row.import_time === import_time;
  return isSame && row.read_at !== null && now.getTime() - Date.parse(row.read_at) < TRUSTED_MS;
}

async function look(
  parts: FetchParts,
  row: ConnectionRow,
  isAsked: boolean,
  signal: AbortSignal,
): Promise<Read | null> {
  const { outbound, seal, kysely, clock, limits } = parts;
  const { address, school_name, username, school_id } = row;
  const account = { address, school_name, username, password: openPassword(seal, row) };
  const session = createSession({ outbound, account, signal, limits });
  try {
    const now = clock.now();
    const import_time = await readImportTime(session);
    if (!isAsked && isTrusted(row, import_time, now)) return null;
    const today = toLocal(now, (await getSchool(kysely, school_id)).time_zone).date;
    const snapshot = await readPlan(session, await rangeOf(parts, session, school_id, today));
    return { import_time, bytes: writeSnapshot(snapshot) };
  } finally {
    await session.close();
  }
}

/** Hands what is new on like an uploaded file; what waited for somebody until now is out of date with it. */
async function handOn(parts: FetchParts, row: ConnectionRow, read: Read, now: Date): Promise<void> {
  const { kysely, store, process } = parts;
  const { school_id } = row;
  const content_hash = createHash('sha256').update(read.bytes).digest();
  const next = new Date(now.getTime() + pauseAfter(row.interval_minutes, 0)).toISOString();
  const done = {
    reason: null,
    params: null,
    failures: 0,
    is_told: false,
    import_time: read.import_time,
    checked_at: now.toISOString(),
    read_at: now.toISOString(),
    due_at: row.is_on ? next : null,
  };
  if (row.content_hash?.equals(content_hash)) {
    await settle(kysely, row, { ...done, outcome: 'unchanged' });
    return;
  }
  const file_uuid = randomUUID();
  const content = Readable.from([read.bytes]);
  await putUnowned(kysely, store, { uuid: file_uuid, content, maxBytes: UPLOAD_FILE_MAXIMUM, now });
  const isKept = await kysely.transaction().execute(async (db) => {
    const current = await lockConnection(db, school_id);
    // Changed or removed while it was read: what was read may be of another school.
    if (current?.updated_at !== row.updated_at) return false;
    if (current.upload_id !== null)
      await updateUpload(db, { school_id, id: current.upload_id }, { state: 'DISCARDED', parsed: null }, ['READY']);
    const files = [{ name: SNAPSHOT_NAME, size: read.bytes.byteLength, file_uuid }];
    const upload_id = await startUpload(
      db,
      process,
      { school_id, user_id: null },
      { files, options: { source: 'webuntis' }, hash: null },
      now,
    );
    await updateConnection(db, school_id, { ...done, outcome: 'read', content_hash, upload_id });
    await appendAudit(db, [
      {
        school_id,
        origin: 'system',
        action: 'timetable-import:audit.webuntisRead',
        now,
        entity: 'timetable_uploads',
        id: upload_id,
        after: { address: row.address, size: files[0]?.size },
      },
    ]);
    return true;
  });
  if (!isKept) await store.remove(file_uuid);
}

/** Writes how a look ended, unless the connection was changed in the meantime. */
async function settle(
  db: Kysely<DB>,
  row: ConnectionRow,
  values: Parameters<typeof updateConnection>[2],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if ((await lockConnection(trx, row.school_id))?.updated_at !== row.updated_at) return;
    await updateConnection(trx, row.school_id, values);
  });
}

async function noteFailure(parts: FetchParts, row: ConnectionRow, failure: WebUntisFailure, now: Date): Promise<void> {
  const { school_id, interval_minutes } = row;
  await parts.kysely.transaction().execute(async (db) => {
    const current = await lockConnection(db, school_id);
    if (current?.updated_at !== row.updated_at) return;
    const failures = current.failures + 1;
    const isDue = failures >= FAILURES_TOLD && current.is_on;
    const is_told =
      current.is_told || (isDue && (await tellOfFailures(db, parts.tellAdministrators, school_id, failure, now)));
    const due = new Date(now.getTime() + pauseAfter(interval_minutes, failures)).toISOString();
    await updateConnection(db, school_id, {
      outcome: 'failed',
      reason: failure.reason,
      params: toJsonText(failure.params),
      failures,
      is_told,
      checked_at: now.toISOString(),
      due_at: current.is_on ? due : null,
    });
  });
}

/** Looks at the WebUntis of one school. */
export function createFetchTask(parts: FetchParts): FetchTask {
  const { kysely, clock } = parts;
  return task(
    'timetable-import:webuntis',
    payload,
    async ({ school_id, is_asked }, { signal, log }) => {
      const row = await findConnection(kysely, school_id);
      const isDue = row?.due_at != null && Date.parse(row.due_at) <= clock.now().getTime();
      if (!row || (!is_asked && !isDue)) return;
      // While it runs nobody else begins; a process that ends in the middle of it is made up for after an interval.
      if (row.is_on) {
        const next = new Date(clock.now().getTime() + pauseAfter(row.interval_minutes, 0));
        await updateConnection(kysely, school_id, { due_at: next.toISOString() });
      }
      try {
        const read = await look(parts, row, is_asked, AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]));
        const now = clock.now();
        if (read) await handOn(parts, row, read, now);
        else
          await settle(kysely, row, {
            outcome: 'unchanged',
            reason: null,
            params: null,
            failures: 0,
            is_told: false,
            checked_at: now.toISOString(),
          });
      } catch (thrown) {
        // A process that ends is no failure of WebUntis.
        if (!(thrown instanceof WebUntisFailure) || signal.aborted) throw thrown;
        log.warn({ school: school_id, reason: thrown.reason, err: thrown.cause }, 'WebUntis could not be read');
        await noteFailure(parts, row, thrown, clock.now());
      }
    },
    // Whatever WebUntis does is an outcome; the second attempt is for a process that ended in the middle of a look.
    { attempts: 2 },
  );
}

/** Looks every minute for the schools whose interval has passed. */
export function createDueTask({ kysely, clock }: Pick<FetchParts, 'kysely' | 'clock'>, fetch: FetchTask) {
  const due = task('timetable-import:webuntis-due', z.object({}), async () => {
    for (const school_id of await listDueConnections(kysely, clock.now()))
      await orderFetch(kysely, fetch, school_id, false);
  });
  return { due, schedule: [repeat(due, '* * * * *', {})] };
}

/** One look at a time, of all schools: it may take minutes, and other work needs workers too. */
export function orderFetch(db: Kysely<DB>, fetch: FetchTask, school_id: number, is_asked: boolean): Promise<string> {
  const key = `webuntis:${school_id}:${is_asked ? 'asked' : 'due'}`;
  return enqueue(db, fetch, { school_id, is_asked }, { key, queue: 'webuntis' });
}
