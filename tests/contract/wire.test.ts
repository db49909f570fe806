import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointsOf } from '../../packages/core/src/contract.ts';
import { UPLOAD_TIMEOUT } from '../../packages/core/src/features/files/index.ts';
import { isGzipAccepted } from '../../packages/server/src/kernel/http/answers.ts';
import { BODY_PATIENCE, STALL_PATIENCE } from '../../packages/server/src/kernel/http/bodies.ts';
import { toApiError } from '../../packages/server/src/kernel/http/failures.ts';
import { sendRaw } from '../support/fuzz.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('a caller with habits of its own', () => {
  it('that asks for HTTP/2 by upgrade is answered in HTTP/1.1', async () => {
    const head = ['GET /v1/find-schools?keyword=zzz HTTP/1.1', `Host: ${new URL(server.url).host}`];
    const upgrade = ['Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'];
    const text = await sendRaw(server.url, [...head, ...upgrade, '', ''].join('\r\n'));
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    ['gzip', true],
    ['GZIP, br', true],
    ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
    ['gzip;q=0.001', true],
    ['gzip;q=0', false],
    ['br, gzip ; q=0.000', false],
    ['xgzip', false],
    ['identity', false],
    [undefined, false],
  ])('that accepts %j gets gzip: %j', (header, expected) => {
    expect(isGzipAccepted(header)).toBe(expected);
  });

  it('that sends its body drop by drop is cut off, yet later than any client of ours gives up [T-9.21]', () => {
    const waits = endpointsOf().map(({ endpoint }) => endpoint.timeout ?? 0);
    const { requestTimeout, headersTimeout } = server.server.fastify.server;
    expect(requestTimeout).toBeGreaterThan(UPLOAD_TIMEOUT);
    expect(requestTimeout).toBeLessThanOrEqual(UPLOAD_TIMEOUT + 120_000);
    // Whatever is no upload has less.
    expect(BODY_PATIENCE).toBeGreaterThan(Math.max(...waits));
    expect(BODY_PATIENCE).toBeLessThanOrEqual(900_000);
    expect(headersTimeout).toBeLessThanOrEqual(60_000);
  });

  it('that sends a form to an upload is judged by whether it goes on, every other body by the whole time [T-9.21]', async () => {
    const timers = { slow: 0, stalled: 0 };
    const real = { setTimeout: globalThis.setTimeout, setInterval: globalThis.setInterval };
    const [slow, stalled] = [BODY_PATIENCE, STALL_PATIENCE];
    const watched = <Timer extends typeof real.setTimeout | typeof real.setInterval>(
      timer: Timer,
      kind: keyof typeof timers,
    ) =>
      ((...args: Parameters<typeof real.setTimeout>) => {
        if (args[1] === (kind === 'slow' ? slow : stalled)) timers[kind] += 1;
        return (timer as typeof real.setTimeout)(...args);
      }) as unknown as Timer;
    globalThis.setTimeout = watched(real.setTimeout, 'slow');
    globalThis.setInterval = watched(real.setInterval, 'stalled');
    try {
      const form = new FormData();
      form.append('file', new Blob(['x']), 'x.txt');
      await server.request('POST', '/v1/channels/chats/1/messages', { token: 'x', body: form });
      expect(timers).toEqual({ slow: 0, stalled: 1 });
      await server.request('POST', '/v1/channels/chats/1/messages', { token: 'x', body: {} });
      await server.request('POST', '/v1/nowhere', { body: {} });
      expect(timers).toEqual({ slow: 2, stalled: 1 });
    } finally {
      Object.assign(globalThis, real);
    }
  });

  it('that goes away in the middle of its body is no failure of the server', () => {
    const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    expect(toApiError(aborted).status).toBe(400);
    expect(toApiError(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })).status).toBe(503);
  });
});

describe('bytes that are no request', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['a control character in a header', 'GET /v1/users/self HTTP/1.1\r\nhost: x\r\na: \u0001\r\n\r\n'],
    ['a header of 100 kB', `GET /v1/users/self HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['two lengths', 'POST /v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}'],
    ['a raw path', 'GET /v1/../../etc/passwd HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
    ['a half character', 'GET /v1/find-schools?keyword=\xff\xfeabc HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ])('%s gets a 4xx in the shape of the contract [D-4.08]', async (_, bytes) => {
    const text = await sendRaw(server.url, Buffer.from(bytes, 'latin1'));
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d /);
    const body = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
    expect(body.error).toMatchObject({
      code: expect.any(String),
      message: expect.any(String),
      request_id: expect.any(String),
    });
  });
});
