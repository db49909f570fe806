import { afterEach, describe, expect, it } from 'vitest';
import {
  type ScriptedServer,
  sendError,
  sendJson,
  startScriptedServer,
} from '../../../../../tests/support/scripted-server.ts';
import { TWO_FACTOR_RETRIES } from './rules.ts';
import { createTwoFactorService } from './service.ts';

const ID = 'x'.repeat(43);
const KEY = { key: 'GEZDGNBVGY3TQOJQ', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const CODE = { code: '123456', period: 30, expires_in: 5000 };

let stack = new AsyncDisposableStack();
afterEach(async () => {
  await stack.disposeAsync();
  stack = new AsyncDisposableStack();
});

async function connect(answer: Parameters<typeof startScriptedServer>[0], sent: RequestInit[] = []) {
  const server: ScriptedServer = stack.use(await startScriptedServer(answer));
  const waits: number[] = [];
  const service = createTwoFactorService({
    baseUrl: `${server.url}/two-factor`,
    pause: async (milliseconds) => void waits.push(milliseconds),
    fetch: (url, init) => {
      sent.push(init ?? {});
      return fetch(url, init);
    },
  });
  const calls = {
    create: () => service.create(KEY),
    remove: () => service.remove(ID),
    getCode: () => service.getCode(ID),
    listCodes: () => service.listCodes([ID, ID]),
  };
  return { server, service, waits, calls };
}

describe('the client of the two-factor service', () => {
  it('asks the base address that it is given, by the four calls [T-7.153] [T-7.154] [T-7.155] [T-7.156] [T-7.157]', async () => {
    const answers = [{ id: ID }, null, CODE, [CODE, null]];
    const { server, calls } = await connect((_, response, index) =>
      sendJson(response, 200, { data: answers[index], meta: {} }),
    );
    expect(await calls.create()).toBe(ID);
    expect(await calls.remove()).toBeUndefined();
    expect(await calls.getCode()).toEqual(CODE);
    expect(await calls.listCodes()).toEqual([CODE, null]);
    expect(server.seen.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/two-factor/v1/keys', JSON.stringify(KEY)],
      ['DELETE', `/two-factor/v1/keys/${ID}`, ''],
      ['GET', `/two-factor/v1/codes/${ID}`, ''],
      ['POST', '/two-factor/v1/codes', JSON.stringify({ ids: [ID, ID] })],
    ]);
  });

  it('sends no credentials: no token, no cookie, no header that says who calls [T-7.158]', async () => {
    const sent: RequestInit[] = [];
    const { server, calls } = await connect((_, response) => sendJson(response, 200, { data: {}, meta: {} }), sent);
    for (const call of Object.values(calls)) await call();
    expect(server.seen).toHaveLength(4);
    const usual =
      /^(host|connection|accept|accept-encoding|accept-language|content-length|content-type|sec-fetch-mode|user-agent)$/;
    for (const { headers } of server.seen) expect(Object.keys(headers).filter((name) => !usual.test(name))).toEqual([]);
    for (const { credentials, headers } of sent) {
      expect(credentials).toBe('omit');
      expect(Object.keys(headers ?? {}).filter((name) => !/^(accept|content-type)$/.test(name))).toEqual([]);
    }
  });

  it.each(['create', 'remove', 'getCode', 'listCodes'] as const)(
    'repeats %s five times with growing pauses while the service answers 503, then fails [T-7.159] [P-9.04] [T-9.25] [P-8.07]',
    async (name) => {
      const { server, waits, calls } = await connect((_, response) => sendError(response, 503, 'not_ready'));
      await expect(calls[name]()).rejects.toMatchObject({ code: 'not_ready' });
      expect(TWO_FACTOR_RETRIES).toBe(5);
      expect(server.seen).toHaveLength(6);
      expect(waits).toEqual([500, 1000, 2000, 4000, 8000]);
    },
  );

  it('goes on as soon as an answer comes, and repeats no refusal [T-7.159]', async () => {
    const late = await connect((_, response, index) =>
      index < 5 ? void response.socket?.destroy() : sendJson(response, 200, { data: CODE, meta: {} }),
    );
    expect(await late.calls.getCode()).toEqual(CODE);
    expect(late.waits).toHaveLength(5);
    for (const [status, code] of [
      [404, 'not_found'],
      [429, 'too_many'],
      [422, 'invalid'],
    ] as const) {
      const refused = await connect((_, response) => sendError(response, status, code));
      for (const call of Object.values(refused.calls)) await expect(call()).rejects.toMatchObject({ code });
      expect(refused.server.seen).toHaveLength(4);
    }
  });
});
