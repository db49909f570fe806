import type { Pool } from 'undici';
import { type BenchRow, median } from './row.ts';

export const CONNECTIONS = 16;
const ROUNDS = 5;
const ROUND_MS = 1200;

export type Request = () => { method?: 'GET' | 'PROPFIND'; path: string; headers: Record<string, string> };

/** Requests per second of one round over 16 connections. */
export async function round(pool: Pool, next: Request, status: number): Promise<number> {
  const begin = performance.now();
  const end = begin + ROUND_MS;
  let count = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < end) {
        const answer = await pool.request({ method: 'GET', ...next() });
        if (answer.statusCode !== status)
          throw new Error(`answered ${answer.statusCode}: ${(await answer.body.text()).slice(0, 300)}`);
        await answer.body.dump({ limit: 10_000_000 });
        count += 1;
      }
    }),
  );
  return (count * 1000) / (performance.now() - begin);
}

/** Two sides in turn, the ratio pair by pair. */
export async function compare(
  name: string,
  limit: number,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<BenchRow> {
  await ours();
  await bare();
  const ratios: number[] = [];
  const speeds: [number, number][] = [];
  for (let count = 0; count < ROUNDS; count += 1) {
    const [one, other] = [await ours(), await bare()];
    speeds.push([one, other]);
    ratios.push(one / other);
  }
  const value = median(ratios);
  const detail = `${Math.round(median(speeds.map(([one]) => one)))} against ${Math.round(median(speeds.map(([, other]) => other)))} requests/s`;
  return { name, value, limit: `≥ ${limit}`, unit: '× bare', ok: value >= limit, detail };
}
