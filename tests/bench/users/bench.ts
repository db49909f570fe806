import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Pool } from 'undici';
import { CONNECTIONS, compare, type Request, round } from '../compare.ts';
import type { BenchRow } from '../row.ts';

interface Served {
  url: string;
  bare: string;
  token: string;
}

/** A page of the list of 5,000 people, searched, beside a bare Fastify route with the same query. */
export async function runUsersBench(): Promise<BenchRow[]> {
  const child = fork(join(import.meta.dirname, 'serve.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [served] = (await once(child, 'message')) as [Served];
  const ours = new Pool(served.url, { connections: CONNECTIONS, pipelining: 1 });
  const bare = new Pool(served.bare, { connections: CONNECTIONS, pipelining: 1 });
  const headers = { authorization: `Bearer ${served.token}`, 'accept-encoding': 'identity' };
  const beside = (name: string, words: readonly string[]) => {
    let turn = 0;
    const next =
      (path: string): Request =>
      () => ({
        path: `${path}${encodeURIComponent(words[turn++ % words.length] ?? '')}`,
        headers,
      });
    return compare(
      name,
      0.5,
      () => round(ours, next('/v1/users?search='), 200),
      () => round(bare, next('/search/'), 200),
    );
  };
  const rows = [
    await beside('5,000 people, a search that finds many', ['baumler', 'GROSS', 'мель', 'anna lena']),
    await beside('5,000 people, a search that finds one', ['schmidt4989', 'p4321@', 'person.17 ']),
  ];
  await Promise.all([ours.close(), bare.close()]);
  child.send('end');
  await once(child, 'exit');
  return rows;
}
