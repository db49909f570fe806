import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type ScriptedServer,
  type SeenRequest,
  sendError,
  sendJson,
  startScriptedServer,
} from '../../../../tests/support/scripted-server.ts';
import * as authApi from '../features/auth/api.ts';
import * as schoolsApi from '../features/schools/api.ts';
import * as importApi from '../features/timetable-import/api.ts';
import * as usersApi from '../features/users/api.ts';
import { endpoint } from '../kernel/endpoint.ts';
import * as f from '../kernel/fields.ts';
import { type ClientOptions, createClient, toForm } from './client.ts';
import { createRefresh } from './refresh.ts';
import { memoryTokenStore, type StoredSession } from './session.ts';

type Answer = Parameters<typeof startScriptedServer>[0];
const UUID = '00000000-0000-4000-8000-000000000001';
const SESSION: StoredSession = { access_token: 'old', uuid: UUID };
let stack = new AsyncDisposableStack();
afterEach(async () => {
  await stack.disposeAsync();
  stack = new AsyncDisposableStack();
});

/** A client of a scripted server; its waits are recorded instead of waited for. */
async function connect(answer: Answer, options: Partial<ClientOptions> = {}) {
  const server: ScriptedServer = stack.use(await startScriptedServer(answer));
  const waits: number[] = [];
  const tokens = memoryTokenStore(SESSION);
  const client = createClient({
    baseUrl: server.url,
    tokens,
    form: toForm,
    pause: async (milliseconds) => void waits.push(milliseconds),
    ...options,
  });
  return { client, server, waits, tokens };
}

/** Nothing listens there. */
async function closedAddress(): Promise<string> {
  await using server = await startScriptedServer(() => {});
  return server.url;
}

const isRenewal = ({ path }: SeenRequest) => path.startsWith('/v1/auth/refresh');
const isAuthorised = ({ headers }: SeenRequest) => headers.authorization === 'Bearer new';

/** Accepts only the token `new`, which a renewal returns. */
const renewing: Answer = (request, response) => {
  if (isRenewal(request)) return sendJson(response, 200, { access_token: 'new', uuid: UUID, expires_in: 60, meta: {} });
  if (!isAuthorised(request)) return sendError(response, 401, 'session_expired');
  sendJson(response, 200, { data: { request: request.path }, meta: {} });
};

async function connectRenewing(answer: Answer = renewing, options: Partial<ClientOptions> = {}) {
  const lost: [StoredSession | null, string][] = [];
  const server = stack.use(await startScriptedServer(answer));
  const tokens = memoryTokenStore(SESSION);
  const client = createClient({
    baseUrl: server.url,
    tokens,
    refresh: createRefresh({ baseUrl: server.url }),
    onSessionLost: (session, error) => lost.push([session, error.code]),
    pause: async () => {},
    ...options,
  });
  return { client, server, lost, tokens };
}

