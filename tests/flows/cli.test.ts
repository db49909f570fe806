import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCli } from '../support/cli-process.ts';
import { type ContractPeer, type Reading, startContractPeer } from '../support/contract-peer.ts';

let cli: ReturnType<typeof createCli>;
let peer: ContractPeer;
let reading: Reading;
let holdReading: Promise<void> | undefined;
beforeEach(async () => {
  cli = createCli();
  reading = {};
  holdReading = undefined;
  peer = await startContractPeer(async () => {
    await holdReading;
    return reading;
  });
});
afterEach(async () => {
  cli.remove();
  await peer[Symbol.asyncDispose]();
});

const signedIn = () => ({
  KREIDE_SERVER: peer.address,
  KREIDE_SCHOOL: 'linden',
  KREIDE_USERNAME: 'admin',
  KREIDE_PASSWORD: 'chalk-dust',
});
const file = (name: string, text = 'grade;subject\n5a;Ma\n') => {
  writeFileSync(join(cli.home, name), text);
  return name;
};

describe('kreide on the command line', () => {
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

describe('kreide login, whoami, logout', () => {
  const login = (password = 'chalk-dust') =>
    cli.run(
      ['login', '--server', peer.address, '--school', 'linden', '--username', 'admin', '--password-stdin', '--json'],
      {},
      `${password}\n`,
    );

  it('keeps the session for its owner only, renews it by itself and revokes it [D-3.02]', async () => {
    const run = await login();
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ server: peer.address, school: 'linden', username: 'admin' });
    const folder = join(cli.home, 'config/kreide');
    expect(readdirSync(folder)).toEqual(['accounts.json']);
    expect(statSync(join(folder, 'accounts.json')).mode & 0o777).toBe(0o600);

    peer.expireTokens();
    const who = await Promise.all([cli.run(['whoami', '--json']), cli.run(['whoami', '--json'])]);
    expect(who.map(({ code }) => code)).toEqual([0, 0]);
    expect(JSON.parse(who[0]?.stdout ?? '')).toMatchObject({ session: 'stored', user: { username: 'admin' } });
    expect(peer.requests.filter((request) => request.includes('refresh'))).toHaveLength(1);

    expect((await cli.run(['logout'])).code).toBe(0);
    expect(peer.sessions.size).toBe(0);
    expect(readFileSync(join(folder, 'accounts.json'), 'utf8')).not.toContain('refresh-');
    expect(await cli.run(['whoami'])).toMatchObject({ code: 1, stdout: '' });
  });

  it('says what is wrong with password or school, and shows no secret [D-3.02] [D-3.03]', async () => {
    const wrong = await login('wrong-word');
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr).not.toContain('wrong-word');
    const other = await cli.run(['login', '--server', peer.address, '--school', 'eiche'], signedIn());
    expect(other.code).toBe(1);
    expect(other.stderr).toContain('“eiche”');
  });

  it('takes a token, and only for the school that was named [D-3.02]', async () => {
    await login();
    const [token = ''] = peer.sessions.keys();
    const env = { KREIDE_TOKEN: token, KREIDE_SERVER: peer.address };
    expect(JSON.parse((await cli.run(['whoami', '--json'], env)).stdout)).toMatchObject({ session: 'token' });
    const other = await cli.run(['whoami'], { ...env, KREIDE_SCHOOL: 'eiche' });
    expect(other.code).toBe(1);
    expect(other.stderr).not.toContain(token);
  });
});

