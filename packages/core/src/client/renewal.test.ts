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
      [403, 'xsrf_mismatch'],
    ]);
    for (const code of ['too_many', 'internal', 'not_ready', 'xsrf_mismatch'])
      await expect(client.call(usersApi.getSelf, {}, { retries: 0 })).rejects.toMatchObject({ code });
    expect([lost, tokens.get()]).toEqual([[], SESSION]);
    await client.call(usersApi.getSelf, {});
    expect([lost, tokens.get()?.access_token]).toEqual([[], 'new']);
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
