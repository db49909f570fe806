import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Pool } from 'undici';
import { CONNECTIONS, compare, round } from '../compare.ts';
import type { BenchRow } from '../row.ts';

interface Served {
  url: string;
  bare: string;
  authorization: string;
}

/** A folder of 1,000 files as a computer lists it over WebDAV, beside a bare Fastify route with the same query. */
export async function runDavBench(): Promise<BenchRow[]> {
  const child = fork(join(import.meta.dirname, 'serve.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [served] = (await once(child, 'message')) as [Served];
  const ours = new Pool(served.url, { connections: CONNECTIONS, pipelining: 1 });
  const bare = new Pool(served.bare, { connections: CONNECTIONS, pipelining: 1 });
  const headers = { authorization: served.authorization, depth: '1' };
  const propfind = () => ({ method: 'PROPFIND' as const, path: '/dav/files/bench/Chor/Noten/', headers });
  const row = await compare(
    'a folder of 1,000 files over WebDAV',
    0.4,
    () => round(ours, propfind, 207),
    () => round(bare, () => ({ path: '/list', headers: {} }), 200),
  );
  await Promise.all([ours.close(), bare.close()]);
  child.send('end');
  await once(child, 'exit');
  return [row];
}
