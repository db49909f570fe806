import { rename } from 'node:fs/promises';
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

  it('say not ready while the storage is away, and ready again [D-4.01]', async () => {
    const files = join(server.dataFolder, 'files');
    await rename(files, `${files}-away`);
    expect(await probe('/readyz')).toBe(503);
    await rename(`${files}-away`, files);
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
  it('are for this machine; from elsewhere, and through a proxy, they need the token [D-4.01] [D-4.10]', async () => {
    await using guarded = await startTestServer({ env: { KREIDE_METRICS_TOKEN: 'a-token-for-figures' } });
    const statusOf = async (headers: Record<string, string>, from = guarded) =>
      (await from.request('GET', '/metrics', { headers })).status;
    expect(await statusOf({})).toBe(200);
    const forwarded = { 'x-forwarded-for': '192.0.2.7' };
    expect(await statusOf(forwarded)).toBe(401);
    expect(await statusOf({ 'x-forwarded-for': '127.0.0.1' })).toBe(401);
    expect(await statusOf({ ...forwarded, authorization: 'Bearer another-token-here' })).toBe(401);
    expect(await statusOf({ ...forwarded, authorization: 'Bearer a-token-for-figures' })).toBe(200);
    expect(await statusOf(forwarded, server), 'without a token of the installation nobody gets in').toBe(401);
    await using behind = await startTestServer({ env: { KREIDE_TRUST_PROXY: 'loopback' } });
    expect(await statusOf(forwarded, behind)).toBe(401);
    expect(await statusOf({}, behind)).toBe(200);
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
    expect(text).toContain(`kreide_http_request_duration_seconds_bucket{le="0.1",method="GET",${route}}`);
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
