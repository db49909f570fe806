import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STYLE_SRC } from '../../packages/core/src/features/branding/csp.ts';
import { buildFullSchool, type FullSchool } from '../support/full-school.ts';
import { sendRaw } from '../support/fuzz.ts';
import { signIn } from '../support/people.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const FOREIGN = 'https://www.grammar-school.example';
const NATIVE = 'capacitor://localhost';
let root: string;
let server: TestServer;
let school: FullSchool;
let token: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kreide-pages-'));
  for (const [path, content] of [
    [
      'packages/app/dist/index.html',
      '<!doctype html><style>p{top:0}</style><script>let a = 1;\n</script><title>App</title>',
    ],
    ['packages/app/dist/assets/app-1.js', 'export {};'],
    ['packages/widgets/dist/kreide.js', 'export {};'],
    ['brandings/default/logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['examples/school-homepage/index.html', '<!doctype html><title>Home</title>'],
  ] as const) {
    await mkdir(join(root, path, '..'), { recursive: true });
    await writeFile(join(root, path), content);
  }
  server = await startTestServer({
    pages: { root, styles: STYLE_SRC },
    env: { KREIDE_URL: 'https://kreide.example', KREIDE_APP_ORIGINS: NATIVE },
  });
  school = await buildFullSchool(server, 'amsel', 'zimtstern', { public_news: true });
  token = await signIn(server, 'amsel', school.people.student.username);
});
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true, force: true });
});

const policyOf = (headers: Headers) =>
  new Map(
    (headers.get('content-security-policy') ?? '').split(';').map((part): [string, string] => {
      const [name = '', ...sources] = part.trim().split(' ');
      return [name, sources.join(' ')];
    }),
  );

describe('security headers', () => {
  it('stand on every kind of answer: API, errors, pages, files of the app, elements, examples, probes [D-4.10]', async () => {
    const plan = `/v1/timetables/entities/grades/${school.grade}?begins_at=2026-11-16&ends_at=2026-11-20`;
    for (const [path, status] of [
      ['/v1/users/self', 200],
      ['/v1/find-schools?keyword=ams', 200],
      // Prepared, and from memory the second time.
      [plan, 200],
      [plan, 200],
      ['/v1/find-schools', 422],
      ['/v1/nothing', 404],
      ['/v1/%', 400],
      ['/v1/openapi.json', 200],
      ['/v1/reference', 200],
      ['/', 200],
      ['/timetable', 200],
      ['/assets/app-1.js', 200],
      ['/widgets/kreide.js', 200],
      ['/brandings/default/logo.svg', 200],
      ['/examples/school-homepage/', 200],
      ['/healthz', 200],
    ] as const) {
      const answer = await server.request('GET', path, { token, headers: { accept: 'text/html' } });
      expect(answer.status, path).toBe(status);
      expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(answer.headers.get('referrer-policy'), path).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/);
      expect(answer.headers.get('strict-transport-security'), path).toBe('max-age=31536000');
      expect(answer.headers.get('x-powered-by'), path).toBeNull();
      const policy = policyOf(answer.headers);
      expect(policy.get('default-src'), path).toBe("'none'");
      expect(policy.get('frame-ancestors'), path).toMatch(/^'(none|self)'$/);
      expect(answer.headers.get('content-security-policy'), path).not.toMatch(/unsafe|\*|https?:|data:.*script/);
    }
  });

  it('allow pages scripts and styles of their own only, plus hashes of what stands in the page and of constant styles [D-4.10]', async () => {
    for (const path of ['/', '/examples/school-homepage/']) {
      const answer = await server.request('GET', path, { headers: { accept: 'text/html' } });
      const policy = policyOf(answer.headers);
      const hashOf = (name: string) => {
        const [, inPage] = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(answer.text) ?? [];
        return inPage === undefined ? null : `'sha256-${createHash('sha256').update(inPage).digest('base64')}'`;
      };
      const [script, style] = [hashOf('script'), hashOf('style')];
      expect(
        [script, style].every((hash) => (hash !== null) === (path === '/')),
        path,
      ).toBe(true);
      expect(policy.get('script-src'), path).toBe(script ? `'self' ${script}` : "'self'");
      expect(policy.get('style-src'), path).toMatch(/^'self'( 'sha256-[\w+/=]+')*$/);
      if (style) expect(policy.get('style-src')?.split(' ')).toContain(style);
      expect(policy.get('base-uri'), path).toBe("'none'");
    }
  });

  it('promise HTTPS only where the server is reached by it [D-4.10]', async () => {
    await using plain = await startTestServer();
    const answer = await plain.request('GET', '/healthz');
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  });

  it('promise HTTPS for the hosts below only where the operator says so [D-4.10]', async () => {
    await using wide = await startTestServer({
      env: { KREIDE_URL: 'https://kreide.test', KREIDE_HSTS_SUBDOMAINS: 'true' },
    });
    const answer = await wide.request('GET', '/healthz');
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });

  it('make cookies unreadable for other sites, and for scripts where they sign in [D-4.10] [P-7.04]', async () => {
    const body = { slink: 'amsel', username: school.people.student.username, password: 'correct horse battery' };
    const answer = await server.request('POST', '/v1/auth/login', { body: { ...body, stayLoggedIn: true } });
    const cookies = answer.headers.getSetCookie();
    expect(cookies).toHaveLength(3);
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure; SameSite=Lax/);
    for (const name of ['kreide_refresh_', 'kreide_device='])
      expect(cookies.find((cookie) => cookie.startsWith(name))).toMatch(/; Path=\/v1\/auth; HttpOnly/);
  });
});

