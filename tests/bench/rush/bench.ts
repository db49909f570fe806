import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BenchRow } from '../row.ts';
import { playRush, type Rush, STEPS, summarise } from './play.ts';
import type { RushSchool } from './school.ts';

interface Served extends RushSchool {
  url: string;
  bare: string;
  password: string;
}

/** 1,200 within five minutes are four a second; half a minute of it is played. */
const PACE = { perSecond: 4, seconds: 30, readsPerSecond: 20 } as const;
const P99_MS = 2000;
const MEAN_MS = 100;
const FAILED_PERCENT = 0.025;
const SOCKETS = 620;

/** The morning of a school of 1,200, and the same requests at the same pace to a bare server that answers the same bytes. */
export async function runRushBench(): Promise<BenchRow[]> {
  const child = fork(join(import.meta.dirname, 'serve.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [served] = (await once(child, 'message')) as [Served];
  const rush: Rush = { ...served, ...PACE, hasSockets: true };
  const figures = await playRush(rush);
  const bareFigures = await playRush({ ...rush, url: served.bare, seconds: 10, hasSockets: false });
  child.send('end');
  await once(child, 'exit');
  const all = summarise(figures);
  const bare = summarise(bareFigures);
  const entering = summarise(figures, ['sign in']);
  const of = `${all.count} requests, ${PACE.perSecond} sign-ins a second for ${PACE.seconds} s; bare: `;
  const means = STEPS.map((step) => `${step} ${Math.round(summarise(figures, [step]).mean)}`).join(', ');
  const row = (name: string, value: number, most: number, unit: string, detail: string): BenchRow => ({
    name,
    value,
    unit,
    detail,
    limit: `≤ ${most}`,
    ok: value <= most,
  });
  return [
    row('1,200 people come, p99 of all requests', all.p99, P99_MS, 'ms', `${of}${Math.round(bare.p99)} ms`),
    row(
      '1,200 people come, mean of all requests',
      all.mean,
      MEAN_MS,
      'ms',
      `${means}; bare: ${bare.mean.toFixed(1)} ms`,
    ),
    row('1,200 people come, p99 of signing in', entering.p99, P99_MS, 'ms', `${entering.count} sign-ins`),
    row('1,200 people come, requests that fail', all.failed, FAILED_PERCENT, '%', figures.errors[0] ?? 'none'),
    {
      name: 'sockets open at the end',
      value: figures.sockets,
      unit: '',
      limit: `≥ ${SOCKETS}`,
      ok: figures.sockets >= SOCKETS,
    },
  ];
}
