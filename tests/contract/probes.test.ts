import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createProgram } from '../../packages/server/src/commands/program.ts';
import { noteBackup } from '../../packages/server/src/kernel/data/installation.ts';
import { buildSchool, buildUser, signIn } from '../support/people.ts';
import { startTestServer, TEST_SECRET, type TestServer } from '../support/server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  const school = await buildSchool(server.test.database.kysely, 'amsel');
  await buildUser(server.test.database.kysely, school.id, 'ada', 'STUDENT');
  token = await signIn(server, 'amsel', 'ada');
});
afterAll(() => server.stop());

const probe = async (path: string) => (await server.request('GET', path)).status;

describe('the probes', () => {
  it('say that the process lives and that it can work [D-4.01]', async () => {
    expect(await probe('/healthz')).toBe(200);
    expect(await probe('/readyz')).toBe(200);
  });

  it.each(['files', 'uploads'])('say not ready while no %s can be stored, and ready again [D-4.01]', async (name) => {
    expect(await probe('/readyz')).toBe(200);
    const folder = join(server.dataFolder, name);
    await rename(folder, `${folder}-away`);
    await writeFile(folder, 'no folder');
    expect(await server.request('GET', '/readyz')).toMatchObject({ status: 503, text: `not ready: ${name}\n` });
    await rm(folder);
    await rename(`${folder}-away`, folder);
    expect(await probe('/readyz')).toBe(200);
  });

  it('say alive but not ready while the database is away, and ready again when it is back [D-4.01]', async () => {
    await server.test.allowConnections(false);
    try {
      await server.test.database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and application_name like 'kreide%'`,
      );
      await vi.waitFor(async () => expect(await probe('/readyz')).toBe(503), { timeout: 30_000, interval: 20 });
      expect(await probe('/healthz')).toBe(200);
      const answer = await server.request('GET', '/v1/users/self', { token });
      expect(answer).toMatchObject({ status: 503, body: { error: { code: 'not_ready', retry_after: 2 } } });
      expect(answer.headers.get('retry-after')).toBe('2');
    } finally {
      await server.test.allowConnections(true);
    }
    await vi.waitFor(async () => expect(await probe('/readyz')).toBe(200), { timeout: 30_000, interval: 50 });
    expect((await server.request('GET', '/v1/users/self', { token })).status).toBe(200);
  });
});

describe('a second process of an installation', () => {
  const SECRET = 'another-secret-of-at-least-32-characters';
  const second = (env: Record<string, string>) =>
    startTestServer({
      connectionString: server.test.connectionString,
      env: { KREIDE_DATA: server.dataFolder, ...env },
    });
  const readinessOf = async (one: TestServer) => (await one.request('GET', '/readyz')).text;

  it('is not ready with another secret or folder until somebody says that it is meant so [D-4.01] [D-4.02]', async () => {
    await using like = await second({});
    expect(await readinessOf(like)).toBe('ready\n');
    const elsewhere = await mkdtemp(join(tmpdir(), 'kreide-elsewhere-'));
    await using apart = await second({ KREIDE_DATA: elsewhere });
    expect(await readinessOf(apart)).toBe('not ready: files\n');
    await rm(elsewhere, { recursive: true });
    await using sealed = await second({ KREIDE_SECRET_KEY: SECRET });
    expect(await readinessOf(sealed)).toBe('not ready: secret_key\n');
    await using other = await second({ KREIDE_SECRET: SECRET });
    expect(await readinessOf(other)).toBe('not ready: secret\n');
    const adopt = async (secret: string) => {
      const { connectionString, ownerConnectionString } = server.test;
      vi.stubEnv('DATABASE_URL', connectionString);
      vi.stubEnv('DATABASE_OWNER_URL', ownerConnectionString);
      vi.stubEnv('KREIDE_DATA', server.dataFolder);
      vi.stubEnv('KREIDE_SECRET', secret);
      await createProgram(() => {}).parseAsync(['node', 'kreide-server', 'adopt']);
      vi.unstubAllEnvs();
    };
    await adopt(SECRET);
    expect([await readinessOf(other), await readinessOf(server)]).toEqual(['ready\n', 'not ready: secret\n']);
    await adopt(TEST_SECRET);
    expect(await readinessOf(server)).toBe('ready\n');
  });

  it('that is older than the schema of the database is not ready any more [D-4.01]', async () => {
    const later = "'209901010000_kernel_later'";
    await server.test.asOwner(`insert into kreide_migrations (name, checksum) values (${later}, '')`);
    expect(await readinessOf(server)).toBe('not ready: schema\n');
    await server.test.asOwner(`delete from kreide_migrations where name = ${later}`);
    expect(await readinessOf(server)).toBe('ready\n');
  });
});

describe('the figures', () => {
  it('are for whoever has the token, and without one for this machine alone, through no proxy [D-4.01] [D-4.10]', async () => {
    await using guarded = await startTestServer({ env: { KREIDE_METRICS_TOKEN: 'a-token-for-figures' } });
    const statusOf = async (headers: Record<string, string>, from = guarded) =>
      (await from.request('GET', '/metrics', { headers })).status;
    expect(await statusOf({}), 'a proxy on this machine that says nothing of itself').toBe(401);
    expect(await statusOf({ authorization: 'Bearer another-token-here' })).toBe(401);
    expect(await statusOf({ authorization: 'Bearer a-token-for-figures' })).toBe(200);
    expect(await statusOf({ 'x-forwarded-for': '192.0.2.7', authorization: 'Bearer a-token-for-figures' })).toBe(200);
    expect(await statusOf({}, server)).toBe(200);
    for (const header of ['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])
      expect(await statusOf({ [header]: '127.0.0.1' }, server), header).toBe(401);
    for (const env of [{ KREIDE_TRUST_PROXY: 'loopback' }, { KREIDE_URL: 'https://kreide.example' }]) {
      await using behind = await startTestServer({ env });
      expect(await statusOf({}, behind), JSON.stringify(env)).toBe(401);
    }
  });

  it('count requests by route and never by address, errors, sockets, jobs and connections [D-4.01]', async () => {
    await server.request('GET', '/v1/public/schools/amsel');
    await server.request('GET', '/v1/public/schools/nobody-here');
    await server.request('GET', '/v1/no-such-thing-at-all');
    const { text, headers, status } = await server.request('GET', '/metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    const route = 'route="/v1/public/schools/:slink"';
    expect(text).toContain(`kreide_http_requests_total{method="GET",${route},status="200"} 1`);
    expect(text).toContain(`kreide_http_requests_total{method="GET",${route},status="404"} 1`);
    expect(text).toContain('kreide_http_request_duration_seconds_bucket{le="0.1",area="public"}');
    for (const name of [
      'kreide_http_errors_total',
      'kreide_sockets',
      'kreide_jobs_total',
      'process_resident_memory_bytes',
    ])
      expect(text).toContain(`# HELP ${name} `);
    expect(text).not.toMatch(/nobody-here|no-such-thing|amsel/);
  });

  it('tell what waits and when the last backup was written [D-4.01]', async () => {
    const { pool, database } = { ...server.test, pool: server.test.database.pool };
    const { rows } = await pool.query<{ school_id: number; id: number }>('select school_id, id from users limit 1');
    const waiting = rows[0] ?? { school_id: 0, id: 0 };
    await pool.query(
      `insert into mails (school_id, user_id, kind, recipient, content, created_at, not_before, expires_at)
       values ($1, $2, 'test', 'a@home.example', '{}', now(), now() + interval '1 day', now() + interval '2 days')`,
      [waiting.school_id, waiting.id],
    );
    await pool.query(
      `select graphile_worker.add_job('nobody-does-this', '{}', run_at => now() - interval '90 seconds')`,
    );
    await noteBackup(database.kysely, new Date('2026-11-27T02:00:00Z'));
    const { text } = await server.request('GET', '/metrics');
    const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    expect(figure('kreide_mails_waiting')).toBe(1);
    expect(figure('kreide_jobs_waiting')).toBeGreaterThanOrEqual(1);
    expect(figure('kreide_jobs_oldest_seconds')).toBeGreaterThanOrEqual(90);
    expect(figure('kreide_last_backup_timestamp_seconds')).toBe(Date.UTC(2026, 10, 27, 2) / 1000);
  });
});
