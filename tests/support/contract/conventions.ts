import { createClient, memoryTokenStore, toForm } from '@kreide/core/client';
import { isChanging } from '@kreide/core/kernel';
import { describe, expect, it } from 'vitest';
import { type SeenRequest, sendJson, startScriptedServer } from '../scripted-server.ts';
import { type Callable, toAddress } from './calls.ts';
import { standsForKind } from './depth.ts';
import type { Stage } from './world.ts';

const isJson = (type: string | null | undefined) => /^application\/json\b/.test(type ?? '');

/** The conventions that every endpoint follows, whatever it does. */
export function describeConventions(stage: Stage, callables: readonly Callable[]): void {
  for (const { name, endpoint, isEnding } of callables)
    describe(`${name} by convention`, () => {
      const isSending = isChanging(endpoint);
      const isForKind = standsForKind(name, endpoint);
      const address = () => toAddress(endpoint, stage.sampleOf(name));
      const request = (path: string, options: Parameters<typeof stage.server.request>[2] = {}) =>
        stage.server.request(endpoint.method, path, { ...(isSending ? { body: {} } : {}), ...options });

      it('stands below /v1 and nowhere else, and answers JSON [P-7.01] [C-7.01] [T-7.01]', async () => {
        expect(address()).toMatch(/^\/v1\//);
        const below = await request(address());
        expect(below.body?.error?.code).not.toBe('no_such_endpoint');
        expect(below.status === 204 || isJson(below.headers.get('content-type'))).toBe(true);
        expect(await request(address().slice('/v1'.length))).toMatchObject({
          status: 404,
          body: { error: {}, meta: {} },
        });
      });

      const isForm = endpoint.upload !== undefined && !endpoint.upload.is_optional;
      if (endpoint.body || endpoint.upload)
        it(`takes ${isForm ? 'a form' : endpoint.upload ? 'JSON or a form' : 'JSON'} and nothing else [T-7.01]`, async () => {
          const token = await stage.tokenOf(stage.here, isEnding ? 'employee' : 'admin', isEnding);
          const wrong = isForm ? ['application/json'] : endpoint.upload ? [] : ['multipart/form-data'];
          for (const type of isForKind ? ['text/plain', 'application/xml', ...wrong] : ['text/plain'])
            expect(
              await request(address(), { token, body: '{}', headers: { 'content-type': type } }),
              type,
            ).toMatchObject({ status: 415, body: { error: { code: 'unsupported_media' } } });
        });

      // Without a token, and with one that nobody has, each endpoint is asked by the table of rights.
      if (isForKind && (endpoint.auth === 'user' || endpoint.auth === 'upload'))
        it('wants a bearer token, and no other proof [P-7.03] [T-7.165]', async () => {
          const token = await stage.tokenOf(stage.here, 'admin');
          for (const authorization of ['', token, `Basic ${token}`, `Bearer ${token}x`, 'Bearer']) {
            const headers = { cookie: `access_token=${token}`, ...(authorization ? { authorization } : {}) };
            expect((await request(address(), { headers })).status, `with "${authorization?.slice(0, 8)}"`).toBe(401);
          }
        });

      it('is called by the client with all conventions of requests [P-7.02] [P-7.04] [P-7.05] [T-7.167]', async () => {
        await using server = await startScriptedServer((_, response) =>
          sendJson(response, 200, { data: {}, meta: {} }),
        );
        const client = createClient({
          baseUrl: server.url,
          tokens: memoryTokenStore({ access_token: 'mine', uuid: stage.here.people.student.uuid }),
          version: '1.2.3',
          releasedAt: '2026-11-18T09:10:00.000Z',
          canaryLevel: () => 'beta',
          xsrf: () => 'echo',
          language: () => 'uk',
          form: toForm,
        });
        await client.call(endpoint, stage.sampleOf(name) as never);
        const { method, path, headers } = server.seen[0] as SeenRequest;
        const [asked, wanted] = [path, address()].map((text) => text.split('?')[0]);
        expect({ method, path: asked }).toEqual({ method: endpoint.method, path: wanted });
        expect(headers).toMatchObject({
          'frontend-version': '1.2.3',
          'released-at': '2026-11-18T09:10:00.000Z',
          'canary-level': 'beta',
          'x-xsrf-token': 'echo',
          'accept-language': 'uk',
        });
        expect(headers['content-type']).toMatch(isForm ? /^multipart\/form-data;/ : /^application\/json$/);
        expect(headers.authorization).toBe(endpoint.auth === 'public' ? undefined : 'Bearer mine');
        expect(headers['idempotency-key'] !== undefined).toBe(isSending && endpoint.idempotent !== false);
      });
    });
}
