import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** What a service says of a person besides their subject. */
export type PeerPerson = Readonly<Record<string, unknown>>;

export interface OpenIdPeer extends AsyncDisposable {
  issuer: string;
  client: string;
  secret: string;
  /** What the server under test needs to reach it. */
  env: Record<string, string>;
  /** By subject. */
  people: Record<string, PeerPerson>;
  /** Who is at the browser; null: they cancel. */
  who: string | null;
  /** Goes through the pages of the service as a browser does, until they lead away; answers where to. */
  visit(url: string): Promise<URL>;
  /** Where it leads back to. */
  redirects: string[];
  /** Where it leads back to after a sign-out, and to whom it tells of it. */
  logout: { redirects: string[]; told: string | null };
  /** Signs out at its page, in the browser of the last visit; answers where it leads to. */
  leave(url: string): Promise<URL>;
  /** Signs with another key from now on, as services do now and then, and heeds other addresses. */
  rotate(): void;
}

/** How a server reaches peers on loopback. */
export const LOOPBACK = (origin: string) => ({ KREIDE_OUTBOUND_ALLOW: `127.0.0.0/8 ${origin}` });

const CLIENT = 'kreide';
const SECRET = 'a secret of the peer that is long enough';

/** `oidc-provider` on loopback: a certified service of OpenID Connect, whose people are those of the test. */
export async function startOpenIdPeer(redirects: string[] = []): Promise<OpenIdPeer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cookies = new Map<string, string>();
  const peer: OpenIdPeer = {
    issuer,
    client: CLIENT,
    secret: SECRET,
    env: LOOPBACK(issuer),
    people: {},
    who: null,
    redirects,
    visit: (url) => visit(url, issuer, cookies),
    logout: { redirects: [], told: null },
    leave: (url) => leave(url, cookies),
    rotate: () => serve(server, issuer, peer),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  peer.rotate();
  return peer;
}

function serve(server: Server, issuer: string, peer: OpenIdPeer): void {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = `key ${Math.random()}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT,
        client_secret: SECRET,
        redirect_uris: peer.redirects,
        post_logout_redirect_uris: peer.logout.redirects,
        ...(peer.logout.told === null
          ? {}
          : { backchannel_logout_uri: peer.logout.told, backchannel_logout_session_required: true }),
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] as never },
    cookies: { keys: ['of the peer'] },
    // It calls nobody on loopback otherwise.
    fetch: (url, { dispatcher: _, ...call }: RequestInit & { dispatcher?: unknown } = {}) => fetch(url, call),
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'given_name', 'family_name', 'birthdate', 'class'],
      email: ['email', 'email_verified'],
      school: ['school_key'],
    },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ ...peer.people[id], sub: id }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ accountId: oidc.session?.accountId ?? '', clientId: CLIENT });
      grant.addOIDCScope('openid profile email school');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  server.removeAllListeners('request').on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
    const { who } = peer;
    const result = who === null ? { error: 'access_denied' } : { login: { accountId: who, remember: false } };
    void provider.interactionFinished(request, response, result);
  });
}

/** One call of a browser, which keeps what it is given. */
async function call(at: URL, cookies: Map<string, string>, body?: URLSearchParams): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(at, { redirect: 'manual', headers: { cookie }, ...(body && { method: 'POST', body }) });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
  return answer;
}

async function visit(url: string, origin: string, cookies: Map<string, string>): Promise<URL> {
  cookies.clear();
  let at = new URL(url);
  for (let hops = 0; at.origin === origin; hops += 1) {
    const answer = await call(at, cookies);
    const next = answer.headers.get('location');
    if (next === null || hops > 10) throw new Error(`the service answered ${answer.status}: ${await answer.text()}`);
    at = new URL(next, at);
  }
  return at;
}

async function leave(url: string, cookies: Map<string, string>): Promise<URL> {
  const page = await (await call(new URL(url), cookies)).text();
  const [, action = '', xsrf = ''] = /action="([^"]+)"[\s\S]*name="xsrf" value="([^"]+)"/.exec(page) ?? [];
  if (action === '') throw new Error(`the service asks nobody whether to sign out: ${page}`);
  const answer = await call(new URL(action, url), cookies, new URLSearchParams({ xsrf, logout: 'yes' }));
  return new URL(answer.headers.get('location') ?? '', url);
}
