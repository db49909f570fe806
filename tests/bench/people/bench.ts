import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import Papa from 'papaparse';
import { readTables } from '../../../packages/formats/src/people/read-tables.ts';
import { type BenchRow, median } from '../row.ts';
import { listOf } from './lists.ts';
import type { Measured } from './serve.ts';

const ROWS = 100_000;
const ROUNDS = 5;
const SECONDS = 10;
const UNDO_SECONDS = 60;
const MEGABYTES = 512;
const COPIES = 10;
const SPEED = 0.5;

/** What a measured process says at its end. */
async function measure<Said>(file: string): Promise<Said> {
  const child = fork(join(import.meta.dirname, file), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [said] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the measured process ended with ${code}`);
    }),
  ]);
  return said as Said;
}

/** An import is taken back after a year: none of its people has signed in, all of them were told something. */
async function runUndo(): Promise<BenchRow> {
  const took = await measure<number>('undo.ts');
  return {
    name: '5,000 pupils with parents taken back, beside 300,000 messages',
    value: took / 1000,
    limit: `≤ ${UNDO_SECONDS}`,
    unit: 's',
    ok: took <= UNDO_SECONDS * 1000,
  };
}

/** A list of 2,000 pupils with their parents: read, compared with 2,000 and saved, beside a COPY of what was written. */
async function runSaving(): Promise<BenchRow[]> {
  const { rounds, memory } = await measure<Measured>('serve.ts');
  const took = median(rounds.map(({ ours }) => ours));
  const copied = median(rounds.map(({ bare }) => bare));
  const ratio = median(rounds.map(({ ours, bare }) => ours / bare));
  const name = '2,000 pupils with parents against 2,000';
  const detail = `${Math.round(took)} ms against ${Math.round(copied)} ms for ${rounds[0]?.rows} rows`;
  return [
    {
      name: `${name}: read, compared, saved`,
      value: took / 1000,
      limit: `≤ ${SECONDS}`,
      unit: 's',
      ok: took <= SECONDS * 1000,
    },
    { name: `${name}: beside COPY`, value: ratio, limit: `≤ ${COPIES}`, unit: '× COPY', ok: ratio <= COPIES, detail },
    {
      name: `${name}: memory of the server`,
      value: memory,
      limit: `≤ ${MEGABYTES}`,
      unit: 'MB',
      ok: memory <= MEGABYTES,
    },
  ];
}

/** A list of 100,000 rows from its bytes to its cells, beside papaparse alone on the text. */
async function runReading(): Promise<BenchRow> {
  const text = listOf(0, ROWS);
  const bytes = new TextEncoder().encode(text);
  const ours: number[] = [];
  const bare: number[] = [];
  for (let count = 0; count <= ROUNDS; count += 1) {
    const begin = performance.now();
    const { tables } = await readTables([{ name: 'people.csv', bytes }]);
    const middle = performance.now();
    const alone = Papa.parse<string[]>(text, { delimiter: ';' }).data.length;
    const end = performance.now();
    if (tables[0]?.rows.length !== ROWS + 1 || alone !== ROWS + 2) throw new Error('rows are missing');
    // The first round warms both sides.
    if (count > 0) {
      ours.push(middle - begin);
      bare.push(end - middle);
    }
  }
  const value = median(ours.map((took, index) => (bare[index] ?? Number.NaN) / took));
  const detail = `${Math.round(median(ours))} ms against ${Math.round(median(bare))} ms`;
  return {
    name: '100,000 rows of a list to cells',
    value,
    limit: `≥ ${SPEED}`,
    unit: '× papaparse',
    ok: value >= SPEED,
    detail,
  };
}

export async function runPeopleBench(): Promise<BenchRow[]> {
  return [...(await runSaving()), await runUndo(), await runReading()];
}
