import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCli } from '../support/cli-process.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const HEAD = 'lesson_id;classes;teachers;subject;rooms;weekday;period';
const ROWS = [
  '1;10b;Bg;MA;204;2;3',
  '2;10b;Li;DE;105;2;4',
  '3;10b;Bg;PH;L1;4;1',
  '4;7a;Li;DE;105;1;1',
  '5;7a;Bg;MA;204;1;2',
  '6;7a;Bg;MA;204;3;2',
];

let server: TestServer;
let cli: ReturnType<typeof createCli>;
let slink = '';
let schools = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  cli = createCli();
  schools += 1;
  slink = `amsel-${schools}`;
  const { kysely } = server.test.database;
  const school = await buildSchool(kysely, slink);
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  await buildUser(kysely, school.id, 'ada', 'STUDENT');
});
afterEach(() => cli.remove());

const as = (username: string, address = server.url) => ({
  KREIDE_SERVER: address,
  KREIDE_SCHOOL: slink,
  KREIDE_USERNAME: username,
  KREIDE_PASSWORD: PASSWORD,
});
const plan = (rows: readonly string[], name = 'plan.csv') => {
  writeFileSync(join(cli.home, name), [HEAD, ...rows, ''].join('\n'));
  return name;
};
const upload = async (rows: readonly string[], ...options: string[]) => {
  const run = await cli.run(['timetable', 'upload', plan(rows), '--json', ...options], as('admin'));
  return { ...run, result: run.stdout === '' ? null : JSON.parse(run.stdout) };
};

describe('kreide and a real server', () => {
  it('signs in, renews the session by itself, and revokes it [D-3.02]', async () => {
    const login = await cli.run(
      ['login', '--password-stdin'],
      { ...as('admin'), KREIDE_PASSWORD: '' },
      `${PASSWORD}\n`,
    );
    expect(login).toMatchObject({ code: 0 });
    server.clock.advance(2 * 60 * 60_000);
    const who = await cli.run(['whoami', '--json']);
    expect(who).toMatchObject({ code: 0 });
    expect(JSON.parse(who.stdout)).toMatchObject({ session: 'stored', school: { slink }, user: { username: 'admin' } });
    const stored = JSON.parse(readFileSync(join(cli.home, 'config/kreide/accounts.json'), 'utf8'));
    const { access_token: token, refresh_token, uuid } = stored.accounts[0];
    expect((await server.request('GET', '/v1/users/self', { token })).status).toBe(200);
    expect((await cli.run(['logout'])).code).toBe(0);
    expect((await server.request('GET', '/v1/users/self', { token })).status).toBe(401);
    const renewed = await server.request('POST', '/v1/auth/refresh', { body: { uuid, refresh_token } });
    expect(renewed.status).toBeGreaterThanOrEqual(400);
    expect((await cli.run(['whoami'])).code).toBe(1);
    const wrong = await cli.run(['whoami'], { ...as('admin'), KREIDE_PASSWORD: 'wrong' });
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
  });

  it('brings a plan into force and takes it back; the same file again changes nothing [D-3.08] [D-3.09]', async () => {
    const dry = await upload(ROWS, '--dry-run');
    expect(dry).toMatchObject({ code: 0, result: { published: false, changes: { added: 6, changed: 0, removed: 0 } } });
    const first = await upload(ROWS, '--yes');
    expect(first).toMatchObject({ code: 0, result: { source: 'csv', school_year: '2026 / 2027', published: true } });
    expect(first.result.counts).toMatchObject({ lessons: 6, placements: 6, grades: 2, teachers: 2, subjects: 3 });
    expect(await upload(ROWS, '--yes')).toMatchObject({
      code: 0,
      result: { published: true, changes: { added: 0, changed: 0, removed: 0 } },
    });
    const status = await cli.run(['timetable', 'status', '--json'], as('admin'));
    expect(JSON.parse(status.stdout).map(({ state }: { state: string }) => state)).toEqual([
      'PUBLISHED',
      'PUBLISHED',
      'DISCARDED',
    ]);
    expect((await cli.run(['timetable', 'undo', '--yes'], as('admin'))).code).toBe(0);
    const sources = await cli.run(['timetable', 'sources', '--json'], as('admin'));
    expect(JSON.parse(sources.stdout)).toHaveLength(13);
  });

  it('needs --replace where much would go, and ends with 3 where rows stay behind [D-3.03] [D-3.08]', async () => {
    await upload(ROWS, '--yes');
    const few = await upload(ROWS.slice(0, 2), '--yes');
    expect(few).toMatchObject({ code: 1, result: { published: false } });
    expect(few.stderr).toContain('4 lessons');
    expect(await upload(ROWS.slice(0, 2), '--yes', '--replace')).toMatchObject({
      code: 0,
      result: { published: true },
    });
    const bad = await upload([...ROWS, '7;7a;Bg;MA;204;9;2'], '--yes');
    expect(bad.code).toBe(3);
    expect(bad.result.rejected).toMatchObject([{ file: 'plan.csv', row: 8, value: '9', code: 'unknown_weekday' }]);
  });

  it('refuses people without the right and files that are no plan, and changes nothing [D-3.03] [D-3.08]', async () => {
    const pupil = await cli.run(['timetable', 'upload', plan(ROWS), '--yes'], as('ada'));
    expect(pupil).toMatchObject({ code: 1, stdout: '' });
    writeFileSync(join(cli.home, 'letter.txt'), 'Dear parents, the summer party is on Friday.');
    const letter = await cli.run(['timetable', 'upload', 'letter.txt', '--yes', '--json'], as('admin'));
    expect(letter.code).toBe(1);
    expect(letter.stderr).toContain('letter.txt');
    expect(JSON.parse(letter.stdout)).toMatchObject({ published: false });
  });

  it('picks a broken-off upload up again instead of making a second one [D-3.12]', async () => {
    await using stack = new AsyncDisposableStack();
    let dropped = 0;
    let isDropping = true;
    const line = createServer((request, response) => {
      const options = { method: request.method, headers: request.headers };
      const onward = forward(`${server.url}${request.url}`, options, (answer) => {
        if (isDropping && request.url === '/v1/timetable-service/upload') {
          dropped += 1;
          request.socket.destroy();
          return;
        }
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      request.pipe(onward);
    }).listen(0, '127.0.0.1');
    stack.defer(() => void line.close());
    await once(line, 'listening');
    const address = `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
    const args = ['timetable', 'upload', plan(ROWS), '--yes', '--json'];
    const first = cli.start(args, as('admin', address));
    await expect.poll(() => dropped, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    first.process.kill('SIGKILL');
    await first.ended;
    isDropping = false;
    const again = await cli.run(args, as('admin', address));
    expect(again).toMatchObject({ code: 0 });
    expect(JSON.parse(again.stdout)).toMatchObject({ published: true, changes: { added: 6 } });
    const status = await cli.run(['timetable', 'status', '--json'], as('admin'));
    expect(JSON.parse(status.stdout)).toHaveLength(1);
  });
});
