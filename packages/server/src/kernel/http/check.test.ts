import { ApiError, type EndpointDeclaration, type ErrorCode, endpoint, fields } from '@kreide/core/kernel';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ROOT } from '../../../../../tests/support/server.ts';
import { fixedClock } from '../clock.ts';
import { silentLog } from '../log.ts';
import { readTexts } from '../text/texts.ts';
import { PreparedAnswer } from './answers.ts';
import { answerFailures } from './failures.ts';
import type { Implemented } from './implement.ts';
import { mount } from './mount.ts';

const weather = endpoint({
  method: 'GET',
  path: '/weather',
  auth: 'public',
  needs: 'nothing',
  answer: fields.answerOf(z.object({ degrees: z.int() })),
  errors: ['not_found'],
  summary: 'The weather in the yard.',
});

/** The status of one call to a server that has this one endpoint. */
async function ask(handler: Implemented['handler'], checkAnswers: boolean, declared: EndpointDeclaration = weather) {
  const app = Fastify();
  const texts = readTexts(`${ROOT}/locales`);
  app.setErrorHandler(answerFailures(texts, silentLog));
  const parts = {
    kysely: null as never,
    texts,
    clock: fixedClock('2026-11-18T09:10:00Z'),
    checkAnswers,
    temporaryFolder: '/',
    authenticate: () => null,
    authenticateUpload: async () => null,
    append: () => Promise.reject(new Error('nothing is emitted here')),
    deliver: () => {},
    secureCookies: () => false,
    transport: () => 'plain' as const,
  };
  mount(app, parts, [{ name: 'yard.weather', endpoint: declared }], [{ endpoint: declared, handler }]);
  const { statusCode, body } = await app.inject('/v1/weather');
  await app.close();
  return { status: statusCode, body };
}

const bytesOf = (value: unknown) => new PreparedAnswer(Buffer.from(JSON.stringify(value)), '"1"');
const failWith = (code: ErrorCode) => () => {
  throw new ApiError({ code });
};

describe('answers that were computed before', () => {
  it('are held against the contract in tests like all others', async () => {
    const right = bytesOf({ data: { degrees: 7 }, meta: {} });
    expect(await ask(() => right, true)).toEqual({ status: 200, body: right.bytes.toString() });
    expect((await ask(() => bytesOf({ data: { degrees: 'seven' }, meta: {} }), true)).status).toBe(500);
    expect((await ask(() => bytesOf({ data: { degrees: 7, secret: 1 }, meta: {} }), true)).status).toBe(500);
  });

  it('go out as they are in production, where nobody pays for the check', async () => {
    expect((await ask(() => bytesOf({ data: { degrees: 'seven' }, meta: {} }), false)).status).toBe(200);
  });
});

describe('an error code', () => {
  it('that the endpoint declares, or that all have, is answered', async () => {
    expect((await ask(failWith('not_found'), true)).status).toBe(404);
    expect((await ask(failWith('invalid'), true)).status).toBe(422);
  });

  it('that a helper throws and the endpoint does not declare is a mistake of ours in tests', async () => {
    expect((await ask(failWith('duplicate'), true)).status).toBe(500);
    expect((await ask(failWith('duplicate'), false)).status).toBe(409);
  });
});
