/** Runs in a worker thread: reads the people out of one upload and ends. Started by read-in-worker.ts only. */
import { parentPort, workerData } from 'node:worker_threads';
import { findPreset, joinRoster, readPeople } from '@kreide/core/features/user-import';
import type { ReadAnswer, ReadTask } from './read-in-worker.ts';
import { readTables, UnreadablePeopleFile } from './read-tables.ts';

async function read({ files, profile, today }: ReadTask): Promise<ReadAnswer> {
  try {
    const { tables, notes } = await readTables(files, findPreset(profile.preset));
    const roster = joinRoster(tables, profile.preset, today);
    if (roster && 'reason' in roster) throw new UnreadablePeopleFile(roster.file, roster.reason, roster.params);
    const read = readPeople(roster?.tables ?? tables, profile, today, roster);
    return { ok: true, read: { ...read, notes: [...notes, ...read.notes] } };
  } catch (error) {
    if (!(error instanceof UnreadablePeopleFile)) throw error;
    return { ok: false, file: error.file, reason: error.reason, params: error.params };
  }
}

// Any other error ends the worker: the parent treats it as a crash.
parentPort?.postMessage(await read(workerData as ReadTask));
