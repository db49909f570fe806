import type { SourceFile, UnreadableReason } from '@kreide/core/features/timetable-import';
import { toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Clock } from '../../kernel/clock.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toJsonText } from '../../kernel/data/json.ts';
import type { FileStore } from '../../kernel/files/index.ts';
import { task } from '../../kernel/jobs/index.ts';
import { inSlices } from '../../kernel/process/slices.ts';
import { getSchool } from '../schools/index.ts';
import { listYears } from '../structure/index.ts';
import { countContent } from './content-counts.ts';
import { PARSE_LIMITS, parseInWorker } from './parse-in-worker.ts';
import { loadState } from './plan/load.ts';
import { resolveInSteps } from './plan/resolve.ts';
import { toStoredChanges } from './preview.ts';
import { listReadings } from './queries/readings.ts';
import { getUpload, takeOldFiles, type UploadRow, updateUpload } from './queries.ts';
import type { RecentChange } from './recent-change.ts';
import { chooseYear } from './school-year.ts';
import { REJECTED_KEPT, sourceOfFormat } from './words.ts';

export interface ImportParts {
  kysely: Kysely<DB>;
  store: FileStore;
  clock: Clock;
  recent: RecentChange;
  /** Called in the transaction in which an upload becomes ready. */
  wasRead: (db: Kysely<DB>, upload: { school_id: number; upload_id: number }) => Promise<void>;
  /** Called once nobody tries to read an upload any more. */
  hasEnded: (upload: { school_id: number; upload_id: number }) => Promise<void>;
}

async function readAll(store: FileStore, uuid: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of await store.open(uuid)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Removes the files of an upload: nobody will read them again. */
export async function forgetFiles(
  { files }: Pick<UploadRow, 'files'>,
  store: Pick<FileStore, 'remove'>,
): Promise<void> {
  for (const { file_uuid } of files) await store.remove(file_uuid);
}

/** Removes the files of uploads that were kept long enough; returns the number of uploads. */
export async function pruneFiles(db: Kysely<DB>, store: Pick<FileStore, 'remove'>, now: Date): Promise<number> {
  const over = await takeOldFiles(db, now);
  for (const upload of over) await forgetFiles(upload, store);
  return over.length;
}

/**
 * Reads the files of one upload in a worker, computes the changes and stores them for review. Files that were read stay
 * for a week, to be read again (T-7.25).
 */
export async function processUpload(
  { kysely, store, clock, recent, wasRead }: ImportParts,
  schoolId: number,
  uploadId: number,
): Promise<void> {
  const upload = await getUpload(kysely, schoolId, uploadId);
  const stored = upload.files;
  // The upload may be discarded at any time.
  const started = { state: 'PROCESSING', progress: 10 } as const;
  if (!(await updateUpload(kysely, upload, started, ['QUEUED', 'PROCESSING']))) {
    // Files of one that was read already stay, to be read again.
    if (!(await getUpload(kysely, schoolId, uploadId)).has_files) await forgetFiles(upload, store);
    return;
  }
  const files: SourceFile[] = [];
  for (const file of stored) files.push({ name: file.name, bytes: await readAll(store, file.file_uuid) });
  const { source: wantedSource, school_year: wantedYear, by_program: _, ...options } = upload.options;
  const years = await listYears(kysely, schoolId);
  const { time_zone } = await getSchool(kysely, schoolId);
  const today = toLocal(clock.now(), time_zone).date;
  const named =
    years.find((year) => year.name === wantedYear) ??
    years.find((year) => year.is_active) ??
    years.find((year) => year.begins_at <= today && year.ends_at >= today);
  const answer = await parseInWorker(
    files,
    {
      ...options,
      time_zone,
      readings: await listReadings(kysely, schoolId),
      ...(options.anchor || !named?.anchor ? {} : { anchor: named.anchor }),
      ...(named ? { school_year: { begins_at: named.begins_at, ends_at: named.ends_at } } : {}),
    },
    PARSE_LIMITS,
    wantedSource ?? null,
  );
  const fail = (reason: UnreadableReason, file = '', params: Record<string, string | number> = {}) =>
    updateUpload(kysely, upload, {
      state: 'FAILED',
      progress: 100,
      has_files: false,
      error: toJsonText({ reason, file, params }),
    });
  if (!answer.ok && answer.asked) {
    const { asked } = answer;
    const error = toJsonText({ reason: answer.failure.reason, file: answer.failure.file, params: {} });
    // The files stay: they are read as soon as somebody has said how they are meant.
    const waits = {
      state: 'FAILED',
      progress: 100,
      error,
      asks: asked.question.kind,
      asked: toJsonText(asked),
    } as const;
    await updateUpload(kysely, upload, waits);
    return;
  }
  if (!answer.ok) {
    await fail(answer.failure.reason, answer.failure.file, answer.failure.params);
    return forgetFiles(upload, store);
  }
  await updateUpload(kysely, upload, { progress: 60 });
  const { plan } = answer;
  const source = wantedSource ?? sourceOfFormat(plan.format);
  const target = chooseYear(years, wantedYear, plan.school_year, today);
  if (!source || !('year' in target)) {
    if ('year' in target) await fail('unknown_format');
    else await fail(target.reason, '', target.params);
    return forgetFiles(upload, store);
  }
  const { year } = target;
  const state = await loadState(kysely, schoolId, year.id, source);
  const change = await inSlices(resolveInSteps(state, plan, source, options));
  recent.put({ upload_id: upload.id, revision: state.year.revision, change });
  // Rows that are rejected because of the school's own data have no line: they are reported with the first file.
  const rejected = change.rejected.map((row) => (row.file === '' ? { ...row, file: stored[0]?.name ?? '' } : row));
  const ready = {
    state: 'READY' as const,
    progress: 100,
    source,
    format: plan.format,
    school_year_id: year.id,
    counts: toJsonText(countContent(plan)),
    changes: toJsonText(toStoredChanges({ state, change })),
    warnings: toJsonText(change.warnings),
    rejected: toJsonText(rejected.slice(0, REJECTED_KEPT)),
    rejected_count: rejected.length,
    parsed: Buffer.from(await answer.packed),
    ...(plan.asked && { asks: plan.asked.question.kind, asked: toJsonText(plan.asked) }),
  };
  await kysely.transaction().execute(async (db) => {
    await updateUpload(db, upload, ready);
    await wasRead(db, { school_id: schoolId, upload_id: uploadId });
  });
}

/** Attempts of the job; after the last one the upload is marked as failed. */
const ATTEMPTS = 3;

/** The background job of one upload. */
export function processTask(parts: ImportParts) {
  return task(
    'timetable-import:process',
    z.object({ school_id: z.int(), upload_id: z.int() }),
    async ({ school_id, upload_id }, { attempt }) => {
      try {
        await processUpload(parts, school_id, upload_id);
        await parts.hasEnded({ school_id, upload_id });
      } catch (thrown) {
        // A plan that does not fit into memory or a string never will: it is told at once.
        const isTooLarge = thrown instanceof RangeError;
        if (attempt >= ATTEMPTS || isTooLarge) {
          const upload = await getUpload(parts.kysely, school_id, upload_id);
          await updateUpload(parts.kysely, upload, {
            state: 'FAILED',
            progress: 100,
            error: toJsonText({ reason: isTooLarge ? 'plan_too_large' : 'parser_crashed', file: '', params: {} }),
          });
          await parts.hasEnded({ school_id, upload_id });
        }
        if (!isTooLarge) throw thrown;
      }
    },
    { attempts: ATTEMPTS },
  );
}
