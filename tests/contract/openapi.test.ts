import { createHash } from 'node:crypto';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, endpointsOf } from '../../packages/core/src/contract.ts';
import { endpoint } from '../../packages/core/src/kernel/endpoint.ts';
import { ERROR_STATUS, isErrorCode } from '../../packages/core/src/kernel/errors.ts';
import * as f from '../../packages/core/src/kernel/fields.ts';
import { mount } from '../../packages/server/src/kernel/mount.ts';
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
  it('is a page without scripts whose policy allows exactly its style [D-1.04] [D-4.10]', async () => {
    const { status, headers, text } = await server.request('GET', '/v1/reference');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = headers.get('content-security-policy') ?? '';
    const styles = [...text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style]) => style ?? '');
    expect(styles).toHaveLength(1);
    expect(policy).toContain(
      `style-src 'sha256-${createHash('sha256')
        .update(styles[0] ?? '')
        .digest('base64')}'`,
    );
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(text).not.toMatch(/<script|\son\w+=|\sstyle=|javascript:|<link|<img/i);
  });

  it('names every endpoint with its path and sentence [D-1.04]', async () => {
    const { text } = await server.request('GET', '/v1/reference');
    const toHtml = (sentence: string) => sentence.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
    for (const { endpoint: one } of endpointsOf()) {
      expect(text).toContain(`<code>/v1${one.path}</code>`);
      expect(text).toContain(toHtml(one.summary));
    }
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
