import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Pool } from 'undici';
import { CONNECTIONS, compare, round } from '../compare.ts';
import type { BenchRow } from '../row.ts';

interface Served {
  url: string;
  bare: string;
  token: string;
  accounts: number;
  password: string;
}

/** Sign-ins are slow: a round of theirs is longer, ms, so that its beginning and its end weigh little. */
const ROUND_MS = 4000;
const SCHOOL = '192.0.2.7';

/** Asks without streams and says what was answered with 200: on the cores of the server whoever asks counts as well. */
function post(pool: Pool, path: string, headers: Record<string, string>, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let text = '';
    pool.dispatch(
      { method: 'POST', path, headers, body },
      {
        onRequestStart: () => {},
        onResponseStart: (_, code) => {
          status = code;
        },
        onResponseData: (_, chunk) => {
          text += chunk.toString();
        },
        onResponseEnd: () => (status === 200 ? resolve(text) : reject(new Error(`answered ${status}: ${text}`))),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}

/** Signing in beside bare argon2id, and what the app asks at its start beside bare routes, in the same run. */
export async function runAccountsBench(): Promise<BenchRow[]> {
  const child = fork(join(import.meta.dirname, 'serve.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [served] = (await once(child, 'message')) as [Served];
  const { token, accounts, password } = served;
  const ours = new Pool(served.url, { connections: CONNECTIONS, pipelining: 1 });
  const bare = new Pool(served.bare, { connections: CONNECTIONS, pipelining: 1 });

  let turn = 0;
  /** The token that the device of each keeps. */
  const devices = new Map<string, string>();
  /** Each time somebody else, on their own device, from the address of the school. */
  async function signInRound(): Promise<number> {
    const begin = performance.now();
    let count = 0;
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': SCHOOL };
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (performance.now() < begin + ROUND_MS) {
          const username = `p${turn++ % accounts}`;
          const device_token = devices.get(username) ?? null;
          const how = { stayLoggedIn: true, is_native: true, device_token };
          const body = JSON.stringify({ slink: 'bench', username, password, ...how });
          const text = await post(ours, '/v1/auth/login', headers, body);
          if (device_token === null) devices.set(username, (JSON.parse(text) as { device_token: string }).device_token);
          count += 1;
        }
      }),
    );
    return (count * 1000) / (performance.now() - begin);
  }
  async function verifyRound(): Promise<number> {
    const answer = once(child, 'message');
    child.send({ verify: ROUND_MS });
    return (await answer)[0] as number;
  }

  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' };
  const beside = (name: string, path: string, route: string) =>
    compare(
      name,
      0.5,
      () => round(ours, () => ({ path, headers }), 200),
      () => round(bare, () => ({ path: route, headers }), 200),
    );
  // Everybody has signed in on their device before.
  while (devices.size < accounts) await signInRound();
  const rows = [
    await compare('signing in, beside argon2id alone on all cores', 0.8, signInRound, verifyRound),
    await beside('the person with their school and rights', '/v1/users/self', '/self'),
    await beside('how much is unread', '/v1/users/self/activity-summary', '/summary'),
  ];
  await Promise.all([ours.close(), bare.close()]);
  child.send('end');
  await once(child, 'exit');
  return rows;
}
