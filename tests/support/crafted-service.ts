import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CraftedService extends AsyncDisposable {
  issuer: string;
  /** Changes what is signed: claims, header, or the whole token. The code by which settings are tried is refused. */
  craft: (token: Parts) => Parts | string | Promise<Parts | string>;
  /** Instead of its description. */
  description: Record<string, unknown>;
  /** What it tells of the person besides what it signs. */
  told: Record<string, unknown>;
  /** What its page answers, as the status of HTTP; it has none at first. */
  page: number;
  /** A token as it would sign it, of whatever the test writes. */
  sign(token: Parts): string;
  /** The parameters of the last code that was exchanged. */
  exchanged: URLSearchParams | null;
}

interface Parts {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * A service written from OpenID Connect Core 1.0, for answers that no honest one gives: it confirms whoever it is told to, and signs what
 * the test makes of it. The nonce of the sign-in is the code.
 */
export async function startCraftedService(): Promise<CraftedService> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomUUID();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: CraftedService = {
    issuer,
    craft: (token) => token,
    told: {},
    page: 404,
    exchanged: null,
    description: {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/userinfo`,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    },
    sign({ header, claims }) {
      const content = `${encode({ alg: 'RS256', kid, ...header })}.${encode(claims)}`;
      return `${content}.${createSign('sha256').update(content).sign(privateKey).toString('base64url')}`;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  async function toToken(nonce: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: 'kreide', sub: 'one', iat: now, exp: now + 300, nonce };
    const given = { email: 'ada@school.example', email_verified: true };
    const made = await service.craft({ header: { alg: 'RS256', kid }, claims: { ...claims, ...given } });
    if (typeof made === 'string') return made;
    const content = `${encode(made.header)}.${encode(made.claims)}`;
    if (made.header.alg === 'none') return `${content}.`;
    return `${content}.${createSign('sha256').update(content).sign(privateKey).toString('base64url')}`;
  }
  server.on('request', async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    const say = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (pathname === '/.well-known/openid-configuration') return say(service.description);
    if (pathname === '/keys')
      return say({
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }],
      });
    if (pathname === '/userinfo') return say(service.told);
    if (pathname === '/authorize') return response.writeHead(service.page).end();
    if (pathname !== '/token') return response.writeHead(404).end();
    let text = '';
    for await (const chunk of request) text += chunk;
    const asked = new URLSearchParams(text);
    if (asked.get('code') === 'kreide') return say({ error: 'invalid_grant' }, 400);
    service.exchanged = asked;
    const id_token = await toToken(service.exchanged.get('code') ?? '');
    return say({ access_token: 'opaque', token_type: 'Bearer', expires_in: 60, id_token });
  });
  return service;
}
