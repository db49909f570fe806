import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildSchool, buildUser, signIn } from '../support/people.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

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
      await vi.waitFor(async () => expect(await probe('/readyz')).toBe(503), { timeout: 5000, interval: 20 });
      expect(await probe('/healthz')).toBe(200);
      const answer = await server.request('GET', '/v1/users/self', { token });
      expect(answer).toMatchObject({ status: 503, body: { error: { code: 'not_ready', retry_after: 2 } } });
      expect(answer.headers.get('retry-after')).toBe('2');
    } finally {
      await server.test.allowConnections(true);
    }
    await vi.waitFor(async () => expect(await probe('/readyz')).toBe(200), { timeout: 15_000, interval: 50 });
    expect((await server.request('GET', '/v1/users/self', { token })).status).toBe(200);
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
});
