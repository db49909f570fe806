import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { type ChildWork, runInChild } from './index.ts';

let folder: string;
let lines: string[];
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kreide-child-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  lines = [];
});

/** Runs the body of `async (input, log) => …` in a child process. */
async function run(body: string, rest: Partial<ChildWork> = {}): Promise<unknown> {
  const answer = JSON.stringify(new URL('./index.ts', import.meta.url).href);
  const file = join(folder, `work-${++count}.ts`);
  await writeFile(
    file,
    `import { answerParent } from ${answer};\nawait answerParent(async (input, log) => {${body}});`,
  );
  const log = createLog({ json: true, level: 'info', write: (line) => lines.push(line) });
  return runInChild({ failure: 'It was not done', entry: pathToFileURL(file), input: null, log, ...rest });
}

/** The log lines without their times. */
const logged = () => lines.map((line) => ({ ...JSON.parse(line), time: undefined }));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('work in a process of its own', () => {
  it('answers, logs through the process that asked, and is over', async () => {
    const body = `log.info({ of: input.of }, 'halfway'); console.error('careful'); return { pid: process.pid, twice: input.n * 2 };`;
    const answer = (await run(body, { input: { n: 21, of: 'chalk' } })) as { pid: number };
    expect(answer).toEqual({ pid: expect.any(Number), twice: 42 });
    expect(answer.pid).not.toBe(process.pid);
    expect(isAlive(answer.pid)).toBe(false);
    expect(logged()).toMatchObject([
      { level: 'info', of: 'chalk', msg: 'halfway' },
      { level: 'warn', msg: 'careful' },
    ]);
  });

  it('tells why it failed, a full disk by its code and path', async () => {
    await expect(run(`throw new Error('no chalk left');`)).rejects.toThrow('It was not done: no chalk left');
    const full = `throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write', path: '/data' });`;
    await expect(run(full)).rejects.toMatchObject({ code: 'ENOSPC', syscall: 'write', path: '/data' });
  });

  it('tells that its process was killed, or that its program is broken', async () => {
    await expect(run(`process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});`)).rejects.toThrow(
      'It was not done: its process was ended by SIGKILL.',
    );
    await expect(run('} this is no program {')).rejects.toThrow(/its process was ended with code 1\.\n[\s\S]*SYNTAX/);
  });

  it('is ended in the middle of a computation by the signal of whoever asked, and leaves nothing running', async () => {
    const asked = new AbortController();
    const endless = run(`log.info({ pid: process.pid }, 'begun'); for (;;);`, { signal: asked.signal });
    const reason = expect(endless).rejects.toThrow('enough');
    await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 30_000 });
    const { pid } = logged()[0];
    expect(isAlive(pid)).toBe(true);
    asked.abort(new Error('enough'));
    await reason;
    expect(isAlive(pid)).toBe(false);
    await expect(run('return 1;', { signal: asked.signal })).rejects.toThrow('enough');
  });
});
