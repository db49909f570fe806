import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Pool } from 'undici';
import { addDays } from '../../../packages/core/src/kernel/calendar/dates.ts';
import { CONNECTIONS, compare, type Request, round } from '../compare.ts';
import type { BenchRow } from '../row.ts';

const CLIENTS = 1200;

interface Served {
  url: string;
  bare: string;
  token: string;
  etag: string;
  grades: number[];
  bytes: number;
}

async function ask<T>(child: ChildProcess, message: string): Promise<T> {
  const answer = once(child, 'message');
  child.send(message);
  return (await answer)[0] as T;
}

/** After a publication everybody asks at once: how long the slowest hundredth waits, and how often something was computed. */
async function rush(child: ChildProcess, served: Served, headers: Record<string, string>): Promise<BenchRow[]> {
  const pool = new Pool(served.url, { connections: 200, pipelining: 1 });
  await ask(child, 'republish');
  const before = await ask<{ computations: number }>(child, 'figures');
  const times = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, index) => {
      const begin = performance.now();
      const grade = served.grades[index % served.grades.length];
      const answer = await pool.request({
        method: 'GET',
        path: `/v1/timetables/entities/grades/${grade}?begins_at=2026-10-26&ends_at=2026-12-13`,
        headers,
      });
      await answer.body.dump({ limit: 10_000_000 });
      if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
      return performance.now() - begin;
    }),
  );
  await pool.close();
  const after = await ask<{ computations: number }>(child, 'figures');
  const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
  const computed = (after.computations - before.computations) / served.grades.length;
  return [
    {
      name: `${CLIENTS} clients at once after a publication, p99`,
      value: p99 / 1000,
      limit: '≤ 2',
      unit: 's',
      ok: p99 <= 2000,
    },
    {
      name: 'computations per (entity, range) in that rush',
      value: computed,
      limit: '= 1',
      unit: '',
      ok: computed === 1,
    },
  ];
}

/** Reading the plan beside bare Fastify routes that answer the same bytes. */
export async function runTimetableBench(): Promise<BenchRow[]> {
  const child = fork(join(import.meta.dirname, 'serve.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [served] = (await once(child, 'message')) as [Served];
  const ours = new Pool(served.url, { connections: CONNECTIONS, pipelining: 1 });
  const bare = new Pool(served.bare, { connections: CONNECTIONS, pipelining: 1 });
  const headers = { authorization: `Bearer ${served.token}`, 'accept-encoding': 'identity' };
  let turn = 0;
  const fresh: Request = () => {
    turn += 1;
    const begins = addDays('2026-08-03', Math.floor(turn / served.grades.length) % 280);
    const grade = served.grades[turn % served.grades.length];
    return {
      path: `/v1/timetables/entities/grades/${grade}?begins_at=${begins}&ends_at=${addDays(begins, 48)}`,
      headers,
    };
  };
  const kept: Request = () => ({
    path: `/v1/timetables/entities/grades/${served.grades[0]}?begins_at=2026-10-26&ends_at=2026-12-13`,
    headers,
  });
  let id = 0;
  const rows = [
    await compare(
      'seven weeks of a grade, first computation',
      0.5,
      () => round(ours, fresh, 200),
      () => round(bare, () => ({ path: `/pg/${id++ % 64}`, headers: {} }), 200),
    ),
    await compare(
      'kept answer',
      0.6,
      () => round(ours, kept, 200),
      () => round(bare, () => ({ path: '/memory', headers: {} }), 200),
    ),
    await compare(
      'matching ETag (304)',
      0.6,
      () => round(ours, () => ({ ...kept(), headers: { ...headers, 'if-none-match': served.etag } }), 304),
      () => round(bare, () => ({ path: '/304', headers: {} }), 304),
    ),
    ...(await rush(child, served, headers)),
  ];
  await ours.close();
  await bare.close();
  child.send('end');
  await once(child, 'exit');
  return rows;
}
