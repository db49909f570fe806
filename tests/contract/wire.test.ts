import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointsOf } from '../../packages/core/src/contract.ts';
import { isGzipAccepted } from '../../packages/server/src/kernel/answers.ts';
import { toApiError } from '../../packages/server/src/kernel/failures.ts';
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

  it('that sends its body drop by drop is cut off, yet later than any client of ours gives up', () => {
    const waits = endpointsOf().map(({ endpoint }) => endpoint.timeout ?? 0);
    const { requestTimeout, headersTimeout } = server.server.fastify.server;
    expect(requestTimeout).toBeGreaterThan(Math.max(...waits));
    expect(requestTimeout).toBeLessThanOrEqual(900_000);
    expect(headersTimeout).toBeLessThanOrEqual(60_000);
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
