import { afterEach, expect, it, vi } from 'vitest';
import { sendJson, startScriptedServer } from '../../../../tests/support/scripted-server.ts';
import * as classbookApi from '../features/classbook/api.ts';
import * as importApi from '../features/user-import/api.ts';
import * as usersApi from '../features/users/api.ts';
import { createClient, toForm } from './client.ts';
import { memoryTokenStore } from './session.ts';

const SESSION = { access_token: 'mine', uuid: '00000000-0000-4000-8000-000000000001' };
afterEach(() => vi.restoreAllMocks());

it('a call waits as long as its endpoint says: 30 s for lists of a class book, 300 s for comparing and saving people [T-7.64] [T-9.24]', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  await using server = await startScriptedServer((_, response) => sendJson(response, 200, { data: [], meta: {} }));
  const client = createClient({ baseUrl: server.url, tokens: memoryTokenStore(SESSION), version: '1', form: toForm });
  const params = { id: '1' };
  await client.call(usersApi.getSelf, {});
  await client.call(classbookApi.listEntries, { params, query: {} });
  await client.call(importApi.matchingUsers, { params, query: {} });
  await client.call(importApi.save, { params, body: { revision: 'x', archive_missing: false, many_missing: false } });
  expect(limits.mock.calls.flat()).toEqual([18_000, 30_000, 300_000, 300_000]);
});
