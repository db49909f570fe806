import type { Passed } from '@kreide/core/features/identity-provider';
import * as openid from 'openid-client';
import { type BuiltSchool, PASSWORD } from './people.ts';
import type { TestAnswer, TestServer } from './server.ts';

export const BACK = 'https://lms.school.example/callback';
const EVERYTHING: Passed[] = ['name', 'username', 'email', 'roles', 'classes'];

/** The school signs people in elsewhere. */
export async function switchOn(server: TestServer, school: BuiltSchool, token: string, passes = EVERYTHING) {
  const path = `/v1/schools/${school.id}/identity-tenant`;
  const answer = await server.request('POST', path, { token, body: { passes } });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

/** What a program is registered with. */
export const program = (values: object = {}) => ({
  name: 'Lernplattform',
  is_confidential: true,
  is_pairwise: true,
  needs_pkce: true,
  passes: ['name', 'username', 'email'] as Passed[],
  redirect_uris: [BACK],
  logout_uris: ['https://lms.school.example/'],
  backchannel_uri: null as string | null,
  password: PASSWORD,
  ...values,
});

export async function register(server: TestServer, school: BuiltSchool, token: string, values: object = {}) {
  const path = `/v1/schools/${school.id}/identity-tenant/clients`;
  const answer = await server.request('POST', path, { token, body: program(values) });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data as { id: number; client: string; secret: string | null; updated_at: string };
}

/** A browser that goes where it is sent, with a cookie only where its path says so. */
export function openBrowser(server: TestServer) {
  const jar = new Map<string, { path: string; name: string; value: string }>();
  const cookieFor = (path: string) =>
    [...jar.values()]
      .filter((one) => path === one.path || path.startsWith(one.path.endsWith('/') ? one.path : `${one.path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  const keep = (headers: Headers) => {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /path=([^;]+)/i.exec(line)?.[1] ?? '/';
      if (value === '' || /expires=Thu, 01 Jan 1970/.test(line)) jar.delete(`${path} ${name}`);
      else jar.set(`${path} ${name}`, { path, name, value });
    }
  };
  return {
    jar,
    /** Follows an address until it leads to the page of a sign-in, or away from the server; the answer where it leads nowhere. */
    async go(address: URL | string): Promise<{ at: URL; answer: Response | null }> {
      let at = new URL(address, server.url);
      for (let hops = 0; hops < 10; hops += 1) {
        if (at.origin !== new URL(server.url).origin || at.pathname.startsWith('/idp/')) return { at, answer: null };
        const answer = await fetch(at, {
          redirect: 'manual',
          headers: { cookie: cookieFor(at.pathname), accept: 'text/html' },
        });
        keep(answer.headers);
        const next = answer.headers.get('location');
        if (next === null) return { at, answer };
        at = new URL(next, at);
      }
      throw new Error('it goes round in circles');
    },
    /** A call of the page. */
    call(method: string, path: string, options: { token?: string; body?: unknown } = {}): Promise<TestAnswer> {
      const [only = ''] = path.split('?');
      return server.request(method, path, { ...options, headers: { cookie: cookieFor(only) } });
    },
  };
}
export type Browser = ReturnType<typeof openBrowser>;

/** A program that signs people in with `openid-client`. */
export async function connect(
  issuer: string,
  { client, secret }: { client: string; secret: string | null },
  redirect_uri = BACK,
) {
  const how = secret === null ? openid.None() : openid.ClientSecretBasic(secret);
  const options = { execute: [openid.allowInsecureRequests] };
  const config = await openid.discovery(new URL(issuer), client, undefined, how, options);
  return {
    config,
    async begin(values: Record<string, string> = {}) {
      const pkceCodeVerifier = openid.randomPKCECodeVerifier();
      const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()];
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri,
        scope: 'openid profile email roles classes',
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        state: expectedState,
        nonce: expectedNonce,
        ...values,
      });
      return { url, checks: { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true } };
    },
    take: (back: URL, checks: openid.AuthorizationCodeGrantChecks) =>
      openid.authorizationCodeGrant(config, back, checks),
    ask: (token: string) => openid.fetchUserInfo(config, token, openid.skipSubjectCheck),
  };
}
export type Program = Awaited<ReturnType<typeof connect>>;

/** The page of a sign-in as its person uses it: reads what is passed on and says yes. */
export async function sayYes(browser: Browser, page: URL, token: string): Promise<URL> {
  const path = `/v1/idp/interactions/${page.pathname.split('/').at(-1)}`;
  const shown = await browser.call('GET', path);
  const answer = await browser.call('POST', `${path}/continue`, { token, body: { passes: shown.body.data.passes } });
  if (answer.status !== 200) throw new Error(answer.text);
  return (await browser.go(answer.body.data.url)).at;
}

/** The whole way of somebody into a program. */
export async function signInAt(server: TestServer, one: Program, token: string, values: Record<string, string> = {}) {
  const browser = openBrowser(server);
  const { url, checks } = await one.begin(values);
  const { at } = await browser.go(url);
  const back = await sayYes(browser, at, token);
  const tokens = await one.take(back, checks);
  return { tokens, claims: tokens.claims() as Record<string, unknown>, back, checks, browser };
}
