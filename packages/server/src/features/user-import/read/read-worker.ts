/** Runs in a worker thread: reads the people out of one upload and ends. Started by read-in-worker.ts only. */
import { parentPort, workerData } from 'node:worker_threads';
import { findPreset, IMPORT_ROWS_MAXIMUM, joinRoster, readPeople } from '@kreide/core/features/user-import';
import { readTables, UnreadablePeopleFile } from '@kreide/formats/people';
import type { ReadAnswer, ReadTask } from './read-in-worker.ts';

/** Rows beyond the most are named one by one; of a list with more than this nobody mends them, and it is refused whole. */
const ROWS_REFUSED = 2 * IMPORT_ROWS_MAXIMUM;

async function read({ files, profile, today }: ReadTask): Promise<ReadAnswer> {
  try {
    const { tables, notes } = await readTables(files, findPreset(profile.preset));
    const roster = joinRoster(tables, profile.preset, today);
    if (roster && 'reason' in roster) throw new UnreadablePeopleFile(roster.file, roster.reason, roster.params);
    const lists = roster?.tables ?? tables;
    if (lists.reduce((count, { rows }) => count + rows.length, 0) > ROWS_REFUSED)
      throw new UnreadablePeopleFile(files.length === 1 ? (files[0]?.name ?? '') : '', 'too_large');
    const read = readPeople(lists, profile, today, roster);
    return { ok: true, read: { ...read, notes: [...notes, ...read.notes] } };
  } catch (error) {
    if (!(error instanceof UnreadablePeopleFile)) throw error;
    return { ok: false, file: error.file, reason: error.reason, params: error.params };
  }
}

// Any other error ends the worker: the parent treats it as a crash.
parentPort?.postMessage(await read(workerData as ReadTask));
