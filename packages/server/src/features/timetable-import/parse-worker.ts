/** Runs in a worker thread: unpacks, recognises and parses one upload, answers once. Started by parse-in-worker.ts only. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ParseAnswer, ParseTask } from './parse-in-worker.ts';
import { detectParser } from './parsers/detect.ts';
import { parsers } from './parsers/index.ts';
import { unpack } from './parsers/unpack.ts';
import { UnreadableFile } from './records.ts';

async function answer({ files, options, limits }: ParseTask): Promise<ParseAnswer> {
  try {
    const unpacked = await unpack(files, limits);
    return { ok: true, plan: detectParser(unpacked, parsers).parse(unpacked, options) };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { ok: false, failure: { file: error.file, reason: error.reason, params: error.params } };
  }
}

parentPort?.postMessage(await answer(workerData as ParseTask));
