import { endpoint, fields } from '@kreide/core/kernel';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { PreparedAnswer } from './answers.ts';
import type { Actor } from './context.ts';
import { mountRecalls } from './recall.ts';

const weather = endpoint({
  method: 'GET',
  path: '/weather/{yard}',
  auth: 'user',
  needs: { permission: 'create-news' },
  params: z.object({ yard: fields.slink }),
  answer: fields.answerOf(z.object({ degrees: z.int() })),
  errors: [],
  summary: 'The weather in a yard.',
});

const kept = new PreparedAnswer(Buffer.from('{"data":{"degrees":7},"meta":{}}'), '"7"');
const broken = new PreparedAnswer(() => {
  throw new Error('the bytes cannot be made');
}, '"8"');
const wrong = new PreparedAnswer(Buffer.from('{"data":{"degrees":"warm"},"meta":{}}'), '"9"');
const recalled: Record<string, PreparedAnswer> = {
  '/v1/weather/north': kept,
  '/v1/weather/broken': broken,
  '/v1/weather/wrong': wrong,
};
const actorWith = (permissions: string[]) => ({ permissions: new Set(permissions) }) as unknown as Actor;
const actors: Record<string, Actor> = {
  admin: actorWith(['create-news']),
  pupil: actorWith([]),
  waiting: { ...actorWith(['create-news']), lacks_second_step: true },
};

/** A server whose framework answers 418 to everything, the calls that it observed beside the framework, and those that it routed. */
async function start() {
  const app = Fastify();
  const observed: unknown[] = [];
  const routed: string[] = [];
  app.addHook('onRequest', (request, _, done) => {
    routed.push(request.url);
    done();
  });
  mountRecalls(
    app,
    {
      recognise: (token) => actors[token],
      transport: () => 'domain',
      checkAnswers: true,
      observe: ({ seconds: _, ...rest }) => observed.push(rest),
    },
    [{ endpoint: weather, handler: () => kept, recall: (_, url) => recalled[url] ?? null }],
  );
  app.all('/*', (_, reply) => reply.code(418).send());
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url + path, {
      method,
      headers: { authorization: 'Bearer admin', 'accept-encoding': 'identity', ...headers },
    });
  return { app, ask, observed, routed, [Symbol.asyncDispose]: () => app.close() };
}

describe('answers that are cached for a known reader', () => {
  it('are sent before the framework routes the call, with every header, and counted', async () => {
    await using server = await start();
    const answer = await server.ask('/v1/weather/north');
    expect(await answer.text()).toBe('{"data":{"degrees":7},"meta":{}}');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-cache',
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      etag: '"7"',
      vary: 'accept-encoding',
    });
    expect((await server.ask('/v1/weather/north', { 'if-none-match': '"7"' })).status).toBe(304);
    const route = '/v1/weather/:yard';
    await expect
      .poll(() => server.observed)
      .toEqual([
        { method: 'GET', route, status: 200 },
        { method: 'GET', route, status: 304 },
      ]);
    expect(server.routed).toEqual([]);
  });

  it('are checked against their schema in tests, and the framework handles those that do not fit', async () => {
    await using server = await start();
    expect((await server.ask('/v1/weather/wrong')).status).toBe(418);
    expect(server.routed).toEqual(['/v1/weather/wrong']);
  });

  it('are left to the framework whenever anything else has to be decided', async () => {
    await using server = await start();
    const statuses = async (...calls: Parameters<typeof server.ask>[]) =>
      Promise.all(calls.map(async (call) => (await server.ask(...call)).status));
    expect(
      await statuses(
        ['/v1/weather/south'],
        ['/v1/weather/broken'],
        ['/v1/weather/north', { authorization: 'Bearer pupil' }],
        ['/v1/weather/north', { authorization: 'Bearer waiting' }],
        ['/v1/weather/north', { authorization: 'Bearer nobody' }],
        ['/v1/weather/north', { authorization: 'Basic admin' }],
        ['/v1/weather/north', { origin: 'https://elsewhere.example' }],
        ['/v1/weather/north', {}, 'HEAD'],
        ['/v1/weather/north', {}, 'DELETE'],
        ['/v1/climate/north'],
      ),
    ).toEqual(Array.from({ length: 10 }, () => 418));
    expect(server.observed).toEqual([]);
  });
});
