import { afterEach, expect, it } from 'vitest';
import {
  type ScriptedServer,
  type SeenRequest,
  sendJson,
  startScriptedServer,
} from '../../../../tests/support/scripted-server.ts';
import { endpointsOf } from '../contract.ts';
import { createClient, toForm } from './client.ts';
import { memoryTokenStore } from './session.ts';

const UUID = '00000000-0000-4000-8000-000000000001';
/** The features of the document on timetable, class book and management. */
const FEATURES = [
  'timetable',
  'timetable-import',
  'classbook',
  'structure',
  'user-import',
  'year-change',
  'registration',
];

let server: ScriptedServer | null = null;
afterEach(() => server?.[Symbol.asyncDispose]());

it('every call of timetable, class book and management carries the conventions of requests [T-7.167]', async () => {
  server = await startScriptedServer((_, response) => sendJson(response, 200, { data: {}, meta: {} }));
  const credentials = new Set<unknown>();
  const client = createClient({
    baseUrl: server.url,
    tokens: memoryTokenStore({ access_token: 'mine', uuid: UUID }),
    version: '1.2.3',
    releasedAt: '2026-11-18T09:10:00.000Z',
    canaryLevel: () => 'beta',
    xsrf: () => 'echo',
    language: () => 'uk',
    form: toForm,
    fetch: (url, init) => {
      credentials.add(init?.credentials);
      return fetch(url, init);
    },
  });
  const calls = endpointsOf().filter(({ name }) => FEATURES.includes(name.split('.')[0] ?? ''));
  expect(calls.length).toBeGreaterThan(80);
  for (const { name, endpoint } of calls) {
    const params = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, '7']));
    await client.call(endpoint, { params } as never, { retries: 0 });
    const seen = server.seen.at(-1) as SeenRequest;
    const path = `/v1${endpoint.path.replace(/\{\w+\}/g, '7')}`;
    expect({ method: seen.method, path: seen.path }, name).toEqual({ method: endpoint.method, path });
    expect(seen.headers, name).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
      'frontend-version': '1.2.3',
      'released-at': '2026-11-18T09:10:00.000Z',
      'canary-level': 'beta',
      'x-xsrf-token': 'echo',
      'accept-language': 'uk',
    });
    // Who may call without a session sends none.
    expect(seen.headers.authorization, name).toBe(endpoint.auth === 'public' ? undefined : 'Bearer mine');
  }
  expect([...credentials]).toEqual(['include']);
});
