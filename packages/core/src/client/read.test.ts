import { afterEach, describe, expect, it } from 'vitest';
import {
  type ScriptedServer,
  sendError,
  sendJson,
  startScriptedServer,
} from '../../../../tests/support/scripted-server.ts';
import * as newsApi from '../features/news/api.ts';
import { type ReadOptions, read } from './read.ts';

let stack = new AsyncDisposableStack();
afterEach(async () => {
  await stack.disposeAsync();
  stack = new AsyncDisposableStack();
});

const start = async (answer: Parameters<typeof startScriptedServer>[0]): Promise<ScriptedServer> =>
  stack.use(await startScriptedServer(answer));
const ask = (baseUrl: string, options: Partial<ReadOptions> = {}) =>
  read(
    newsApi.getPublic,
    { params: { slink: 'linden' }, query: { limit: '3' } },
    { baseUrl, token: null, signal: new AbortController().signal, ...options },
  );

describe('a read of an element', () => {
  it('is a simple request of nobody, or that of the person whose token it has [D-2.08]', async () => {
    const server = await start((_, response) => sendJson(response, 200, { data: { news: [] }, meta: {} }));
    expect((await ask(server.url)).data.news).toEqual([]);
    await ask(server.url, { token: 'secret' });
    const [plain, own] = server.seen;
    expect(plain).toMatchObject({ method: 'GET', path: '/v1/public/news/linden?limit=3' });
    for (const name of ['authorization', 'content-type', 'frontend-version', 'cookie'])
      expect(plain?.headers).not.toHaveProperty(name);
    expect(own?.headers.authorization).toBe('Bearer secret');
  });

  it('throws the refusal of the server with its code and status', async () => {
    const server = await start((_, response) => sendError(response, 404, 'not_found'));
    await expect(ask(server.url)).rejects.toMatchObject({ code: 'not_found', status: 404 });
  });

  it('names what else goes wrong: nobody there, a gateway, no JSON, a code that nobody knows, too late', async () => {
    const closed = await start(() => {});
    await closed[Symbol.asyncDispose]();
    await expect(ask(closed.url)).rejects.toMatchObject({ code: 'unreachable', status: 0 });
    const answers: [number, string][] = [
      [502, '<h1>Bad gateway</h1>'],
      [200, '<h1>Portal</h1>'],
      [400, '{"error":{"code":"odd"}}'],
    ];
    const server = await start((_, response) => {
      const [status, text] = answers.shift() ?? [0, ''];
      if (status > 0) response.writeHead(status).end(text);
    });
    await expect(ask(server.url)).rejects.toMatchObject({ code: 'not_ready', status: 502 });
    await expect(ask(server.url)).rejects.toMatchObject({ code: 'unexpected_answer', status: 200 });
    await expect(ask(server.url)).rejects.toMatchObject({ code: 'unexpected_answer', status: 400 });
    await expect(ask(server.url, { timeout: 30 })).rejects.toMatchObject({ code: 'timeout' });
  });

  it('ends with the reason of the signal that ends it', async () => {
    const server = await start(() => {});
    const ending = new AbortController();
    const asked = ask(server.url, { signal: ending.signal });
    ending.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
  });
});