describe('a dead access token', () => {
  it('is renewed once, and the call repeated exactly once [P-4.09] [P-8.01]', async () => {
    const { client, server, tokens, lost } = await connectRenewing();
    await client.call(usersApi.getSelf, {});
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/users/self',
      'POST /v1/auth/refresh',
      'GET /v1/users/self',
    ]);
    expect(JSON.parse(server.seen[1]?.body ?? '')).toEqual({ uuid: UUID });
    expect(tokens.get()?.access_token).toBe('new');
    expect(lost).toEqual([]);
  });

  it('that stays dead after the renewal is not renewed again [P-8.01]', async () => {
    const { client, server } = await connectRenewing((request, response) =>
      isRenewal(request) ? renewing(request, response, 0) : sendError(response, 401, 'session_expired'),
    );
    await expect(client.call(usersApi.getSelf, {})).rejects.toMatchObject({ code: 'session_expired', status: 401 });
    expect(server.seen).toHaveLength(3);
  });

  it('is renewed by one call for all that failed at the same time, and all are repeated [P-4.10]', async () => {
    const waiting: (() => void)[] = [];
    const { client, server } = await connectRenewing(async (request, response, index) => {
      // The first 401s are sent together, so that all of them ask for a renewal.
      if (index < 8) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (waiting.length === 8) for (const go of waiting) go();
        });
      }
      return renewing(request, response, index);
    });
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.call(usersApi.getSelf, {})));
    expect(answers).toHaveLength(8);
    expect(server.seen.filter(isRenewal)).toHaveLength(1);
    expect(server.seen.filter((request) => !isRenewal(request) && isAuthorised(request))).toHaveLength(8);
  });

  it('keeps the Idempotency-Key when the call is repeated [D-4.13]', async () => {
    const { client, server } = await connectRenewing();
    await client.call(importApi.discard, { params: { uuid: UUID } });
    const keys = server.seen.filter((request) => !isRenewal(request)).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('without a uuid ends the session without asking for a renewal [P-8.02]', async () => {
    for (const session of [null, { access_token: 'old', uuid: '' }]) {
      const { client, server, lost, tokens } = await connectRenewing();
      tokens.set(session);
      await expect(client.call(usersApi.getSelf, {})).rejects.toMatchObject({ status: 401 });
      expect(server.seen.filter(isRenewal)).toEqual([]);
      expect(lost).toEqual([[session, 'session_expired']]);
    }
  });

  it('whose renewal is refused ends the session and says why [P-4.08] [P-8.04]', async () => {
    for (const [status, code] of [
      [401, 'session_expired'],
      [422, 'invalid_user_id'],
      [403, 'user_locked'],
      [403, 'school_locked'],
    ] as const) {
      const { client, lost } = await connectRenewing((request, response) =>
        sendError(response, isRenewal(request) ? status : 401, isRenewal(request) ? code : 'session_expired'),
      );
      await expect(client.call(usersApi.getSelf, {})).rejects.toMatchObject({ code });
      expect(lost).toEqual([[SESSION, code]]);
    }
  });

  it('on /devices/revoke is neither renewed nor signed out [P-7.06]', async () => {
    const revoke = endpoint({
      method: 'POST',
      path: '/devices/revoke',
      auth: 'user',
      needs: 'self',
      answer: f.answerOf(f.id),
      summary: '',
    });
    const { client, server, lost } = await connectRenewing();
    await expect(client.call(revoke, {})).rejects.toMatchObject({ status: 401 });
    expect(server.seen).toHaveLength(1);
    expect(lost).toEqual([]);
  });
});

