import { afterEach, describe, expect, it } from 'vitest';
import { sendError, sendJson, startScriptedServer } from '../../../../tests/support/scripted-server.ts';
import * as usersApi from '../features/users/api.ts';
import { createClient } from './client.ts';
import { createRefresh } from './refresh.ts';
import { memoryTokenStore, type StoredSession } from './session.ts';

const UUID = '00000000-0000-4000-8000-000000000001';
const SESSION: StoredSession = { access_token: 'old', uuid: UUID };
let stack = new AsyncDisposableStack();
afterEach(async () => {
  await stack.disposeAsync();
  stack = new AsyncDisposableStack();
});

/** A client with an expired token and a server that renews it, except for `refusals`, one per renewal. */
async function connect(refusals: [number, Parameters<typeof sendError>[2]][]) {
  const server = stack.use(
    await startScriptedServer(({ path, headers }, response) => {
      if (path.startsWith('/v1/auth/refresh')) {
        const refusal = refusals.shift();
        if (refusal) return sendError(response, ...refusal);
        return sendJson(response, 200, { access_token: 'new', uuid: UUID, expires_in: 60, meta: {} });
      }
      if (headers.authorization !== 'Bearer new') return sendError(response, 401, 'session_expired');
      sendJson(response, 200, { data: {}, meta: {} });
    }),
  );
  const lost: string[] = [];
  const tokens = memoryTokenStore(SESSION);
  const clientOf = (refreshAt: string) =>
    createClient({
      baseUrl: server.url,
      tokens,
      refresh: createRefresh({ baseUrl: refreshAt }),
      onSessionLost: (_, { code }) => lost.push(code),
      pause: async () => {},
    });
  return { client: clientOf(server.url), clientOf, lost, tokens };
}

describe('a renewal that fails for a while', () => {
  it('keeps the session, and the next call renews it [P-4.08]', async () => {
    const { client, lost, tokens } = await connect([
      [429, 'too_many'],
      [500, 'internal'],
      [503, 'not_ready'],
    ]);
    for (const code of ['too_many', 'internal', 'not_ready'])
      await expect(client.call(usersApi.getSelf, {}, { retries: 0 })).rejects.toMatchObject({ code });
    expect([lost, tokens.get()]).toEqual([[], SESSION]);
    await client.call(usersApi.getSelf, {});
    expect([lost, tokens.get()?.access_token]).toEqual([[], 'new']);
  });

  it('for the cookie of another account asks again with the one that the refusal brought [P-7.04]', async () => {
    const { client, lost, tokens } = await connect([[403, 'xsrf_mismatch']]);
    await client.call(usersApi.getSelf, {}, { retries: 0 });
    expect([lost, tokens.get()?.access_token]).toEqual([[], 'new']);
  });

  it('without cookies signs out, because it would fail again and again [P-4.08] [P-7.04]', async () => {
    const { client, lost } = await connect([
      [403, 'xsrf_mismatch'],
      [403, 'xsrf_mismatch'],
    ]);
    await expect(client.call(usersApi.getSelf, {}, { retries: 0 })).rejects.toMatchObject({ code: 'xsrf_mismatch' });
    expect(lost).toEqual(['xsrf_mismatch']);
  });

  it('because the server is out of reach keeps the session [P-4.08]', async () => {
    const { clientOf, lost, tokens } = await connect([]);
    const away = await startScriptedServer(() => {});
    await away[Symbol.asyncDispose]();
    const call = clientOf(away.url).call(usersApi.getSelf, {}, { retries: 0 });
    await expect(call).rejects.toMatchObject({ code: 'unreachable' });
    expect([lost, tokens.get()]).toEqual([[], SESSION]);
  });
});

describe('an account that is no longer the selected one', () => {
  const OTHER: StoredSession = { access_token: 'new', uuid: '00000000-0000-4000-8000-000000000002' };

  /** A server that answers a renewal and a first call only when told to. */
  async function hold(path: string, status: number) {
    const reached = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const senders: unknown[] = [];
    const server = stack.use(
      await startScriptedServer(async (request, response) => {
        const isRenewal = request.path.startsWith('/v1/auth/refresh');
        if (!isRenewal) senders.push(request.headers.authorization);
        if (request.path.startsWith(path) && senders.length < 2) {
          reached.resolve();
          await go.promise;
          if (status !== 200) return sendError(response, status, 'not_ready');
        }
        if (isRenewal)
          return sendJson(response, 200, { access_token: 'renewed', uuid: UUID, expires_in: 60, meta: {} });
        if (request.headers.authorization === 'Bearer old') return sendError(response, 401, 'session_expired');
        sendJson(response, 200, { data: {}, meta: {} });
      }),
    );
    const tokens = memoryTokenStore(SESSION);
    const lost: string[] = [];
    const client = createClient({
      baseUrl: server.url,
      tokens,
      refresh: createRefresh({ baseUrl: server.url }),
      onSessionLost: (_, { code }) => lost.push(code),
      pause: async () => {},
    });
    const call = client.call(usersApi.getSelf, {}).catch((error: unknown) => error);
    await reached.promise;
    tokens.set(OTHER);
    return { call, go, tokens, lost, senders, client };
  }

  it('does not become it again by a late renewal, nor is its call repeated for the other one [P-4.11]', async () => {
    const { call, go, tokens, lost, senders, client } = await hold('/v1/auth/refresh', 200);
    // The other one does not wait for it.
    await client.call(usersApi.getSelf, {});
    go.resolve();
    expect(await call).toMatchObject({ code: 'session_expired' });
    expect([tokens.get(), lost, senders]).toEqual([OTHER, [], ['Bearer old', 'Bearer new']]);
  });

  it('has no call sent again after a failure as the other one [P-4.11]', async () => {
    const { call, go, senders } = await hold('/v1/users/self', 503);
    go.resolve();
    expect(await call).toMatchObject({ code: 'session_expired' });
    expect(senders).toEqual(['Bearer old']);
  });
});
