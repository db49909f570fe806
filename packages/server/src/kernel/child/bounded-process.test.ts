import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BoundedProcess, createSpareProcess, startBounded } from './index.ts';

const BOUNDS = { heap_mb: 128, memory_mb: 300 };

let folder: string;
let count = 0;
const started: BoundedProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kreide-bounded-'));
});
afterEach(() => Promise.all(started.splice(0).map((one) => one.end())));
afterAll(() => rm(folder, { recursive: true }));

/** A file with work that runs the body of `(input) => …` for every message. */
async function write(body: string): Promise<URL> {
  const file = join(folder, `work-${++count}.ts`);
  await writeFile(
    file,
    `import { parentPort } from 'node:worker_threads';
    const say = (answer) => parentPort.postMessage(answer);
    parentPort.on('message', (input) => {${body}});`,
  );
  return pathToFileURL(file);
}

async function start(body: string, bounds = BOUNDS): Promise<BoundedProcess> {
  const bounded = startBounded(await write(body), bounds);
  started.push(bounded);
  return bounded;
}

/** Its first answer, or how it ended. */
function outcome(bounded: BoundedProcess, input: unknown = null): Promise<unknown> {
  return new Promise((resolve) => {
    bounded.listen({ answer: resolve, ended: (reason, cause) => resolve({ reason, cause: cause.message }) });
    bounded.post(input);
  });
}

function isAlive({ pid }: Pick<BoundedProcess, 'pid'>): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a process with a bound on its memory', () => {
  it('answers one message after the other, knows nothing of the environment, and ends when it is told to', async () => {
    const body =
      'say({ pid: process.pid, environment: Object.keys(process.env), sum: input.bytes.reduce((a, b) => a + b) });';
    const bounded = await start(body);
    const answer = { pid: bounded.pid, environment: [], sum: 6 };
    expect(await outcome(bounded, { bytes: new Uint8Array([1, 2, 3]) })).toEqual(answer);
    expect(await outcome(bounded, { bytes: new Uint8Array([4]) })).toEqual({ ...answer, sum: 4 });
    expect(isAlive(bounded)).toBe(true);
    await bounded.end();
    expect(isAlive(bounded)).toBe(false);
  });

  it('leaves what it has compiled of the work to the next, although it is killed', async () => {
    const compiled = join(folder, 'compiled');
    vi.stubEnv('NODE_COMPILE_CACHE', compiled);
    const bounded = await start('say(true);').finally(() => vi.unstubAllEnvs());
    expect(await outcome(bounded)).toBe(true);
    await expect.poll(async () => (await readdir(compiled, { recursive: true })).length).toBeGreaterThan(2);
    await bounded.end();
  });

  it('is ended in the middle of a computation when it holds too much outside of its heap, and gives all of it back', async () => {
    const body = 'const held = []; for (;;) held.push(Buffer.alloc(4 * 1024 * 1024, 1));';
    const bounded = await start(body);
    const before = process.memoryUsage.rss();
    expect(await outcome(bounded)).toEqual({
      reason: 'out_of_memory',
      cause: expect.stringMatching(/^The process holds \d+ MB\.$/),
    });
    await vi.waitFor(() => expect(isAlive(bounded)).toBe(false), { timeout: 30_000 });
    expect(process.memoryUsage.rss() - before).toBeLessThan(50 * 1024 * 1024);
  });

  it('is ended when its objects fill the heap', async () => {
    const bounded = await start('const held = []; for (;;) held.push({ of: held.length });', {
      heap_mb: 32,
      memory_mb: 600,
    });
    expect(await outcome(bounded)).toMatchObject({ reason: 'out_of_heap' });
  });

  it('tells apart that a file of the program is missing, of the work or of what the work needs', async () => {
    const missing = startBounded(pathToFileURL(join(folder, 'gone.ts')), BOUNDS);
    started.push(missing);
    expect(await outcome(missing)).toMatchObject({ reason: 'incomplete' });
    expect(await outcome(await start("import('./gone.ts');"))).toMatchObject({ reason: 'incomplete' });
  });

  it('tells of a crash, of a program that ends by itself, and of one that is killed', async () => {
    expect(await outcome(await start("throw new Error('no chalk left');"))).toEqual({
      reason: 'crashed',
      cause: expect.stringContaining('no chalk left'),
    });
    expect(await outcome(await start('process.exit(3);'))).toEqual({
      reason: 'crashed',
      cause: 'The thread ended with code 3.',
    });
    const killed = await start("process.kill(process.pid, 'SIGTERM'); for (;;);");
    expect(await outcome(killed)).toEqual({ reason: 'crashed', cause: 'The process was ended by SIGTERM.' });
  });

  it('ends with the process that started it', async () => {
    const work = await write('say(process.pid); for (;;);');
    const answer = JSON.stringify(new URL('./index.ts', import.meta.url).href);
    const parent = join(folder, 'parent.ts');
    await writeFile(
      parent,
      `import { startBounded } from ${answer};
      const bounded = startBounded(new URL(${JSON.stringify(work.href)}), ${JSON.stringify(BOUNDS)});
      bounded.listen({ answer: (pid) => process.send({ pid }), ended() {} });
      bounded.post(null);`,
    );
    const server = fork(parent, { execArgv: ['--disable-warning=ExperimentalWarning'] });
    const [{ pid }] = (await once(server, 'message')) as [{ pid: number }];
    expect(isAlive({ pid })).toBe(true);
    server.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive({ pid })).toBe(false), { timeout: 30_000 });
  });
});

describe('processes for the files of strangers', () => {
  it('work two at a time, however many files of whatever kind come at once, and each leaves its place, also when it fails', async () => {
    const body = "if (input.fails) throw new Error('no'); say(process.pid);";
    const kinds = [createSpareProcess(await write(body)), createSpareProcess(await write(body))] as const;
    let [taken, most] = [0, 0];
    const work = async (fails: boolean, at: number) => {
      const spare = kinds[at % 2 === 0 ? 0 : 1];
      const bounded = await spare.take(BOUNDS);
      taken += 1;
      most = Math.max(most, taken);
      await outcome(bounded, { fails });
      taken -= 1;
      if (fails) await spare.drop(bounded);
      else spare.giveBack(bounded, BOUNDS, 1000);
    };
    await Promise.all([true, false, true, false, false].map(work));
    expect([most, taken]).toEqual([2, 0]);
  });
});
