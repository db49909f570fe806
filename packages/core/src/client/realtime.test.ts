import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { event } from '../kernel/event.ts';
import { createRealtime, type RealtimeSocket, type RealtimeState, reconnectDelay } from './realtime.ts';

const published = event({ name: 'timetable.published', payload: z.object({ school_id: z.int() }), summary: 'x' });

/** A network that the test controls. */
function network(tokens: (string | null | Error)[] = []) {
  const sockets: { auth: unknown; isOpen: boolean; fire(name: string, payload?: unknown): void }[] = [];
  const waits: { ms: number; run(): void; isCancelled: boolean }[] = [];
  const asked: boolean[] = [];
  const states: RealtimeState[] = [];
  let loads = 0;
  const realtime = createRealtime({
    url: 'https://kreide.example',
    token: async ({ renew }) => {
      asked.push(renew);
      const next = tokens.length > 0 ? tokens.shift() : 'token';
      if (next instanceof Error) throw next;
      return next ?? null;
    },
    load: async () => {
      loads += 1;
      return {
        io: (_, { auth }) => {
          const handlers = new Map<string, ((payload: unknown) => void)[]>();
          const made = {
            auth: null as unknown,
            isOpen: true,
            fire: (name: string, payload?: unknown) => handlers.get(name)?.forEach((handler) => void handler(payload)),
          };
          auth((sent) => {
            made.auth = sent;
          });
          sockets.push(made);
          const socket: RealtimeSocket = {
            on: (name, handler) => handlers.set(name, [...(handlers.get(name) ?? []), handler as never]),
            volatile: { emit: () => undefined },
            removeAllListeners: () => handlers.clear(),
            connect: () => undefined,
            disconnect: () => {
              made.isOpen = false;
            },
          };
          return socket;
        },
      };
    },
    random: () => 1,
    age: () => 1234.5,
    schedule: (task, ms) => {
      const wait = { ms, run: task, isCancelled: false };
      waits.push(wait);
      return () => {
        wait.isCancelled = true;
      };
    },
  });
  realtime.onState((state) => states.push(state));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const latest = () => sockets.at(-1) ?? expect.fail('no socket');
  return { realtime, sockets, waits, asked, states, loads: () => loads, settle, latest };
}

describe('realtime client', () => {
  it('loads and connects only with the first listener, and shares one connection', async () => {
    const { realtime, sockets, loads, settle, latest, states } = network();
    await settle();
    expect(loads()).toBe(0);
    const seen: number[] = [];
    const stop = realtime.subscribe(published, ({ school_id }) => seen.push(school_id));
    realtime.subscribe(published, ({ school_id }) => seen.push(-school_id));
    await settle();
    latest().fire('connect');
    latest().fire('timetable.published', { school_id: 3 });
    stop();
    latest().fire('timetable.published', { school_id: 4 });
    expect(seen).toEqual([3, -3, -4]);
    expect(sockets).toHaveLength(1);
    expect(latest().auth).toEqual({ token: 'token', age: 1235 });
    expect(states).toEqual(['off', 'connecting', 'connected']);
  });

  it('comes back with growing pauses, listens to the same again and says that something may be missing', async () => {
    const { realtime, sockets, waits, settle, latest } = network();
    const seen: unknown[] = [];
    let missed = 0;
    realtime.subscribe(published, (payload) => seen.push(payload));
    realtime.onReconnected(() => {
      missed += 1;
    });
    await settle();
    latest().fire('connect');
    latest().fire('disconnect', 'transport close');
    expect(missed).toBe(0);
    for (let attempt = 0; attempt < 7; attempt += 1) {
      waits.at(-1)?.run();
      await settle();
      latest().fire('connect_error', new Error('websocket error'));
    }
    expect(waits.map(({ ms }) => ms)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    waits.at(-1)?.run();
    await settle();
    latest().fire('connect');
    expect(missed).toBe(1);
    latest().fire('timetable.published', { school_id: 3 });
    expect(seen).toEqual([{ school_id: 3 }]);
    expect(sockets.slice(0, -1).every(({ isOpen }) => !isOpen)).toBe(true);
    latest().fire('disconnect');
    expect(waits.at(-1)?.ms).toBe(1000);
  });

  it('a refused token is renewed before the next attempt, a fresh one is asked for each time', async () => {
    const { realtime, waits, asked, settle, latest, sockets } = network(['old', 'new', 'newer']);
    realtime.connect();
    await settle();
    latest().fire('connect_error', Object.assign(new Error('unauthenticated'), { data: { code: 'unauthenticated' } }));
    waits.at(-1)?.run();
    await settle();
    latest().fire('connect');
    latest().fire('disconnect', 'io server disconnect');
    waits.at(-1)?.run();
    await settle();
    expect(asked).toEqual([false, true, false]);
    expect(sockets.map(({ auth }) => auth)).toEqual([
      { token: 'old', age: 1235 },
      { token: 'new' },
      { token: 'newer' },
    ]);
  });

  it('without anybody signed in it stays off until connect is called, listeners kept', async () => {
    const { realtime, settle, sockets, states, latest } = network([null]);
    const seen: unknown[] = [];
    realtime.subscribe(published, (payload) => seen.push(payload));
    await settle();
    realtime.subscribe(published, () => {});
    await settle();
    expect(states).toEqual(['off', 'connecting', 'off']);
    expect(sockets).toHaveLength(0);
    realtime.connect();
    await settle();
    latest().fire('connect');
    latest().fire('timetable.published', { school_id: 1 });
    expect(seen).toHaveLength(1);
  });

  it('close ends also what is still under way, connect hurries a pause', async () => {
    const { realtime, settle, sockets, waits, states } = network(['a', new Error('offline'), 'c']);
    realtime.connect();
    realtime.close();
    await settle();
    expect(sockets).toHaveLength(0);
    realtime.connect();
    await settle();
    expect(states.at(-1)).toBe('waiting');
    realtime.connect();
    realtime.connect();
    await settle();
    expect(waits.map(({ isCancelled }) => isCancelled)).toEqual([true]);
    expect(sockets).toHaveLength(1);
  });

  it('screens fetch again where the server says that something was missed, or an event does not fit the contract', async () => {
    const { realtime, settle, latest } = network();
    const seen: unknown[] = [];
    let missed = 0;
    realtime.subscribe(published, (payload) => seen.push(payload));
    realtime.onReconnected(() => {
      missed += 1;
    });
    await settle();
    latest().fire('connect');
    latest().fire('missed');
    expect(missed).toBe(1);
    missed = 0;
    const wrong = [{ school_id: 'three' }, { school_id: null }, { school: 3 }, null, 'three'];
    for (const payload of wrong) latest().fire('timetable.published', payload);
    expect([seen, missed]).toEqual([[], wrong.length]);
  });

  it('pauses lie between half and the whole of the doubled time, at most 30 s', () => {
    expect([reconnectDelay(0, 0), reconnectDelay(0, 1), reconnectDelay(3, 0.5)]).toEqual([500, 1000, 6000]);
    expect(reconnectDelay(10_000, 1)).toBe(30_000);
  });
});
