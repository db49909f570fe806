// features: schools

import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROWS, useCliSchool } from '../support/cli-school.ts';
import { PASSWORD } from '../support/people.ts';
import { startRelay } from '../support/relay.ts';

const { current, as, write, plan, states, sessions } = useCliSchool();
const run = (args: readonly string[], env: Record<string, string> = as('admin')) => current.cli.run(args, env);
const upload = async (rows: readonly string[], ...options: string[]) => {
  const ended = await run(['timetable', 'upload', plan(rows), '--json', ...options]);
  return { ...ended, result: ended.stdout === '' ? null : JSON.parse(ended.stdout) };
};

describe('kreide login, whoami, logout', () => {
  const login = (address: string, password = PASSWORD) =>
    current.cli.run(
      ['login', '--password-stdin', '--json'],
      { ...as('admin', address), KREIDE_PASSWORD: '' },
      `${password}\n`,
    );
  const stored = () => readFileSync(join(current.cli.home, 'config/kreide/accounts.json'), 'utf8');

  it('keeps the session for its owner only, renews it by itself and revokes it [D-3.02]', async () => {
    const { server, school } = current;
    await using relay = await startRelay(server.url);
    const signedIn = await login(relay.address);
    expect(signedIn).toMatchObject({ code: 0 });
    expect(JSON.parse(signedIn.stdout)).toMatchObject({ school: school.slink, username: 'admin' });
    const folder = join(current.cli.home, 'config/kreide');
    expect(readdirSync(folder).sort()).toEqual(['accounts.json', 'devices.json']);
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);

    server.clock.advance(2 * 60 * 60_000);
    const who = await Promise.all([run(['whoami', '--json'], {}), run(['whoami', '--json'], {})]);
    expect(who.map(({ code }) => code)).toEqual([0, 0]);
    expect(JSON.parse(who[0]?.stdout ?? '')).toMatchObject({
      session: 'stored',
      school: { slink: school.slink },
      user: { username: 'admin' },
    });
    expect(relay.requests.filter((request) => request.includes('refresh'))).toHaveLength(1);

    const { access_token: token, refresh_token, uuid } = JSON.parse(stored()).accounts[0];
    expect((await server.request('GET', '/v1/users/self', { token })).status).toBe(200);
    expect((await run(['logout'], {})).code).toBe(0);
    expect((await server.request('GET', '/v1/users/self', { token })).status).toBe(401);
    const renewed = await server.request('POST', '/v1/auth/refresh', { body: { uuid, refresh_token } });
    expect(renewed.status).toBeGreaterThanOrEqual(400);
    expect(stored()).not.toContain(refresh_token);
    expect(await run(['whoami'], {})).toMatchObject({ code: 1, stdout: '' });
  });

  it('is let in from where it signed in before while strangers try the same account [D-4.09]', async () => {
    const { server, school } = current;
    expect((await login(server.url)).code).toBe(0);
    const body = { slink: school.slink, username: 'admin', password: 'wrong', stayLoggedIn: false };
    for (let n = 0; n < 8; n += 1) await server.request('POST', '/v1/auth/login', { body });
    expect((await server.request('POST', '/v1/auth/login', { body })).status).toBe(429);
    expect((await login(server.url)).code).toBe(0);
    rmSync(join(current.cli.home, 'config/kreide/devices.json'));
    expect((await login(server.url)).code).toBe(1);
  });

  it('says what is wrong with password or school, and shows no secret [D-3.02] [D-3.03]', async () => {
    const wrong = await login(current.server.url, 'wrong-word');
    expect(wrong.code).toBe(1);
    expect(JSON.parse(wrong.stdout)).toMatchObject({ error: { code: 'wrong_credentials', file: null } });
    expect(wrong.stdout + wrong.stderr).not.toContain('wrong-word');
    const other = await run(['login', '--school', 'eiche']);
    expect(other.code).toBe(1);
    expect(other.stderr).toContain('“eiche”');
  });

  it('takes a token, and only for the school that was named [D-3.02]', async () => {
    await login(current.server.url);
    const token: string = JSON.parse(stored()).accounts[0].access_token;
    const env = { KREIDE_TOKEN: token, KREIDE_SERVER: current.server.url };
    expect(JSON.parse((await run(['whoami', '--json'], env)).stdout)).toMatchObject({ session: 'token' });
    const other = await run(['whoami'], { ...env, KREIDE_SCHOOL: 'eiche' });
    expect(other.code).toBe(1);
    expect(other.stderr).not.toContain(token);
  });
});

