/** Measures one case in a thread of its own, as uploads are read: what was compiled for other files does not count. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SourceFile } from '@kreide/core/features/timetable-import';
import ICAL from 'ical.js';
import MDBReader from 'mdb-reader';
import Papa from 'papaparse';
import { SaxesParser } from 'saxes';
import { detectParser } from '../../../packages/formats/src/timetables/detect.ts';
import { parsers } from '../../../packages/formats/src/timetables/parsers.ts';
import { ACCESS_READING } from './files.ts';

export const LANGUAGES = ['XML', 'JSON', 'CSV', 'CSV with columns', 'iCalendar', 'Access'] as const;
export type Language = (typeof LANGUAGES)[number];
export interface Case {
  readonly name: string;
  readonly files: readonly SourceFile[];
  readonly language: Language;
}
/** Times of both on the processor, ms. */
export interface Compared {
  readonly ours: number;
  readonly bare: number;
}

/** Long enough to be compiled. */
const WARM_MS = 800;
const BATCH_MS = 250;
const ROUNDS = 5;

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const nothing = () => {};

/** What the libraries need for the bytes alone: every element with its attributes and texts, and nothing made of it. */
const BARE: Record<Language, (bytes: Uint8Array) => void> = {
  XML(bytes) {
    const parser = new SaxesParser();
    parser.on('opentag', nothing);
    parser.on('text', nothing);
    parser.on('closetag', nothing);
    parser.write(decode(bytes));
    parser.close();
  },
  JSON: (bytes) => void JSON.parse(decode(bytes)),
  CSV: (bytes) => void Papa.parse(decode(bytes), { skipEmptyLines: true }),
  /** Rows by the names of their columns. */
  'CSV with columns': (bytes) => void Papa.parse(decode(bytes), { header: true, skipEmptyLines: true }),
  iCalendar: (bytes) => void ICAL.parse(decode(bytes)),
  Access(bytes) {
    const database = new MDBReader(Buffer.from(bytes));
    for (const name of database.getTableNames()) database.getTable(name).getData();
  },
};

/**
 * One run of many, on the processor, ms: what else the machine does is none of it. The system counts the time of a thread
 * in steps of some milliseconds, so a single run cannot be measured.
 */
function meanOf(work: () => void, enough: number): number {
  const begin = process.threadCpuUsage();
  for (let runs = 1; ; runs += 1) {
    work();
    const { user, system } = process.threadCpuUsage(begin);
    const took = (user + system) / 1000;
    if (took >= enough) return took / runs;
  }
}

/** Both in turns; the round between the better and the worse ones counts. */
function compare({ name, files, language }: Case): Compared {
  const parser = detectParser(files, parsers);
  const options = { time_zone: 'Europe/Berlin', reading: ACCESS_READING };
  const plan = parser.parse(files, options);
  if (plan.lessons.length === 0) throw new Error(`${name}: no lesson was read`);
  const ours = () => void parser.parse(files, options);
  const bare = () => {
    for (const { bytes } of files) BARE[language](bytes);
  };
  meanOf(ours, WARM_MS);
  meanOf(bare, WARM_MS);
  const rounds = Array.from({ length: ROUNDS }, () => ({ ours: meanOf(ours, BATCH_MS), bare: meanOf(bare, BATCH_MS) }));
  rounds.sort((a, b) => a.ours / a.bare - b.ours / b.bare);
  return rounds[Math.floor(ROUNDS / 2)] ?? { ours: Number.NaN, bare: Number.NaN };
}

parentPort?.postMessage(compare(workerData as Case));
