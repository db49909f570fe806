import { afterEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { createLog } from '../log.ts';

let server: TestServer;
afterEach(() => server.stop());

it.each([
  ['false', 1],
  ['loopback', 0],
])('with KREIDE_TRUST_PROXY=%s a forwarded call is warned of %i times [D-4.02]', async (trust, times) => {
  const lines: string[] = [];
  const log = createLog({ json: true, level: 'info', write: (line) => lines.push(line) });
  server = await startTestServer({ log, env: { KREIDE_TRUST_PROXY: trust } });
  await server.request('GET', '/healthz');
  for (let count = 0; count < 3; count += 1)
    await server.request('GET', '/healthz', { headers: { 'x-forwarded-for': '192.0.2.7' } });
  expect(lines.filter((line) => line.includes('KREIDE_TRUST_PROXY'))).toHaveLength(times);
});
