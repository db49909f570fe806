import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import type { SeededSchool } from '../../support/seeded-schools.ts';
import { ROOT } from '../../support/server.ts';
import type { BenchRow } from '../row.ts';
import type { Figures, Message, Served } from './serve.ts';

const SCHOOLS = 400;
const CONNECTIONS = 8;
/** Schools that read at the same time, of the hundreds that read in a morning. */
const AT_ONCE = 20;
/** Readings of each plan of a school in its morning; the first one computes it. */
const READINGS = 4;
const FEW = 4;
const ROUNDS = 5;
const KEPT_READINGS = 1500;

async function ask<T>(child: ChildProcess, message: Message): Promise<T> {
  const answer = once(child, 'message');
  child.send(message);
  return (await answer)[0] as T;
}

const requestOf = ({ token, gradeIds }: SeededSchool, grade: number) => ({
  method: 'GET' as const,
  path: `/v1/timetables/entities/grades/${gradeIds[grade % gradeIds.length]}?begins_at=2026-10-26&ends_at=2026-12-13`,
  headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' },
});
type Reading = ReturnType<typeof requestOf>;

async function readOne(pool: Pool, reading: Reading): Promise<void> {
  const answer = await pool.request(reading);
  await answer.body.dump({ limit: 10_000_000 });
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
}

async function readAll(pool: Pool, readings: readonly Reading[]): Promise<void> {
  const waiting = readings.values();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const reading of waiting) await readOne(pool, reading);
    }),
  );
}

/** Every plan of some schools, several times each, the schools in turn. */
function morningOf(schools: readonly SeededSchool[]): Reading[] {
  const plans = schools[0]?.gradeIds.length ?? 0;
  return Array.from({ length: READINGS * plans }, (_, turn) => schools.map((school) => requestOf(school, turn))).flat();
}

/** A morning of all schools, some of them at a time; returns the processor time per request, ms. */
async function spend(child: ChildProcess, pool: Pool, waves: readonly (readonly SeededSchool[])[], isFresh: boolean) {
  const before = await ask<Figures>(child, 'figures');
  let count = 0;
  for (const wave of waves) {
    if (isFresh) await ask(child, 'forget');
    const readings = morningOf(wave);
    await readAll(pool, readings);
    count += readings.length;
  }
  return ((await ask<Figures>(child, 'figures')).cpu - before.cpu) / count;
}

/** Processor time of kept answers, ms. */
async function spendKept(child: ChildProcess, pool: Pool, schools: readonly SeededSchool[]): Promise<number> {
  const costs: number[] = [];
  const readings = Array.from({ length: KEPT_READINGS }, (_, turn) =>
    requestOf(schools[turn % schools.length] as SeededSchool, Math.floor(turn / schools.length)),
  );
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = await ask<Figures>(child, 'figures');
    await readAll(pool, readings);
    costs.push((await ask<Figures>(child, 'figures')).cpu - before.cpu);
  }
  // The first round computes them; of the others the least disturbed one counts.
  return Math.min(...costs.slice(1));
}

/** How long others wait while a school imports and publishes a large plan, ms. */
async function readDuringImport(child: ChildProcess, pool: Pool, schools: readonly SeededSchool[]): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const importing = ask(child, 'import').finally(() => {
    isOver = true;
  });
  const read = async (schools: readonly SeededSchool[]) => {
    for (let turn = 0; !isOver; turn += 1) {
      const begin = performance.now();
      await readOne(pool, requestOf(schools[turn % schools.length] as SeededSchool, turn));
      times.push(performance.now() - begin);
      await setTimeout(20);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, () => read(schools)));
  if ((await importing) !== 'PUBLISHED') throw new Error('the plan was not published');
  return times.sort((a, b) => a - b);
}

interface Started {
  child: ChildProcess;
  pool: Pool;
  schools: SeededSchool[];
}

/** A server with this many schools, as long as `work` takes. */
async function withServer<T>(count: number, work: (started: Started) => Promise<T>): Promise<T> {
  const child = fork(join(import.meta.dirname, 'serve.ts'), [String(count)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // As `npm start` and docs/operating.md run it.
    execArgv: [...process.execArgv, '--max-semi-space-size=8'],
    env: { ...process.env, MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled') },
  });
  const [{ url, schools }] = (await once(child, 'message')) as [Served];
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  const result = await work({ child, pool, schools });
  await pool.close();
  child.send('end' satisfies Message);
  await once(child, 'exit');
  return result;
}

async function readMorning({ child, pool, schools }: Started): Promise<BenchRow[]> {
  const few = schools.slice(0, FEW);
  const waves = Array.from({ length: schools.length / AT_ONCE }, (_, wave) =>
    schools.slice(wave * AT_ONCE, (wave + 1) * AT_ONCE),
  );
  const rounds = Array.from({ length: schools.length / FEW / 4 }, () => few);
  // Everybody has signed in before: that costs the same in any number of schools.
  await readAll(
    pool,
    schools.map((school) => requestOf(school, 0)),
  );
  const first = await spend(child, pool, rounds, true);
  await ask(child, 'forget');
  // Warms the way of kept answers.
  await spendKept(child, pool, few);
  await ask(child, 'forget');
  const { loads } = await ask<Figures>(child, 'figures');
  const many = await spend(child, pool, waves, false);
  const { memory, kept, loads: loaded } = await ask<Figures>(child, 'figures');
  const keptBeside = await spendKept(child, pool, schools.slice(-FEW));
  await ask(child, 'forget');
  const keptRatio = (await spendKept(child, pool, schools.slice(-FEW))) / keptBeside;
  const second = await spend(child, pool, rounds, true);
  const cost = many / ((first + second) / 2);
  return [
    {
      name: `memory of the server after a morning of ${schools.length} schools`,
      value: memory,
      limit: '≤ 600',
      unit: 'MB',
      ok: memory <= 600,
      detail: `${kept.schools} schools kept in ${Math.round(kept.bytes / 1e6)} MB`,
    },
    {
      name: `kept answers beside ${kept.schools} other schools`,
      value: keptRatio,
      limit: '≥ 0.9',
      unit: '× alone',
      ok: keptRatio >= 0.9,
    },
    {
      name: `cost of a request, ${schools.length} schools`,
      value: cost,
      limit: '≤ 1.2',
      unit: `× ${FEW} schools`,
      ok: cost <= 1.2,
      detail: `${many.toFixed(2)} ms of processor time, ${loaded - loads} plans loaded`,
    },
  ];
}

async function readBesideImport({ child, pool, schools }: Started): Promise<BenchRow[]> {
  // The first import warms the server; the second one also compares with a plan in force.
  await readDuringImport(child, pool, schools);
  const times = await readDuringImport(child, pool, schools);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;
  const p99 = at(0.99);
  return [
    {
      name: 'reading while another school imports 20,000 lessons, p99',
      value: p99,
      limit: '≤ 200',
      unit: 'ms',
      ok: p99 <= 200,
      detail: `${times.length} readings, median ${Math.round(at(0.5))} ms, slowest ${Math.round(at(0.9999))} ms`,
    },
  ];
}

/** Many schools in one process: what they cost together, and each other. */
export async function runSchoolsBench(): Promise<BenchRow[]> {
  return [...(await withServer(SCHOOLS, readMorning)), ...(await withServer(AT_ONCE, readBesideImport))];
}
