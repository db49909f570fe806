import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { Pool } from 'undici';
import type { RushSchool } from './school.ts';

/** What everybody does, in this order; the middle ones at the same time, as the app does. */
export const STEPS = ['sign in', 'self', 'unread', 'news', 'timetable', 'channels', 'chat', 'reading'] as const;
export type Step = (typeof STEPS)[number];

const WEEKS = 'begins_at=2026-11-02&ends_at=2026-12-20';
const SCHOOL = '192.0.2.7';

export interface Rush extends RushSchool {
  url: string;
  password: string;
  /** How many sign in a second, and for how long. */
  perSecond: number;
  seconds: number;
  /** Timetables a second that those who are there read meanwhile. */
  readsPerSecond: number;
  /** False: there is no realtime, as with a bare server. */
  hasSockets: boolean;
}

export interface RushFigures {
  /** Of each request that was answered, ms. */
  times: Record<Step, number[]>;
  /** What went wrong, in words. */
  errors: string[];
  /** Open when the last one had signed in. */
  sockets: number;
}

interface Answered {
  data: { id: number; chat?: { id: number } }[] & { id: number };
  access_token: string;
}

/**
 * Pupils sign in one after the other at a steady pace, whether the server keeps up or not; each opens the start page, the timetable, the
 * list of channels and a chat, and stays connected. Meanwhile those who are there read timetables.
 */
export async function playRush(rush: Rush): Promise<RushFigures> {
  const { url, password, slink, pupils, present, grades, perSecond, seconds, readsPerSecond, hasSockets } = rush;
  const pool = new Pool(url, { connections: 200, pipelining: 1 });
  const times = Object.fromEntries(STEPS.map((step) => [step, []])) as unknown as RushFigures['times'];
  const errors: string[] = [];
  const open: Socket[] = [];

  async function ask(step: Step, path: string, token: string | null, body?: unknown): Promise<Answered> {
    const begin = performance.now();
    const headers = {
      'x-forwarded-for': SCHOOL,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    const method = body ? 'POST' : 'GET';
    const answer = await pool.request({ method, path, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const text = await answer.body.text();
    times[step].push(performance.now() - begin);
    if (answer.statusCode !== 200) throw new Error(`${step} answered ${answer.statusCode}: ${text.slice(0, 200)}`);
    return JSON.parse(text);
  }

  async function connect(token: string): Promise<void> {
    if (!hasSockets) return;
    const options = { path: '/v1/realtime', transports: ['websocket'], auth: { token }, reconnection: false };
    const socket = io(url, { ...options, forceNew: true });
    open.push(socket);
    await new Promise<void>((done, refuse) => {
      socket.once('connect', done);
      socket.once('connect_error', refuse);
    });
  }

  async function come(username: string): Promise<void> {
    const { access_token: token } = await ask('sign in', '/v1/auth/login', null, {
      slink,
      username,
      password,
      stayLoggedIn: true,
      is_native: true,
      device_token: null,
    });
    const { data: self } = await ask('self', '/v1/users/self', token);
    await Promise.all([
      ask('unread', '/v1/users/self/activity-summary', token),
      ask('news', '/v1/users/self/feed/news?page=1', token),
      ask('timetable', `/v1/timetables/entities/users/${self.id}?${WEEKS}`, token),
      connect(token),
    ]);
    const { data: channels } = await ask('channels', '/v1/users/self/channels', token);
    const chat = channels.find((channel) => channel.chat)?.chat;
    if (!chat) throw new Error('there is no chat');
    await ask('chat', `/v1/channels/chats/${chat.id}/messages`, token);
  }

  const noted = (work: Promise<unknown>) =>
    work.catch((thrown) => {
      errors.push(thrown instanceof Error ? thrown.message : String(thrown));
    });
  /** Starts each at its time, and waits for all. */
  async function atPace(count: number, rate: number, work: (index: number) => Promise<unknown>): Promise<void> {
    const begin = performance.now();
    const running: Promise<unknown>[] = [];
    for (let index = 0; index < count; index += 1) {
      await pause(Math.max(0, begin + (index * 1000) / rate - performance.now()));
      running.push(noted(work(index)));
    }
    await Promise.all(running);
  }

  for (const token of present) await noted(connect(token));
  const coming = pupils.slice(present.length, present.length + perSecond * seconds);
  const readers = readsPerSecond * seconds;
  await Promise.all([
    atPace(coming.length, perSecond, (index) => come(coming[index] ?? '')),
    atPace(present.length === 0 ? 0 : readers, readsPerSecond, (index) => {
      const path = `/v1/timetables/entities/grades/${grades[index % grades.length]}?${WEEKS}`;
      return ask('reading', path, present[index % present.length] ?? null);
    }),
  ]);
  const sockets = open.filter(({ connected }) => connected).length;
  for (const socket of open) socket.disconnect();
  await pool.close();
  return { times, errors, sockets };
}

/** How long all requests took together, ms, and how many of them failed. */
export function summarise({ times, errors }: Pick<RushFigures, 'times' | 'errors'>, steps: readonly Step[] = STEPS) {
  const all = steps.flatMap((step) => times[step]).sort((a, b) => a - b);
  return {
    count: all.length,
    mean: all.reduce((sum, one) => sum + one, 0) / all.length,
    p99: all[Math.min(all.length - 1, Math.floor(all.length * 0.99))] ?? Number.NaN,
    /** Of a hundred. */
    failed: (errors.length * 100) / Math.max(1, all.length),
  };
}