describe('kreide timetable', () => {
  it('uploads and publishes, and prints exactly one object [D-3.03] [D-3.08]', async () => {
    const run = await cli.run(['timetable', 'upload', file('plan.csv'), '--yes', '--json'], signedIn());
    expect(run.code).toBe(0);
    expect(run.stdout.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(run.stdout)).toEqual({
      source: 'csv',
      school_year: '2026 / 2027',
      counts: { lessons: 3, placements: 9, grades: 1, teachers: 2, bookables: 2, subjects: 2, substitutions: 0 },
      changes: { added: 2, changed: 1, removed: 0 },
      warnings: [],
      rejected: [],
      published: true,
    });
    expect(run.stderr).toContain('Sending 1 file');
    expect(peer.received).toEqual([{ name: 'plan.csv', text: 'grade;subject\n5a;Ma\n' }]);
    expect(peer.sessions.size).toBe(0);
  });

  it('ends with 3 and names the rows that stayed behind [D-3.03]', async () => {
    reading = {
      rejected: [
        {
          file: 'plan.csv',
          row: 4,
          column: 'subject',
          value: '??',
          code: 'unknown_reference',
          reason: 'Unknown subject',
        },
      ],
    };
    const run = await cli.run(['timetable', 'upload', file('plan.csv'), '--yes'], signedIn());
    expect(run.code).toBe(3);
    expect(run.stderr).toMatch(/plan\.csv +4 +subject +\?\? +Unknown subject/);
    expect(peer.uploads.map(({ state }) => state)).toEqual(['PUBLISHED']);
  });

  it('publishes nothing on a dry run, without --yes, or when a file cannot be read [D-3.08] [D-3.03]', async () => {
    const name = file('plan.csv');
    expect((await cli.run(['timetable', 'upload', name, '--dry-run'], signedIn())).code).toBe(0);
    expect((await cli.run(['timetable', 'upload', name], signedIn())).code).toBe(2);
    reading = { state: 'FAILED', error: 'plan.csv is no timetable', counts: null, changes: null };
    const failed = await cli.run(['timetable', 'upload', name, '--yes', '--json'], signedIn());
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('plan.csv is no timetable');
    expect(JSON.parse(failed.stdout)).toMatchObject({ published: false });
    expect(peer.uploads.map(({ state }) => state)).toEqual(['DISCARDED', 'FAILED']);
  });

  it('explains with numbers that much would go, and goes on with --replace [D-3.08]', async () => {
    const part = { added: 0, changed: 0, removed: 412 };
    const none = { added: 0, changed: 0, removed: 0 };
    reading = { changes: { ...part, lessons: part, substitutions: none, lines: [], needs_replace: true } };
    const name = file('plan.csv');
    const refused = await cli.run(['timetable', 'upload', name, '--yes'], signedIn());
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/412 lessons .*20 percent.* hold 3\..*--replace/s);
    expect((await cli.run(['timetable', 'upload', name, '--yes', '--replace'], signedIn())).code).toBe(0);
    expect(peer.uploads.map(({ state }) => state)).toEqual(['DISCARDED', 'PUBLISHED']);
  });

  it('lists sources and uploads, and takes the last publication back [D-3.09]', async () => {
    const sources = await cli.run(['timetable', 'sources'], signedIn());
    expect(sources.stdout.trim().split('\n')).toHaveLength(14);
    expect(sources.stdout).toMatch(/v3 +V3 +no/);
    reading = { warnings: ['Week A begins on 2026-08-24.'] };
    await cli.run(['timetable', 'upload', file('plan.csv'), '--yes'], signedIn());
    const status = await cli.run(['timetable', 'status'], { ...signedIn(), TZ: 'Asia/Tokyo' });
    expect(status.stdout).toMatch(/1 .*published.*plan\.csv/);
    // The school's zone, whatever the machine's is: 09:00 Z is 10:00 in Berlin.
    expect(status.stdout).toContain('10:00');
    expect(status.stdout).toContain('Week A begins on 2026-08-24.');
    expect((await cli.run(['timetable', 'undo', '--yes'], signedIn())).code).toBe(0);
    expect(peer.uploads.map(({ state }) => state)).toEqual(['UNDONE']);
    expect((await cli.run(['timetable', 'undo', '--yes'], signedIn())).code).toBe(1);
  });

  it('picks an upload up again that was broken off, without doubling it [D-3.12]', async () => {
    const name = file('plan.csv');
    let release = () => {};
    holdReading = new Promise((resolve) => {
      release = resolve;
    });
    const first = cli.start(['timetable', 'upload', name, '--yes'], signedIn());
    await expect.poll(() => peer.received.length).toBe(1);
    first.process.kill('SIGKILL');
    await first.ended;
    release();
    await expect.poll(() => peer.uploads.length).toBe(1);
    peer.breakOff('POST /v1/timetable-service/upload');
    peer.breakOff(`POST /v1/timetable-service/uploads/${peer.uploads[0]?.uuid}/publish`);
    const again = await cli.run(['timetable', 'upload', name, '--yes', '--json'], signedIn());
    expect(again).toMatchObject({ code: 0 });
    expect(peer.uploads.map(({ state }) => state)).toEqual(['PUBLISHED']);
  });
});

