// features: all

import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createEmptyDatabase } from '../support/database.ts';
import { createInstallation, type ServerProcess } from '../support/server-process.ts';

type Installation = Awaited<ReturnType<typeof createInstallation>>;

let place: Installation;
beforeAll(async () => {
  place = await createInstallation();
});
// A test that failed leaves its server to nobody.
afterEach(() => place.stop());
afterAll(() => place.remove());

async function call(url: string, path: string, body?: unknown, token?: string) {
  const answer = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

async function signIn(url: string, slink: string, username: string, password: string) {
  return call(url, '/v1/auth/login', { slink, username, password, stayLoggedIn: false });
}

async function stop(server: ServerProcess, signal: NodeJS.Signals = 'SIGINT') {
  server.process.kill(signal);
  return server.ended;
}

// One installation lives through these in order, as a person would go through them.
describe('an installation', () => {
  it('starts on an empty folder with the demo, says where it is and who may sign in, and ends on SIGINT with its database [D-1.05] [D-4.03]', async () => {
    const server = place.start();
    const url = await server.ready();
    expect(place.databases()).toHaveLength(1);
    for (const username of ['admin', 'teacher', 'parent', 'student']) {
      expect((await signIn(url, 'demo', username, 'kreide-demo')).status, username).toBe(200);
    }
    const monitor = /Monitor\s+(\S+)/.exec(server.stdout())?.[1] ?? '';
    const token = new URL(monitor).searchParams.get('token');
    expect((await call(url, `/v1/public/monitors/single?token=${token}`)).body.data.school.slink).toBe('demo');
    expect(server.stdout()).toMatch(
      /^Starting the database … \d+ s\nFilling the demo schools … \d+ s\nKreide is ready at /,
    );
    expect(server.stdout()).toContain('admin, teacher, parent, student (password kreide-demo)');
    const { code, stderr } = await stop(server);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(place.databases()).toEqual([]);
  });

  it('gets a school of its own from the command while the server runs; its administrator sets a password with the link, and it may be the one for the management [D-4.15] [P-6.21]', async () => {
    const server = place.start();
    const url = await server.ready();
    const env = { KREIDE_URL: 'https://kreide.example.org' };
    const made = await place.command(['school', 'create', '--name', 'Schule am Wald', '--slink', 'wald'], env);
    const named = `This installation: database and files in ${place.dataFolder}.\n`;
    expect(made).toMatchObject({ code: 0, stderr: named });
    const link = new URL(/https:\S+/.exec(made.stdout)?.[0] ?? '');
    expect(link.origin + link.pathname).toBe('https://kreide.example.org/login/wald/password-reset');
    const password = 'am Wald sind wir';
    const body = {
      token: new URLSearchParams(link.hash.slice(1)).get('token'),
      password,
      password_confirmation: password,
    };
    expect((await call(url, '/v1/auth/password-reset/confirm', body)).status).toBe(200);
    const session = await signIn(url, 'wald', 'admin', password);
    expect(session.body.data).toMatchObject({ name: 'Schule am Wald', slink: 'wald' });
    const self = await call(url, '/v1/users/self', undefined, session.body.access_token);
    expect(self.body.data).toMatchObject({ is_admin: true, username: 'admin' });
    expect(self.body.data.permissions).not.toContain('manage-kreide');

    const setPurpose = (slink: string, purpose: string) =>
      place.command(['school', 'purpose', '--slink', slink, '--purpose', purpose]);
    expect(await setPurpose('wald', 'management')).toMatchObject({
      code: 0,
      stdout: 'The school "wald" is management.\n',
    });
    // At once, also for those who are signed in.
    const read = async () => (await call(url, '/v1/users/self', undefined, session.body.access_token)).body.data;
    await expect.poll(async () => (await read()).permissions).toContain('manage-kreide');
    expect((await read()).school.purpose).toBe('management');
    const nobody = { type: 'satisfaction', answered: 0, results: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 } };
    const feedback = await place.command(['feedback', '--json']);
    expect(JSON.parse(feedback.stdout)).toEqual([{ ...nobody, schools: [], withheld_schools: 0 }]);
    expect(await place.command(['feedback'])).toMatchObject({
      code: 0,
      stderr: named,
      stdout: expect.stringMatching(/^satisfaction: 0 answers of 0 schools\n {2}1: 0\n/),
    });
    const health = JSON.parse((await place.command(['schools', '--health', '--json'])).stdout);
    expect(health.schools).toContainEqual({
      slink: 'wald',
      plan_days: null,
      findings: expect.arrayContaining([{ key: 'plan_old', count: 1 }]),
    });
    expect(await place.command(['schools'])).toMatchObject({ code: 1 });
    const again = await place.command(['school', 'create', '--name', 'Schule am Wald', '--slink', 'wald']);
    expect(again).toMatchObject({
      code: 1,
      stderr: `${named}There is a school "wald" already. Choose another --slink.\n`,
    });
    expect(place.databases()).toHaveLength(1);
    expect((await stop(server, 'SIGTERM')).code).toBe(0);
  });

  it('keeps its data over the next start, also after kill -9 [D-1.05] [D-4.03]', async () => {
    const killed = place.start();
    await killed.ready();
    expect((await stop(killed, 'SIGKILL')).code).toBeNull();
    const server = place.start();
    const url = await server.ready();
    expect((await signIn(url, 'wald', 'admin', 'am Wald sind wir')).status).toBe(200);
    expect((await signIn(url, 'demo', 'student', 'kreide-demo')).status).toBe(200);
    const second = await place.start().ended;
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/^Another process already uses the data folder .*KREIDE_DATA\.\n$/);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await stop(server)).code).toBe(0);
    expect(place.databases()).toEqual([]);
  });

  it('is started by npm start, and ends with it', async () => {
    const server = place.npmStart();
    const url = await server.ready();
    expect((await signIn(url, 'demo', 'admin', 'kreide-demo')).status).toBe(200);
    expect((await stop(server)).code).toBe(0);
    await expect.poll(() => place.databases(), { timeout: 20_000 }).toEqual([]);
  });

  it('seeds no demo unless asked where it faces the world', async () => {
    const dataFolder = join(place.folder, 'school');
    const env = { KREIDE_DATA: dataFolder, NODE_ENV: 'production' };
    const server = place.start(env);
    const url = await server.ready();
    expect((await call(url, '/v1/find-schools?keyword=demo')).body.data).toEqual([]);
    expect((await signIn(url, 'demo', 'admin', 'kreide-demo')).status).toBe(422);
    expect((await stop(server)).code).toBe(0);
  });
});