describe('every request', () => {
  const options = {
    version: '1.2.3',
    releasedAt: '2026-11-18T09:10:00.000Z',
    xsrf: () => 'echo',
    language: () => 'tr',
  };

  it('goes below /v1 and carries frontend-version, Content-Type, Released-At and the bearer token [P-7.01] [P-7.02] [P-7.03] [C-7.01] [T-7.165]', async () => {
    const { client, server } = await connect((_, response) => sendJson(response, 200, { data: {}, meta: {} }), options);
    await client.call(usersApi.getSelf, {});
    await client.call(importApi.publish, { params: { uuid: UUID }, body: { replace: true, revision: 1 } });
    await client.call(importApi.discard, { params: { uuid: UUID } });
    for (const { path, headers } of server.seen) {
      expect(path).toMatch(/^\/v1\//);
      expect(headers).toMatchObject({
        'frontend-version': '1.2.3',
        'content-type': 'application/json',
        'released-at': '2026-11-18T09:10:00.000Z',
        authorization: 'Bearer old',
        'accept-language': 'tr',
      });
    }
    expect(server.seen[1]?.body).toBe('{"replace":true,"revision":1}');
  });

  it('names a form as its content when files are sent, everything else is JSON [P-7.02] [T-7.01]', async () => {
    const { client, server } = await connect((_, response) => sendJson(response, 200, { data: {}, meta: {} }), options);
    const files = [{ name: 'plan.csv', content: new Blob(['a;b']) }];
    await client.call(importApi.create, { body: { source: 'csv' }, files });
    expect(server.seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(server.seen[0]?.body).toContain('filename="plan.csv"');
  });

  it('echoes the XSRF cookie in a header and sends cookies along [P-7.04]', async () => {
    const sent: (RequestInit | undefined)[] = [];
    const { client, server } = await connect((_, response) => sendJson(response, 200, { data: {}, meta: {} }), {
      ...options,
      fetch: (url, init) => {
        sent.push(init);
        return fetch(url, init);
      },
    });
    await client.call(usersApi.getSelf, {});
    expect(server.seen[0]?.headers['x-xsrf-token']).toBe('echo');
    expect(sent[0]?.credentials).toBe('include');
  });

  it('of a beta school carries canary-level, of others not [P-7.05] [T-7.166]', async () => {
    let level: string | null = 'beta';
    const { client, server } = await connect((_, response) => sendJson(response, 200, { data: {}, meta: {} }), {
      canaryLevel: () => level,
    });
    await client.call(usersApi.getSelf, {});
    level = null;
    await client.call(usersApi.getSelf, {});
    expect(server.seen.map(({ headers }) => headers['canary-level'])).toEqual(['beta', undefined]);
  });

  it('of a public element is a simple one: no own headers, no cookies, no content type [D-2.08]', async () => {
    const sent: (RequestInit | undefined)[] = [];
    const { client } = await connect((_, response) => sendJson(response, 200, { data: {}, meta: {} }), {
      ...options,
      plain: true,
      fetch: (url, init) => {
        sent.push(init);
        return fetch(url, init);
      },
    });
    await client.call(schoolsApi.find, { query: { keyword: 'ams' } });
    expect(sent[0]).toMatchObject({ credentials: 'omit', headers: { accept: 'application/json' } });
    expect(Object.keys(sent[0]?.headers ?? {})).toEqual(['accept']);
  });

  it('that changes something carries an Idempotency-Key of its own, a sign-in none [D-4.13]', async () => {
    const { client, server } = await connect((_, response) => sendJson(response, 200, { data: {}, meta: {} }));
    const params = { uuid: UUID };
    await client.call(importApi.discard, { params });
    await client.call(importApi.discard, { params });
    await client.call(importApi.discard, { params }, { idempotencyKey: 'from-an-offline-queue' });
    await client.call(authApi.logoutAll, {});
    const [first, second, third, fourth] = server.seen.map(({ headers }) => headers['idempotency-key']);
    expect(first).not.toBe(second);
    expect([third, fourth]).toEqual(['from-an-offline-queue', undefined]);
  });
});

describe('a call that does not get through', () => {
  it('is given up after 18 seconds unless the endpoint says otherwise, one whose answer is kept after 30 [P-9.01] [C-9.01] [P-9.02] [C-9.05]', async () => {
    const limits = vi.spyOn(AbortSignal, 'timeout');
    const { client } = await connect((_, response) => sendJson(response, 200, { data: {}, meta: {} }));
    const limitOf = async (call: Promise<unknown>) => {
      await call;
      return limits.mock.lastCall?.[0];
    };
    expect(await limitOf(client.call(usersApi.getSelf, {}))).toBe(18_000);
    const refresh = { query: {}, body: { uuid: UUID } };
    expect(await limitOf(client.call(authApi.refresh, refresh))).toBe(600_000);
    expect(await limitOf(client.callIfChanged(usersApi.getSelf, {}))).toBe(30_000);
    expect(await limitOf(client.callIfChanged(authApi.refresh, refresh))).toBe(600_000);
    expect(await limitOf(client.callIfChanged(usersApi.getSelf, {}, { timeout: 1000 }))).toBe(1000);
    limits.mockRestore();
  });

  it('fails with timeout, also when the answer stops half-way [P-9.01]', async () => {
    for (const begin of ['', '{"data":']) {
      const { client } = await connect((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write(begin === '' ? ' ' : begin);
      });
      const call = client.call(usersApi.getSelf, {}, { timeout: 50, retries: 0 });
      await expect(call).rejects.toMatchObject({ code: 'timeout' });
    }
  });

  it('is retried after 500, 1000, 2000, 4000 and 8000 ms, then fails [P-9.03]', async () => {
    const { client, waits } = await connect(() => {}, { baseUrl: await closedAddress() });
    await expect(client.call(usersApi.getSelf, {})).rejects.toMatchObject({ code: 'unreachable' });
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000]);
  });

  it('is retried with the same key when it changes something, and never without one [P-9.03] [P-8.07]', async () => {
    const { client, server } = await connect((_, response, index) =>
      index < 2 ? sendError(response, 503, 'not_ready') : sendJson(response, 200, { data: {}, meta: {} }),
    );
    await client.call(importApi.discard, { params: { uuid: UUID } });
    const keys = server.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    const {
      client: unkeyed,
      server: other,
      waits,
    } = await connect((_, response) => sendError(response, 503, 'not_ready'));
    await expect(unkeyed.call(authApi.logoutAll, {})).rejects.toMatchObject({ code: 'not_ready' });
    expect([other.seen.length, waits.length]).toEqual([1, 0]);
  });

  it('is not retried when the server has understood and refused it [P-9.03]', async () => {
    const { client, server } = await connect((_, response) => sendError(response, 409, 'superseded'));
    await expect(client.call(importApi.discard, { params: { uuid: UUID } })).rejects.toMatchObject({
      code: 'superseded',
      status: 409,
      requestId: 'r',
    });
    expect(server.seen).toHaveLength(1);
  });

  it('tells the app when it changes something and messages are wanted, else not [P-8.05] [P-8.06] [C-8.15] [C-8.17]', async () => {
    const told: string[] = [];
    const { client } = await connect(() => {}, {
      baseUrl: await closedAddress(),
      onUnreachable: (error) => told.push(error.code),
    });
    const params = { uuid: UUID };
    await client.call(importApi.discard, { params }).catch(() => {});
    expect(told).toEqual(['unreachable']);
    await client.call(importApi.discard, { params }, { messages: false }).catch(() => {});
    await client.call(usersApi.getSelf, {}).catch(() => {});
    expect(told).toHaveLength(1);
  });

  it('ends with the caller’s own reason when the caller gives up', async () => {
    const { client } = await connect(() => {});
    const given = new AbortController();
    const call = client.call(usersApi.getSelf, {}, { signal: given.signal });
    given.abort(new Error('left the screen'));
    await expect(call).rejects.toThrow('left the screen');
  });
});

