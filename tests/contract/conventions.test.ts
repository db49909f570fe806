import { createClient, memoryTokenStore, toForm } from '@kreide/core/client';
import { endpointsOf } from '@kreide/core/contract';
import { type EndpointDeclaration, ERROR_STATUS } from '@kreide/core/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sample, samplesOf } from '../support/fuzz-samples.ts';
import { type FuzzServer, startFuzzServer, toAddress } from '../support/fuzz-server.ts';
import { signIn } from '../support/people.ts';
import { sendJson, startScriptedServer } from '../support/scripted-server.ts';

/** The conventions that every endpoint keeps, whatever it does: asked of each one in the contract. */
let fuzz: FuzzServer;
let samples: Record<string, Sample>;
const declared = endpointsOf();

beforeAll(async () => {
  fuzz = await startFuzzServer();
  samples = samplesOf(fuzz.school);
});
afterAll(() => fuzz.stop());

const isJson = (type: string | null | undefined) => /^application\/json\b/.test(type ?? '');
const isSending = ({ method }: EndpointDeclaration) => method !== 'GET';
const addressOf = (name: string, endpoint: EndpointDeclaration) => toAddress(endpoint, samples[name] ?? {});

describe('every endpoint', () => {
  it('stands below /v1 and nowhere else, and answers JSON [P-7.01] [C-7.01] [T-7.01]', async () => {
    for (const { name, endpoint } of declared) {
      const address = addressOf(name, endpoint);
      expect(address, name).toMatch(/^\/v1\//);
      const [below, beside] = await Promise.all(
        [address, address.slice('/v1'.length)].map((path) =>
          fuzz.server.request(endpoint.method, path, isSending(endpoint) ? { body: {} } : {}),
        ),
      );
      expect(below?.body?.error?.code, name).not.toBe('no_such_endpoint');
      expect(below?.status === 204 || isJson(below?.headers.get('content-type')), name).toBe(true);
      expect(beside, name).toMatchObject({ status: 404, body: { error: {}, meta: {} } });
    }
  });

  it('takes JSON, an upload takes a form, and nothing else [T-7.01]', async () => {
    for (const { name, endpoint } of declared.filter(({ endpoint }) => endpoint.body || endpoint.upload)) {
      const token = name.startsWith('auth.logout')
        ? await signIn(fuzz.server, 'amsel', fuzz.school.people.employee.username)
        : fuzz.token();
      for (const type of [
        'text/plain',
        'application/xml',
        endpoint.upload ? 'application/json' : 'multipart/form-data',
      ])
        expect(
          await fuzz.server.request(endpoint.method, addressOf(name, endpoint), {
            token,
            body: '{}',
            headers: { 'content-type': type },
          }),
          `${name} as ${type}`,
        ).toMatchObject({ status: 415, body: { error: { code: 'unsupported_media' } } });
    }
  });

  it('that is not public wants a bearer token, and no other proof [P-7.03] [T-7.165]', async () => {
    const token = fuzz.token();
    const closed = declared.filter(({ endpoint }) => endpoint.auth === 'user' || endpoint.auth === 'upload');
    expect(closed.length).toBeGreaterThan(10);
    for (const { name, endpoint } of closed) {
      const body = isSending(endpoint) ? { body: {} } : {};
      const proofs = ['', token, `Basic ${token}`, `Bearer ${token}x`, 'Bearer'];
      for (const authorization of proofs) {
        const headers = { cookie: `access_token=${token}`, ...(authorization === '' ? {} : { authorization }) };
        const answer = await fuzz.server.request(endpoint.method, addressOf(name, endpoint), { headers, ...body });
        expect(answer.status, `${name} with "${authorization.slice(0, 8)}"`).toBe(401);
      }
    }
  });

  it('is called by the client with all conventions of requests [P-7.02] [P-7.04] [P-7.05] [T-7.167]', async () => {
    await using server = await startScriptedServer((_, response) => sendJson(response, 200, { data: {}, meta: {} }));
    const client = createClient({
      baseUrl: server.url,
      tokens: memoryTokenStore({ access_token: 'mine', uuid: fuzz.school.people.student.uuid }),
      version: '1.2.3',
      releasedAt: '2026-11-18T09:10:00.000Z',
      canaryLevel: () => 'beta',
      xsrf: () => 'echo',
      language: () => 'uk',
      form: toForm,
    });
    for (const { name, endpoint } of declared) {
      const { params, query, body } = samples[name] ?? {};
      const files = endpoint.upload ? [{ name: 'plan.csv', content: new Blob(['a;b']) }] : undefined;
      await client.call(endpoint, { params, query, body, files } as never);
      const [request] = server.seen.splice(0);
      const headers = request?.headers ?? {};
      expect({ method: request?.method, path: request?.path.split('?')[0] }, name).toEqual({
        method: endpoint.method,
        path: addressOf(name, endpoint).split('?')[0],
      });
      expect(headers, name).toMatchObject({
        'frontend-version': '1.2.3',
        'released-at': '2026-11-18T09:10:00.000Z',
        'canary-level': 'beta',
        'x-xsrf-token': 'echo',
        'accept-language': 'uk',
      });
      expect(headers['content-type'], name).toMatch(endpoint.upload ? /^multipart\/form-data;/ : /^application\/json$/);
      expect(headers.authorization, name).toBe(endpoint.auth === 'public' ? undefined : 'Bearer mine');
      const isKeyed = isSending(endpoint) && endpoint.idempotent !== false;
      expect(headers['idempotency-key'] !== undefined, name).toBe(isKeyed);
    }
  });
});

describe('a refusal', () => {
  it('is 403 without the right, 404 for what is missing, 409 for what stands against it, 422 for what is wrong, with its sentence in meta.errors [T-8.16]', async () => {
    const { server, school } = fuzz;
    const pupil = await signIn(server, 'amsel', school.people.student.username);
    const uploads = '/v1/timetable-service/uploads';
    const publish = (uuid: string, token: string, body: unknown) =>
      server.request('POST', `${uploads}/${uuid}/publish`, { token, body, headers: { 'accept-language': 'en' } });
    const nobody = '00000000-0000-4000-8000-00000000000f';
    const refusals = [
      [403, 'forbidden', await publish(school.upload, pupil, { replace: false })],
      [404, 'not_found', await publish(nobody, fuzz.token(), { replace: false })],
      [409, 'wrong_state', await publish(school.upload, fuzz.token(), { replace: false })],
      [422, 'invalid', await publish(school.upload, fuzz.token(), { replace: 'perhaps' })],
    ] as const;
    for (const [status, code, answer] of refusals) {
      expect(answer, code).toMatchObject({ status, body: { error: { code } } });
      expect(answer.body.meta.errors, code).toEqual([answer.body.error.message]);
      expect(answer.body.error.message.split(' ').length, code).toBeGreaterThan(2);
    }
    expect(ERROR_STATUS.duplicate).toBe(409);
  });
});

describe('dates of the timetable', () => {
  it('are written YYYY-MM-DD, in questions and in answers [T-9.04]', async () => {
    const { server, school } = fuzz;
    const path = `/v1/timetables/entities/users/${school.people.student.id}`;
    const ask = (begins_at: string) =>
      server.request('GET', `${path}?begins_at=${encodeURIComponent(begins_at)}&ends_at=2026-11-20`, {
        token: fuzz.token(),
      });
    const plan = await ask('2026-11-16');
    expect(plan.status).toBe(200);
    const dates: string[] = plan.body.data.lessons.flatMap((lesson: { dates: string[] }) => lesson.dates);
    expect(dates.length).toBeGreaterThan(0);
    for (const date of dates) expect(date).toMatch(/^2026-11-(1[6-9]|20)$/);
    for (const wrong of ['16.11.2026', '2026-11-6', '20261116', '2026-11-16T00:00:00Z', '2026-02-30', '1794787200'])
      expect((await ask(wrong)).body?.error?.issues?.[0], wrong).toMatchObject({
        path: 'query.begins_at',
        rule: 'date',
      });
  });
});
