// features: auth, users

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findCli, SOURCE_BIN } from '../support/built-cli.ts';
import { createCli, startCommand } from '../support/cli-process.ts';

let cli: ReturnType<typeof createCli>;
beforeEach(() => {
  cli = createCli();
});
afterEach(() => cli.remove());

/** A command that finds nobody, and the moments of its tries: it pauses for a quarter of a minute, while the other tests run. */
let withNobody: ReturnType<typeof callNobody>;
beforeAll(() => {
  withNobody = callNobody();
  withNobody.catch(() => {});
});

async function callNobody() {
  const attempts: number[] = [];
  await using stack = new AsyncDisposableStack();
  const deaf = createTcpServer((socket) => {
    attempts.push(performance.now());
    socket.destroy();
  }).listen(0, '127.0.0.1');
  stack.defer(() => void deaf.close());
  await once(deaf, 'listening');
  const own = createCli();
  stack.defer(() => own.remove());
  const address = `http://127.0.0.1:${(deaf.address() as AddressInfo).port}`;
  const began = performance.now();
  const run = await own.run(['whoami'], { KREIDE_TOKEN: 'some-token', KREIDE_SERVER: address });
  return { attempts, began, address, run };
}

const file = (name: string, text = 'grade;subject\n5a;Ma\n') => {
  writeFileSync(join(cli.home, name), text);
  return name;
};

describe('kreide on the command line', () => {
  it('starts in the workspace from its sources and is the same as the published one, which the flows call [D-3.01]', async () => {
    const published = await findCli();
    expect(published).not.toBe(SOURCE_BIN);
    const ends = [published, SOURCE_BIN].map(
      (bin) => startCommand([process.execPath, bin, 'timetable', '--help'], { home: cli.home, env: {} }).ended,
    );
    const [one, other] = await Promise.all(ends);
    expect(one).toMatchObject({ code: 0, stderr: '' });
    expect(other).toEqual(one);
  });

  it.each([
    [[]],
    [['login']],
    [['logout']],
    [['whoami']],
    [['timetable']],
    [['timetable', 'upload']],
    [['timetable', 'sources']],
    [['timetable', 'status']],
    [['timetable', 'undo']],
    [['schoolyear']],
    [['schoolyear', 'list']],
    [['schoolyear', 'add']],
    [['schoolyear', 'activate']],
    [['schoolyear', 'plan']],
    [['users']],
    [['users', 'import']],
    [['users', 'generate']],
    [['generate']],
    [['letters']],
    [['letters', 'list']],
    [['letters', 'download']],
    [['school']],
    [['school', 'show']],
    [['school', 'list']],
    [['school', 'get']],
    [['school', 'set']],
    [['completion']],
  ])('describes %j with an example and ends with 0 [D-3.01]', async (command) => {
    const run = await cli.run([...command, '--help']);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/Usage: kreide/);
    expect(run.stdout).toMatch(new RegExp(`Example:\\n.*kreide ${command.join(' ')}`, 's'));
  });

  it.each([
    [['tiemtable'], 'timetable'],
    [['timetable', 'uplaod'], 'upload'],
    [['whoami', '--jsno'], '--json'],
  ])('refuses %j with a suggestion and exit code 2 [D-3.01] [D-3.03]', async (args, suggestion) => {
    const run = await cli.run(args);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(`Did you mean ${suggestion}?`);
  });

  it('speaks the language of the terminal [D-3.13]', async () => {
    expect((await cli.run(['tiemtable'], { LC_ALL: 'de_DE.UTF-8' })).stderr).toContain('Gemeint: timetable?');
    expect((await cli.run(['whoami'], { LC_ALL: '', LANG: 'it_IT.UTF-8' })).stderr).toContain('Nessuno');
    expect((await cli.run(['whoami'], { LC_ALL: 'C' })).stderr).toContain('Nobody is signed in');
  });
});

describe('kreide completion', () => {
  const hasShell = (shell: string) => spawnSync(shell, ['--version']).status === 0;

  it('completes commands, options, values and files in bash [D-3.14]', async () => {
    const { stdout: script } = await cli.run(['completion', 'bash']);
    file('plan.csv');
    const complete = (...words: string[]) => {
      const line = ['kreide', ...words].map((word) => `'${word}'`).join(' ');
      const reply = `COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _kreide 2>/dev/null; echo "\${COMPREPLY[*]}"`;
      return spawnSync('bash', ['-c', `${script}\n${reply}`], { cwd: cli.home, encoding: 'utf8' }).stdout.trim();
    };
    expect(complete('')).toBe(
      'login logout whoami timetable schoolyear users generate letters school classbook completion',
    );
    expect(complete('timetable', 'up')).toBe('upload');
    expect(complete('timetable', 'upload', '--dry')).toBe('--dry-run');
    expect(complete('timetable', 'upload', '--source', 'in')).toBe('indiware');
    expect(complete('timetable', 'upload', '--yes', 'pl')).toBe('plan.csv');
    expect(complete('completion', 'f')).toBe('fish');
    expect(complete('letters', '')).toBe('list download');
    expect(complete('letters', 'download', '12', '--role', 's')).toBe('student');
    expect(complete('generate', '--yes', 'pl')).toBe('plan.csv');
    expect(complete('school', '')).toBe('show list get set');
  });

  it.each(['zsh', 'fish'])('prints a script for %s [D-3.14]', async (shell) => {
    const { code, stdout } = await cli.run(['completion', shell]);
    expect(code).toBe(0);
    for (const word of ['do-not-print', 'letters', 'generate', 'school', 'download']) expect(stdout).toContain(word);
  });

  for (const shell of ['zsh', 'fish'])
    it.skipIf(!hasShell(shell))(`prints a script that ${shell} understands [D-3.14]`, async () => {
      const { stdout } = await cli.run(['completion', shell]);
      const script = file(`script.${shell}`, stdout);
      expect(spawnSync(shell, ['-n', script], { cwd: cli.home, encoding: 'utf8' })).toMatchObject({
        status: 0,
        stderr: '',
      });
    });

  it('refuses a shell that it does not know [D-3.14] [D-3.01]', async () => {
    const run = await cli.run(['completion', 'tcsh']);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('bash, zsh, fish');
  });
});

describe('kreide and the network', () => {
  it('tries again with growing pauses, then says address and cause in one line [D-3.12]', async () => {
    const { attempts, began, address, run } = await withNobody;
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run.stderr).toContain(`${address} cannot be reached: connection broken off (`);
    // A look whether anybody is there, the call and its five retries.
    expect(attempts).toHaveLength(7);
    // 500, 1000, 2000, 4000 and 8000 ms, each of which the tests of the client see.
    expect((attempts.at(-1) ?? 0) - began).toBeGreaterThanOrEqual(15_500);
  });
});