describe('a page of another origin', () => {
  const ask = (path: string, origin: string, method = 'GET') =>
    server.request(method, path, {
      token: path.includes('users') ? token : undefined,
      headers: { origin, ...(method === 'OPTIONS' && { 'access-control-request-method': 'GET' }) },
    });

  it('reads what is public without credentials and without a preflight [D-2.08]', async () => {
    const { status, headers } = await ask('/v1/public/news/amsel', FOREIGN);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('reads nothing else, refusals included [D-2.08]', async () => {
    for (const path of ['/v1/users/self', '/v1/find-schools?keyword=ams', '/v1/public/schools/amsel', '/v1/nothing']) {
      const { headers } = await ask(path, FOREIGN);
      expect(headers.get('access-control-allow-origin'), path).toBeNull();
      const preflight = await ask(path, FOREIGN, 'OPTIONS');
      expect(preflight.headers.get('access-control-allow-origin'), path).toBeNull();
      expect(preflight.headers.get('access-control-allow-methods'), path).toBeNull();
    }
  });

  it('may call with credentials when KREIDE_APP_ORIGINS lists it [D-2.08]', async () => {
    const { headers } = await ask('/v1/users/self', NATIVE);
    expect(headers.get('access-control-allow-origin')).toBe(NATIVE);
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('vary')).toContain('origin');
    const preflight = await ask('/v1/users/self', NATIVE, 'OPTIONS');
    const allowed = preflight.headers.get('access-control-allow-headers') ?? '';
    for (const name of ['authorization', 'frontend-version', 'released-at', 'canary-level', 'idempotency-key'])
      expect(allowed).toContain(name);
  });

  it('reads the time of the server, by which a device corrects its own', async () => {
    server.clock.advance(3_600_000);
    const { headers } = await ask('/v1/users/self', NATIVE);
    expect(headers.get('date')).toBe(server.clock.now().toUTCString());
    expect(headers.get('access-control-expose-headers')).toContain('date');
    expect(headers.get('cache-control')).toMatch(/no-cache|no-store/);
  });

  it('gets no permission in the answer to bytes that are no request', async () => {
    const text = await sendRaw(server.url, `GARBAGE\r\norigin: ${FOREIGN}\r\n\r\n`);
    expect(text).not.toContain('access-control');
  });
});
