import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, endpointsOf } from '../../packages/core/src/contract.ts';
import { endpoint } from '../../packages/core/src/kernel/endpoint.ts';
import { ERROR_STATUS, isErrorCode } from '../../packages/core/src/kernel/errors.ts';
import * as f from '../../packages/core/src/kernel/fields.ts';
import { mount } from '../../packages/server/src/kernel/http/mount.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Operation {
  operationId: string;
  summary: string;
  security: unknown[];
  responses: Record<string, { description: string }>;
  parameters: { name: string; in: string }[];
  requestBody?: unknown;
}

const document = async () => (await server.request('GET', '/v1/openapi.json')).body;

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 by an independent validator [D-1.04]', async () => {
    const text = await document();
    expect(text.openapi).toMatch(/^3\.1\./);
    const validator = new Validator();
    const result = await validator.validate(text);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('says that news have no comments, and there are none [C-7.95]', async () => {
    const { paths } = await document();
    expect(paths['/v1/users/{id}/feed/news'].get.summary).toContain('there is no /users/{id}/feed/comments');
    expect(Object.keys(paths).filter((path) => path.includes('comments'))).toEqual([]);
    for (const method of ['GET', 'POST'])
      expect((await server.request(method, '/v1/users/self/feed/comments')).status).toBe(404);
  });

  it('is refused by that validator once it is wrong, so the check above means something', async () => {
    const broken = await document();
    broken.paths['/v1/users/self'].get.responses = 'none';
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it('holds every endpoint with its inputs, its rights and its errors, and nothing else [D-1.03] [D-1.04]', async () => {
    const { paths } = (await document()) as { paths: Record<string, Record<string, Operation>> };
    const found = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const declared = endpointsOf();
    expect(found.sort()).toEqual(declared.map(({ endpoint: one }) => `${one.method} /v1${one.path}`).sort());
    const ids = new Set<string>();
    for (const { name, endpoint: one } of declared) {
      const operation = paths[`/v1${one.path}`]?.[one.method.toLowerCase()] as Operation;
      ids.add(operation.operationId);
      expect(operation.summary, name).toBe(one.summary);
      expect(operation.security.length > 0, name).toBe(one.auth !== 'public' && one.auth !== 'feed');
      expect(operation.requestBody !== undefined, name).toBe(one.body !== undefined || 'upload' in one);
      for (const code of one.errors ?? [])
        expect(operation.responses[ERROR_STATUS[code]]?.description, `${name} ${code}`).toContain(code);
      const inPath = [...one.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      const listed = operation.parameters.filter((parameter) => parameter.in === 'path').map((one) => one.name);
      expect(listed.sort(), name).toEqual(inPath.sort());
    }
    expect(ids.size).toBe(declared.length);
  });
});

describe('the reference', () => {
  it('is a viewer of our own files over the document, with a policy that lets nothing else in [D-1.04] [D-4.10]', async () => {
    const { status, headers, text } = await server.request('GET', '/v1/reference');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(text).not.toMatch(/\son\w+=|https?:|<script>/i);
    for (const [, path] of text.matchAll(/(?:src|href)="(reference\/[^"]+)"/g)) {
      const file = await server.request('GET', `/v1/${path}`);
      expect([file.status, file.text.length > 100], path).toEqual([200, true]);
      expect(file.headers.get('content-type'), path).toMatch(/^text\/(css|javascript); charset=utf-8$/);
    }
  });

  it('says of every endpoint who may call it and what can go wrong [D-1.04]', async () => {
    const { paths, components } = (await server.request('GET', '/v1/openapi.json')).body;
    const told = paths['/v1/channels/news/{id}'].put;
    expect(told.description).toContain('`news.update`');
    expect(told.description).toContain('`conflict`');
    expect(paths['/v1/channels/news'].post.description).toContain('the permission `create-news`');
    expect(paths['/v1/find-schools'].get.description).toContain('Anybody');
    const { schema } = told.requestBody.content['application/json'];
    expect(schema.properties.updated_at.examples).toEqual(['2026-11-18T09:10:00.000Z']);
    expect(schema.properties.title.examples).toEqual(['Text']);
    expect(components.schemas.Error.properties.error.properties.code.enum).toEqual(Object.keys(ERROR_STATUS));
  });
});

describe('the contract', () => {
  it('declares only errors of the closed list, and no path twice [D-1.03]', () => {
    const declared = endpointsOf();
    for (const { name, endpoint: one } of declared)
      for (const code of one.errors ?? []) expect(isErrorCode(code), `${name} ${code}`).toBe(true);
    const places = declared.map(({ endpoint: one }) => `${one.method} ${one.path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('lets no server start that has no handler for one of its endpoints [D-1.03]', () => {
    const orphan = endpoint({
      method: 'GET',
      path: '/orphan',
      auth: 'public',
      needs: 'nothing',
      answer: f.answerOf(f.id),
      summary: 'Nobody answers this.',
    });
    const declared = endpointsOf({ ...contract, orphans: { get: orphan } });
    // Refused before anything of the server is touched, which is why it needs none here.
    const start = () => mount({} as never, {} as never, declared, []);
    expect(start).toThrow(/^No handler for: .*orphans\.get$/);
    const complete = declared.map(({ endpoint: one }) => ({ endpoint: one, handler: () => null }));
    expect(() => mount({} as never, {} as never, declared, complete.slice(0, -1))).toThrow(
      'No handler for: orphans.get',
    );
  });
});