describe('an installation with a database of its own', () => {
  it('uses the server of DATABASE_URL and starts none; the demo comes there only when asked for [D-1.07]', async () => {
    const own = await createEmptyDatabase();
    const env = { KREIDE_DATA: join(place.folder, 'own'), DATABASE_URL: own.connectionString };
    const bare = place.start(env);
    expect((await signIn(await bare.ready(), 'demo', 'admin', 'kreide-demo')).status).toBe(422);
    expect(place.databases()).toEqual([]);
    expect((await stop(bare)).code).toBe(0);
    const server = place.start({ ...env, KREIDE_DEMO: 'true' });
    expect((await signIn(await server.ready(), 'demo', 'admin', 'kreide-demo')).status).toBe(200);
    expect((await stop(server)).code).toBe(0);
    await own.drop();
  });
});

describe('a start that cannot be', () => {
  it('names every wrong value of the environment at once and opens nothing [D-4.02]', async () => {
    const data = join(place.folder, 'never');
    const { code, stdout, stderr } = await place.start({
      KREIDE_DATA: data,
      PORT: 'eighty',
      KREIDE_URL: 'kreide.example.org/app',
      KREIDE_SECRET: 'short',
      KREIDE_TRUST_PROXY: 'maybe',
      KREIDE_APP_ORIGINS: '*',
      KREIDE_DEMO: 'perhaps',
    }).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const names = ['PORT', 'KREIDE_URL', 'KREIDE_SECRET', 'KREIDE_TRUST_PROXY', 'KREIDE_APP_ORIGINS', 'KREIDE_DEMO'];
    for (const name of names) expect(stderr).toMatch(new RegExp(`^  - ${name} `, 'm'));
    expect(stderr).not.toContain('short');
    expect(existsSync(data)).toBe(false);
  });

  it('says that the port is taken, and leaves no database behind', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const ended = await place.start({ PORT: String(port), KREIDE_DEMO: 'false' }).ended;
    other.close();
    const words = `Port ${port} is taken. Stop the other program or choose another port with PORT=…\n`;
    expect(ended).toEqual({ code: 1, stdout: 'Starting the database …\n', stderr: words });
    expect(place.databases()).toEqual([]);
  });

  it('says that the data folder cannot be written', async () => {
    const closed = join(place.folder, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o555);
    // Nothing is closed to root, but a file is no folder.
    await writeFile(join(place.folder, 'file'), '');
    const isRoot = process.getuid?.() === 0;
    const { code, stderr } = await place.start({
      KREIDE_DATA: join(isRoot ? join(place.folder, 'file') : closed, 'data'),
    }).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The folder \S+ cannot be written \(.*\)\. Choose another one with KREIDE_DATA=…\n$/);
    expect(await readdir(closed)).toEqual([]);
    expect(await readFile(join(place.folder, 'file'), 'utf8')).toBe('');
  });

  it('says that the database cannot be reached, without its password', async () => {
    const { code, stderr } = await place.start({ DATABASE_URL: 'postgresql://kreide:verysecret@127.0.0.1:1/kreide' })
      .ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The database "kreide" at 127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED.*\.\n$/);
    expect(stderr).not.toContain('verysecret');
  });
});
