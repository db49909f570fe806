import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import type { BenchRow } from '../row.ts';

interface Served {
  url: string;
  evening: number;
  families: { child: number; token: string }[];
}
interface Doubles {
  booked: number;
  teachers: number;
  children: number;
}
interface Preview {
  revision: string;
  wishes_count: number;
  granted_count: number;
}
interface Offered {
  teachers: { teacher_id: number; slots: { starts_at: string; clash: string | null }[]; can: { book: number } }[];
}

/** 600 within ten minutes are one a second; they are played twice as fast, since most of them come when it opens. */
const PER_SECOND = 2;
const BOOKINGS = 3;
const P99_MS = 500;
/** Nobody waits for it but whoever pressed the button. */
const ALLOCATION_MS = 5000;
/** How often a family looks again where somebody was faster. */
const TRIES = 4;

/** The same choice in every run: of what there is, mostly what comes early, as everybody wants it. */
const choose = <One>(all: readonly One[], seed: number): One | undefined =>
  all[Math.floor(all.length * ((seed * 0.618034) % 1) ** 2)];

/**
 * 600 families open the evening, see what is free for their child and book three appointments, rather early ones: those of one class
 * want the same. Whoever reads "taken" looks again.
 */
export async function runParentsEveningBench(): Promise<BenchRow[]> {
  const child = fork(join(import.meta.dirname, 'serve.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [{ url, evening, families }] = (await once(child, 'message')) as [Served];
  const pool = new Pool(url, { connections: 100, pipelining: 1 });
  const times: number[] = [];
  const bookings: number[] = [];
  const errors: string[] = [];
  let taken = 0;

  async function ask<Data>(path: string, token: string, body?: object): Promise<{ status: number; data: Data }> {
    const begin = performance.now();
    const answer = await pool.request({
      method: body ? 'POST' : 'GET',
      path: `/v1/parents-evenings${path}`,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    const took = performance.now() - begin;
    times.push(took);
    if (body) bookings.push(took);
    if (answer.statusCode !== 200 && answer.statusCode !== 409)
      errors.push(`${path} answered ${answer.statusCode}: ${text.slice(0, 200)}`);
    return { status: answer.statusCode, data: JSON.parse(text).data };
  }

  async function come({ child: child_id, token }: Served['families'][number], seed: number): Promise<void> {
    await ask('/own', token);
    await ask(`/${evening}/plan`, token);
    for (let made = 0, tries = 0; made < BOOKINGS && tries < BOOKINGS * TRIES; tries += 1) {
      const { data } = await ask<Offered>(`/${evening}/children/${child_id}`, token);
      const open = data.teachers.filter(({ can }) => can.book === 1);
      const offer = choose(open, seed + tries);
      const fitting = offer?.slots.filter(({ clash }) => clash === null) ?? [];
      const slot = choose(fitting, 3 * seed + tries);
      if (!offer || !slot) return;
      const body = { teacher_id: offer.teacher_id, child_id, starts_at: slot.starts_at };
      const { status } = await ask(`/${evening}/bookings`, token, body);
      if (status === 200) made += 1;
      else taken += 1;
    }
  }

  const begin = performance.now();
  const running: Promise<void>[] = [];
  for (const [index, family] of families.entries()) {
    await pause(Math.max(0, begin + (index * 1000) / PER_SECOND - performance.now()));
    running.push(come(family, index).catch((thrown) => void errors.push(String(thrown))));
  }
  await Promise.all(running);
  child.send('doubles');
  const [doubles] = (await once(child, 'message')) as [Doubles];

  // While the office allocates for everybody, a family looks ten times a second.
  child.send('wishes');
  const [wished] = (await once(child, 'message')) as [{ evening: number; token: string }];
  const looked: number[] = [];
  let isAllocating = true;
  const [family] = families;
  const looking = (async () => {
    while (isAllocating && family) {
      const from = performance.now();
      await ask('/own', family.token);
      looked.push(performance.now() - from);
      await pause(100);
    }
  })();
  const path = `/${wished.evening}/allocation`;
  const first = performance.now();
  const { data: preview } = await ask<Preview>(path, wished.token);
  const second = performance.now();
  const given = await ask<{ bookings_count: number }>(path, wished.token, { revision: preview.revision });
  const third = performance.now();
  isAllocating = false;
  await looking;
  await pool.close();
  child.send('end');
  await once(child, 'exit');

  const p99 = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)] ?? Number.NaN;
  const row = (name: string, value: number, most: number, unit: string, detail: string): BenchRow => ({
    name,
    value,
    unit,
    detail,
    limit: `≤ ${most}`,
    ok: value <= most,
  });
  const allocated = `${preview.granted_count} of ${preview.wishes_count} wishes`;
  const of = `${times.length} requests, ${PER_SECOND} families a second, ${doubles.booked} booked, ${taken} taken`;
  return [
    row('600 families book, p99 of all requests', p99(times), P99_MS, 'ms', of),
    row('600 families book, p99 of a booking', p99(bookings), P99_MS, 'ms', `${bookings.length} bookings`),
    row('600 families book, appointments that two have', doubles.teachers + doubles.children, 0, '', ''),
    row('wishes of 600 families, shown as they would be given', second - first, ALLOCATION_MS, 'ms', allocated),
    row(
      'wishes of 600 families, given and told',
      third - second,
      ALLOCATION_MS,
      'ms',
      `${given.data.bookings_count} appointments`,
    ),
    row('others meanwhile, longest', Math.max(...looked), P99_MS, 'ms', `${looked.length} requests`),
    row('600 families book, requests that fail', errors.length, 0, '', errors[0] ?? 'none'),
  ];
}