describe('kreide timetable', () => {
  const added = (count: number) => ({ added: count, changed: 0, removed: 0 });

  it('uploads and publishes, prints exactly one object and leaves no session behind [D-3.03] [D-3.08]', async () => {
    const first = await upload(ROWS, '--yes');
    expect(first.code).toBe(0);
    expect(first.stdout.trim().split('\n')).toHaveLength(1);
    expect(first.result).toEqual({
      source: 'csv',
      school_year: '2026 / 2027',
      counts: {
        lessons: 6,
        placements: 6,
        grades: 2,
        teachers: 2,
        bookables: 3,
        subjects: 3,
        substitutions: 0,
        supervisions: 0,
        holidays: 0,
        exams: 0,
      },
      changes: {
        added: 6,
        changed: 0,
        removed: 0,
        parts: {
          grades: added(2),
          teachers: added(2),
          bookables: added(3),
          subjects: added(3),
          times: added(14),
          courses: added(0),
          holidays: added(0),
          supervisions: added(0),
          exams: added(0),
        },
      },
      warnings: [expect.stringContaining('Usual times')],
      rejected: [],
      published: true,
      error: null,
    });
    expect(first.stderr).toContain('Sending 1 file');
    expect(await sessions()).toBe(0);
    expect(await upload(ROWS, '--yes')).toMatchObject({
      code: 0,
      result: { published: false, changes: { added: 0, changed: 0, removed: 0 } },
    });
  });

  it('ends with 3 and names the rows that stayed behind [D-3.03]', async () => {
    const rows = [...ROWS, '7;7a;Bg;MA;204;9;2'];
    const told = await run(['timetable', 'upload', plan(rows), '--yes']);
    expect(told.code).toBe(3);
    expect(told.stderr).toMatch(/plan\.csv +8 +weekday +9 +\p{L}{3,}/u);
    const { result } = await upload(rows, '--yes');
    expect(result.rejected).toMatchObject([{ file: 'plan.csv', row: 8, value: '9', code: 'unknown_weekday' }]);
    expect(await states()).toEqual(['PUBLISHED', 'DISCARDED']);
  });

  it('publishes nothing on a dry run, without --yes, without the right, or when a file cannot be read [D-3.08] [D-3.03]', async () => {
    expect(await upload(ROWS, '--dry-run')).toMatchObject({ code: 0, result: { published: false } });
    expect((await upload(ROWS)).code).toBe(2);
    const pupil = await run(['timetable', 'upload', plan(ROWS), '--yes'], as('ada'));
    expect(pupil).toMatchObject({ code: 1, stdout: '' });
    write('letter.txt', 'Dear parents, the summer party is on Friday.');
    const letter = await run(['timetable', 'upload', 'letter.txt', '--yes', '--json']);
    expect(letter.code).toBe(1);
    expect(letter.stderr).toContain('letter.txt');
    expect(JSON.parse(letter.stdout)).toMatchObject({ published: false });
    expect(await states()).toEqual(['DISCARDED', 'FAILED']);
  });

  it('explains with numbers that much would go, and goes on with --replace [D-3.03] [D-3.08]', async () => {
    await upload(ROWS, '--yes');
    const few = await upload(ROWS.slice(0, 2), '--yes');
    expect(few).toMatchObject({ code: 1, result: { published: false } });
    expect(few.stderr).toMatch(/4 of 6, more than 20 percent.*--replace/s);
    expect(await upload(ROWS.slice(0, 2), '--yes', '--replace')).toMatchObject({
      code: 0,
      result: { published: true },
    });
    expect(await states()).toEqual(['PUBLISHED', 'DISCARDED', 'PUBLISHED']);
  });

  it('lists sources and uploads, and takes the last publication back [D-3.09]', async () => {
    const sources = await run(['timetable', 'sources']);
    expect(sources.stdout.trim().split('\n')).toHaveLength(14);
    expect(sources.stdout).toMatch(/v3 +V3 +no/);
    await upload(ROWS, '--yes');
    const status = await run(['timetable', 'status'], { ...as('admin'), TZ: 'Asia/Tokyo' });
    expect(status.stdout).toMatch(/published.*plan\.csv/);
    // The school's zone, whatever the machine's is.
    const inBerlin = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', timeStyle: 'short' });
    expect(status.stdout).toContain(inBerlin.format(current.server.clock.now()));
    expect(status.stdout).toContain('Usual times');
    expect((await run(['timetable', 'undo', '--yes'])).code).toBe(0);
    expect(await states()).toEqual(['UNDONE']);
    expect((await run(['timetable', 'undo', '--yes'])).code).toBe(1);
  });

  it('prints its one object of --json however an upload ends [D-3.03]', async () => {
    const runs = [
      await run(['timetable', 'upload', 'nowhere.xml', '--yes', '--json']),
      await run(['timetable', 'upload', plan(), '--yes', '--json'], { ...as('admin'), KREIDE_PASSWORD: 'wrong' }),
      await run(['timetable', 'upload', '--yes', '--json']),
    ];
    expect(runs.map(({ code }) => code)).toEqual([2, 1, 2]);
    for (const { stdout, stderr } of runs) {
      const { error, ...fields } = JSON.parse(stdout);
      expect(fields).toMatchObject({ counts: null, changes: null, rejected: [], published: false });
      expect(stderr).toContain(error.message);
    }
    expect(runs.map(({ stdout }) => JSON.parse(stdout).error)).toMatchObject([
      { code: 'wrong_use', file: 'nowhere.xml' },
      { code: 'wrong_credentials', file: null },
      { code: 'wrong_use', file: null },
    ]);
  });
});
