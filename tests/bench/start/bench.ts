import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '../../support/server.ts';
import { type BenchRow, median } from '../row.ts';

/** Memory is read when the server has been idle for this long, ms. */
const IDLE = 5000;
/** Most memory of an idle server. */
const MEGABYTES = 220;

async function start(dataFolder: string): Promise<{ seconds: number; megabytes: number }> {
  const begin = performance.now();
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
    env: { ...process.env, PORT: '0', KREIDE_DATA: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    const ready = /ready at (\S+)/.exec(output);
    if (!ready) continue;
    const seconds = (performance.now() - begin) / 1000;
    await pause(IDLE);
    const metrics = await (await fetch(`${ready[1]}/metrics`)).text();
    const megabytes = Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1e6;
    child.kill('SIGINT');
    await once(child, 'exit');
    return { seconds, megabytes };
  }
  throw new Error(`the server ended: ${output}`);
}

/**
 * From the built state to the printed address, and what the process holds when nobody calls: of a server that found everything
 * there, and of one that has just made the demo.
 */
export async function runStartBench(): Promise<BenchRow[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'kreide-bench-'));
  try {
    const first = await start(dataFolder);
    const runs = [await start(dataFolder), await start(dataFolder), await start(dataFolder)];
    const seconds = median(runs.map((run) => run.seconds));
    const megabytes = median(runs.map((run) => run.megabytes));
    const unlimited = { limit: 'none', ok: true };
    const memory = { limit: `≤ ${MEGABYTES}`, unit: 'MB' };
    return [
      { name: 'npm start from the built state to ready', value: seconds, limit: '≤ 5', unit: 's', ok: seconds <= 5 },
      { name: 'the first one, which makes the database and the demo', value: first.seconds, unit: 's', ...unlimited },
      {
        name: 'memory of the idle server, without the database',
        value: megabytes,
        ok: megabytes <= MEGABYTES,
        ...memory,
      },
      {
        name: 'memory of the idle server after the first start',
        value: first.megabytes,
        ok: first.megabytes <= MEGABYTES,
        ...memory,
      },
    ];
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}