describe('an answer', () => {
  const meta = { errors: ['e'], warnings: ['w'], successes: ['s'] };

  it('hands the sentences in its meta to the app, a refusal too, unless messages are off [P-8.08] [P-8.30]', async () => {
    const shown: unknown[] = [];
    const { client } = await connect(
      (_, response, index) =>
        index === 0
          ? sendJson(response, 200, { data: {}, meta })
          : sendJson(response, 409, { error: { code: 'superseded', message: 'e', request_id: 'r' }, meta }),
      { onMessages: (messages) => shown.push(messages) },
    );
    const params = { uuid: UUID };
    await client.call(importApi.discard, { params });
    await client.call(importApi.discard, { params }).catch(() => {});
    expect(shown).toEqual([meta, meta]);
    await client.call(importApi.discard, { params }, { messages: false }).catch(() => {});
    await client.call(usersApi.getSelf, {}).catch(() => {});
    expect(shown).toHaveLength(2);
    await client.call(usersApi.getSelf, {}, { messages: true }).catch(() => {});
    expect(shown).toHaveLength(3);
  });

  it('that is not JSON is logged and fails as unexpected [P-8.10]', async () => {
    const logged: unknown[] = [];
    const { client } = await connect(
      (_, response, index) => {
        response.writeHead(index === 0 ? 200 : 404).end('<html>');
      },
      {
        log: (_, details) => logged.push(details),
      },
    );
    for (const status of [200, 404])
      await expect(client.call(usersApi.getSelf, {})).rejects.toMatchObject({ code: 'unexpected_answer', status });
    expect(logged).toMatchObject([
      { status: 200, begin: '<html>' },
      { status: 404, begin: '<html>' },
    ]);
  });

  it('that is the same as before says so [P-7.07]', async () => {
    const { client, server } = await connect((request, response) => {
      const isSame = request.headers['if-none-match'] === '"a"';
      response.setHeader('etag', '"a"');
      if (isSame) response.writeHead(304).end();
      else sendJson(response, 200, { data: {}, meta: {} });
    });
    const first = await client.callIfChanged(usersApi.getSelf, {});
    expect(first).toMatchObject({ notModified: false, etag: '"a"' });
    expect(await client.callIfChanged(usersApi.getSelf, {}, { etag: first.etag })).toEqual({
      notModified: true,
      etag: '"a"',
    });
    expect(server.seen).toHaveLength(2);
  });

  it('that is empty where a kept one was asked for is refused with a code of its own, and told apart from "the same" [P-8.18]', async () => {
    for (const type of ['application/json', 'text/plain']) {
      const { client } = await connect((_, response) => void response.writeHead(200, { 'content-type': type }).end());
      const empty = client.callIfChanged(usersApi.getSelf, {}, { etag: '"a"' });
      await expect(empty).rejects.toMatchObject({ name: 'ApiError', code: 'empty_answer' });
    }
    const { client } = await connect((_, response) => void response.writeHead(200).end('null but not JSON'));
    await expect(client.callIfChanged(usersApi.getSelf, {})).rejects.toMatchObject({ code: 'unexpected_answer' });
  });
});
