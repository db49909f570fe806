import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { Pool } from 'undici';
import { CONNECTIONS, compare, round } from '../compare.ts';
import { type BenchRow, median } from '../row.ts';

interface Served {
  url: string;
  bare: string;
  /** Of all members of the crowd, the teacher first. */
  tokens: string[];
  senders: string[];
  crowd: number;
  large: number;
  teacher: number;
}

const ROUND_MS = 1200;
const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'accept-encoding': 'identity' });

/** Messages per second over 16 connections. */
async function writeRound(pool: Pool, path: string, next: () => Record<string, string>): Promise<number> {
  const begin = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < begin + ROUND_MS) {
        const body = JSON.stringify({ uuid: randomUUID(), content: `Guten Morgen, Nr. ${count}`, reply_uuid: null });
        const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...next() };
        const answer = await pool.request({ method: 'POST', path, headers, body });
        if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}: ${await answer.body.text()}`);
        await answer.body.dump();
        count += 1;
      }
    }),
  );
  return (count * 1000) / (performance.now() - begin);
}

/** How long one search takes, ms: the middle one of many. */
async function searchTime(pool: Pool, { large, tokens }: Served, q: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 25; n += 1) {
    const begin = performance.now();
    const path = `/v1/channels/chats/${large}/messages/search?q=${encodeURIComponent(q)}`;
    const answer = await pool.request({ method: 'GET', path, headers: headersOf(tokens[0] ?? '') });
    if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}: ${await answer.body.text()}`);
    await answer.body.dump();
    if (n >= 5) times.push(performance.now() - begin);
  }
  return median(times);
}

/** From the first to the last of those who hear of a message, ms. */
async function fanOut(pool: Pool, { url, tokens, senders, crowd }: Served): Promise<BenchRow> {
  let heard: () => void = () => {};
  const sockets = await Promise.all(
    tokens.map(async (token) => {
      const options = { path: '/v1/realtime', transports: ['websocket'], auth: { token }, reconnection: false };
      const socket: Socket = io(url, { ...options, forceNew: true });
      await new Promise<void>((done, refuse) => {
        socket.once('connect', done);
        socket.once('connect_error', refuse);
      });
      socket.on('message.created', () => heard());
      return socket;
    }),
  );
  const spans: number[] = [];
  const waits: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    const times: number[] = [];
    const all = new Promise<void>((done) => {
      heard = () => {
        times.push(performance.now());
        if (times.length === sockets.length) done();
      };
    });
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...headersOf(senders[n] ?? ''),
    };
    const body = JSON.stringify({ uuid: randomUUID(), content: 'An alle', reply_uuid: null });
    const begin = performance.now();
    const answer = await pool.request({
      method: 'POST',
      path: `/v1/channels/chats/${crowd}/messages`,
      headers,
      body,
    });
    if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}: ${await answer.body.text()}`);
    await answer.body.dump();
    await all;
    spans.push((times.at(-1) ?? 0) - (times[0] ?? 0));
    waits.push((times.at(-1) ?? 0) - begin);
  }
  for (const socket of sockets) socket.disconnect();
  const value = median(spans);
  const detail = `the last ${Math.round(median(waits))} ms after it was sent`;
  return {
    name: `${tokens.length} open sockets hear of a message`,
    value,
    limit: '≤ 400',
    unit: 'ms',
    ok: value <= 400,
    detail,
  };
}

/** Chats beside bare routes in the same run (C-7.46, C-7.47, C-7.30, C-7.112). */
export async function runChatBench(): Promise<BenchRow[]> {
  const child = fork(join(import.meta.dirname, 'serve.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [served] = (await once(child, 'message')) as [Served];
  const ours = new Pool(served.url, { connections: CONNECTIONS, pipelining: 1 });
  const bare = new Pool(served.bare, { connections: CONNECTIONS, pipelining: 1 });
  const { crowd, large, senders, teacher } = served;
  const headers = headersOf(served.tokens[0] ?? '');
  let turn = 0;
  const nextSender = () => headersOf(senders[turn++ % senders.length] ?? '');
  const nextBefore = () => 1 + ((turn++ * 7919) % 1_000_000);
  const rows = [
    await compare(
      '600 members, a message is sent',
      0.4,
      () => writeRound(ours, `/v1/channels/chats/${crowd}/messages`, nextSender),
      () => writeRound(bare, '/send', () => ({})),
    ),
    await compare(
      '1,000,000 messages, a page of the history',
      0.5,
      () => round(ours, () => ({ path: `/v1/channels/chats/${large}/messages?before=${nextBefore()}`, headers }), 200),
      () => round(bare, () => ({ path: `/history/${nextBefore()}`, headers }), 200),
    ),
    await compare(
      '120 channels, the list of a teacher',
      0.5,
      () => round(ours, () => ({ path: `/v1/users/${teacher}/channels`, headers }), 200),
      () => round(bare, () => ({ path: '/channels', headers }), 200),
    ),
  ];
  for (const [name, q] of [
    ['a word that is everywhere', 'nachricht'],
    ['two words', 'turnhalle ausflug'],
    ['a word that is there once', 'aufgabe'],
    ['a word that is nowhere', 'klausurplan'],
    ['a word of two letters', 'ab'],
  ] as const) {
    const value = await searchTime(ours, served, q);
    rows.push({ name: `1,000,000 messages, search for ${name}`, value, limit: '≤ 20', unit: 'ms', ok: value <= 20 });
  }
  rows.push(await fanOut(ours, served));
  await Promise.all([ours.close(), bare.close()]);
  child.send('end');
  await once(child, 'exit');
  return rows;
}