describe('kreide timetable upload --watch', () => {
  it('uploads finished exports as one, ignores unchanged content and survives failures [D-3.08]', async () => {
    const folder = join(cli.home, 'exports');
    mkdirSync(folder);
    file('exports/old.xml', '<old/>');
    utimesSync(join(folder, 'old.xml'), 1, 1);
    file('exports/current.xml', '<current/>');
    const anHourAgo = Date.now() / 1000 - 3_600;
    utimesSync(join(folder, 'current.xml'), anHourAgo, anHourAgo);
    const args = ['timetable', 'upload', '--watch', folder, '--settle', '0.3', '--yes', '--json'];
    const watch = cli.start(args, signedIn());
    await expect.poll(() => peer.uploads.map(({ state }) => state), { timeout: 10_000 }).toEqual(['PUBLISHED']);
    expect(peer.received).toEqual([{ name: 'current.xml', text: '<current/>' }]);
    file('exports/GPU001.TXT', '1,"5a"');
    file('exports/GPU014.TXT', '2,"5a"');
    file('exports/notes.pdf', 'no export');
    await expect.poll(() => peer.uploads[1]?.state, { timeout: 10_000 }).toBe('PUBLISHED');
    expect(peer.uploads[1]?.files.map(({ name }) => name)).toEqual(['GPU001.TXT', 'GPU014.TXT']);

    file('exports/draft.tmp', '1,"5a"');
    renameSync(join(folder, 'draft.tmp'), join(folder, 'GPU001.TXT'));
    await watch.says('Content unchanged: GPU001.TXT');
    reading = { state: 'FAILED', error: 'This is no export' };
    file('exports/GPU001.TXT', 'broken');
    await watch.says('This is no export');
    reading = {};
    file('exports/GPU001.TXT', '1,"5b"');
    await expect.poll(() => peer.uploads[3]?.state, { timeout: 10_000 }).toBe('PUBLISHED');
    watch.process.kill('SIGINT');
    const { code, stdout } = await watch.ended;
    expect(code).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).published),
    ).toEqual([true, true, false, true]);
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
    expect(complete('')).toBe('login logout whoami timetable completion');
    expect(complete('timetable', 'up')).toBe('upload');
    expect(complete('timetable', 'upload', '--dry')).toBe('--dry-run');
    expect(complete('timetable', 'upload', '--source', 'in')).toBe('indiware');
    expect(complete('timetable', 'upload', '--yes', 'pl')).toBe('plan.csv');
    expect(complete('completion', 'f')).toBe('fish');
  });

  it.each(['zsh', 'fish'])('prints a script for %s [D-3.14]', async (shell) => {
    const { code, stdout } = await cli.run(['completion', shell]);
    expect(code).toBe(0);
    expect(stdout).toContain('do-not-print');
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
    let attempts = 0;
    await using stack = new AsyncDisposableStack();
    const deaf = createTcpServer((socket) => {
      attempts += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    stack.defer(() => void deaf.close());
    await once(deaf, 'listening');
    const address = `http://127.0.0.1:${(deaf.address() as AddressInfo).port}`;
    const run = await cli.run(['whoami'], { KREIDE_TOKEN: 'some-token', KREIDE_SERVER: address });
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run.stderr).toContain(`${address} cannot be reached: connection broken off (`);
    expect(attempts).toBe(6);
  });

  it('prints its one object of --json however an upload ends [D-3.03]', async () => {
    const upload = (name: string, env: Record<string, string>) =>
      cli.run(['timetable', 'upload', name, '--yes', '--json'], env);
    const runs = [
      await upload('nowhere.xml', signedIn()),
      await upload(file('plan.csv'), { ...signedIn(), KREIDE_PASSWORD: 'wrong' }),
      await cli.run(['timetable', 'upload', '--yes', '--json'], signedIn()),
    ];
    expect(runs.map(({ code }) => code)).toEqual([2, 1, 2]);
    for (const { stdout } of runs)
      expect(JSON.parse(stdout)).toMatchObject({ counts: null, changes: null, rejected: [], published: false });
  });

  it('goes through the proxy of the environment, and past it for NO_PROXY [D-3.13]', async () => {
    const seen: string[] = [];
    await using stack = new AsyncDisposableStack();
    const proxy = createServer((request, response) => {
      seen.push(request.url ?? '');
      const target = new URL(request.url ?? '', peer.address);
      const onward = forward(
        `${peer.address}${target.pathname}${target.search}`,
        { method: request.method, headers: request.headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      request.pipe(onward);
    }).listen(0, '127.0.0.1');
    stack.defer(() => void proxy.close());
    await once(proxy, 'listening');
    const HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const env = { ...signedIn(), KREIDE_SERVER: 'http://kreide.invalid', HTTP_PROXY };
    const run = await cli.run(['timetable', 'upload', file('plan.csv'), '--yes', '--json'], env);
    expect(run.code).toBe(0);
    expect(seen[0]).toBe('http://kreide.invalid/v1/auth/login');
    const count = seen.length;
    expect((await cli.run(['whoami'], { ...signedIn(), HTTP_PROXY, NO_PROXY: '127.0.0.1' })).code).toBe(0);
    expect(seen).toHaveLength(count);
  });
});
