import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutbound, type Outbound, type OutboundOptions } from './outbound.ts';
import type { ResolvedAddress } from './resolve.ts';

// For school.example only, self-signed, used nowhere else.
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg3W2kqEtJsdDziFRt
oJNEQ1cKTE2rWm+CNNAs8NuVwbOhRANCAARmWxNlm8KJA1ee4U/cFVPBqh6yC9wS
vDTvGu5mDbEhtJ0198eQMySF4B++c2VwkitRlnPa/CypnkptUtP1v8+U
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBbTCCAROgAwIBAgIBATAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5zY2hvb2wu
ZXhhbXBsZTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowGTEXMBUG
A1UEAwwOc2Nob29sLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARm
WxNlm8KJA1ee4U/cFVPBqh6yC9wSvDTvGu5mDbEhtJ0198eQMySF4B++c2VwkitR
lnPa/CypnkptUtP1v8+Uo0owSDAZBgNVHREEEjAQgg5zY2hvb2wuZXhhbXBsZTAM
BgNVHRMEBTADAQH/MB0GA1UdDgQWBBScxJ3LOo8q2SYiNi926SS8G1AfIzAKBggq
hkjOPQQDAgNIADBFAiB2Gb27p443FGRq9sVkd79OQTyEdyEnhhu8R4RHVSc00AIh
AN8P2uS9CcsSVSGTH8khrC5zd7FT1k2xoc+BR8PD+29L
-----END CERTIFICATE-----`;

const open: (Server | Outbound)[] = [];
afterEach(async () => {
  for (const it of open.splice(0)) {
    if (Symbol.asyncDispose in it && 'request' in it) await it[Symbol.asyncDispose]();
    else (it as Server).close();
  }
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function listen(handler: Handler, tls = false): Promise<number> {
  const server = tls ? createTlsServer({ key: KEY, cert: CERTIFICATE }, handler) : createServer(handler);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const LOOPBACK: ResolvedAddress[] = [{ address: '127.0.0.1', family: 4 }];

/** May reach loopback, under a name that is only known here. */
function outbound(plainHosts: string[], options: OutboundOptions = {}): Outbound {
  const made = createOutbound({
    allow: { networks: ['127.0.0.0/8'], plainHosts },
    resolve: async () => LOOPBACK,
    ...options,
  });
  open.push(made);
  return made;
}

const refusedWith = (reason: string) => expect.objectContaining({ name: 'OutboundError', reason });

describe('outbound addresses', () => {
  it('only https is asked unless the host is configured, and no other scheme ever', async () => {
    const port = await listen((_, response) => response.end('ok'));
    const strict = outbound([]);
    await expect(strict.request({ url: `http://school.example:${port}/` })).rejects.toEqual(
      refusedWith('plain_refused'),
    );
    await expect(strict.request({ url: 'file:///etc/passwd' })).rejects.toEqual(refusedWith('invalid_address'));
    await expect(strict.request({ url: 'no address' })).rejects.toEqual(refusedWith('invalid_address'));
    await expect(strict.request({ url: 'https://me:pw@school.example' })).rejects.toEqual(
      refusedWith('invalid_address'),
    );
    const answer = await outbound(['school.example']).request({ url: `http://school.example:${port}/` });
    expect(answer.body.toString()).toBe('ok');
  });

  it('a private answer among public ones refuses the whole name, before anything is dialled', async () => {
    let asked = 0;
    const port = await listen((_, response) => {
      asked += 1;
      response.end();
    });
    const resolve = async () => [{ address: '93.184.216.34', family: 4 } as const, ...LOOPBACK];
    const out = createOutbound({ allow: { networks: [], plainHosts: ['a.example'] }, resolve });
    open.push(out);
    await expect(out.request({ url: `http://a.example:${port}/` })).rejects.toEqual(refusedWith('address_refused'));
    await expect(out.connect({ host: 'a.example', port, tls: false })).rejects.toEqual(refusedWith('address_refused'));
    await expect(out.resolve('a.example')).rejects.toEqual(refusedWith('address_refused'));
    expect(asked).toBe(0);
  });

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '017700000001', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254'])(
    'the literal %s is refused in every notation',
    async (host) => {
      const out = createOutbound();
      open.push(out);
      await expect(out.request({ url: `https://${host}/` })).rejects.toEqual(refusedWith('address_refused'));
    },
  );

  it('a name that turns private between check and dial is not dialled: the dial itself is checked', async () => {
    const answers = [[{ address: '93.184.216.34', family: 4 } as const], LOOPBACK];
    let asked = 0;
    const port = await listen((_, response) => {
      asked += 1;
      response.end();
    });
    const out = createOutbound({
      allow: { networks: [], plainHosts: ['rebind.example'] },
      resolve: async () => answers.shift() ?? LOOPBACK,
    });
    open.push(out);
    await expect(out.request({ url: `http://rebind.example:${port}/` })).rejects.toEqual(
      refusedWith('address_refused'),
    );
    expect(asked).toBe(0);
  });

  it('the reason for people names no address, the detail for the log does', async () => {
    const out = createOutbound({ resolve: async () => [{ address: '10.1.2.3', family: 4 }] });
    open.push(out);
    const error = await out.request({ url: 'https://intranet.example' }).catch((thrown) => thrown);
    expect(error.message).not.toContain('10.1.2.3');
    expect(error.detail).toContain('10.1.2.3');
  });
});

describe('outbound TLS', () => {
  it('the certificate must fit the name and come from a known authority', async () => {
    const port = await listen((_, response) => response.end('private room'), true);
    const url = `https://school.example:${port}/`;
    await expect(outbound([]).request({ url })).rejects.toEqual(refusedWith('untrusted'));
    const trusting = outbound([], { ca: [CERTIFICATE] });
    expect((await trusting.request({ url })).body.toString()).toBe('private room');
    await expect(trusting.request({ url: `https://other.example:${port}/` })).rejects.toEqual(refusedWith('untrusted'));
    const socket = await trusting.connect({ host: 'school.example', port, tls: true });
    socket.end('GET / HTTP/1.0\r\n\r\n');
    expect(await text(socket)).toContain('private room');
  });
});

describe('outbound limits', () => {
  it('a body over the limit is cut off, announced or not', async () => {
    const port = await listen((request, response) => {
      if (request.url === '/announced') response.setHeader('content-length', 5000);
      for (let at = 0; at < 5; at += 1) response.write('x'.repeat(1000));
      response.end();
    });
    const out = outbound(['school.example']);
    const url = `http://school.example:${port}`;
    await expect(out.request({ url: `${url}/announced`, maxBytes: 4999 })).rejects.toEqual(refusedWith('too_large'));
    await expect(out.request({ url: `${url}/streamed`, maxBytes: 4999 })).rejects.toEqual(refusedWith('too_large'));
    expect((await out.request({ url: `${url}/streamed`, maxBytes: 5000 })).body).toHaveLength(5000);
  });

  it('a server that never answers, stops within the body, or a name that hangs: each ends in time', async () => {
    const port = await listen((request, response) => {
      if (request.url === '/half') response.write('half');
    });
    const out = outbound(['school.example']);
    const limit = { timeoutMs: 60 };
    for (const path of ['silent', 'half']) {
      const url = `http://school.example:${port}/${path}`;
      await expect(out.request({ url, ...limit })).rejects.toEqual(refusedWith('timeout'));
    }
    const hanging = outbound([], { resolve: () => new Promise(() => {}) });
    await expect(hanging.request({ url: 'https://x.example', ...limit })).rejects.toEqual(refusedWith('timeout'));
  });

  it('unknown names and closed ports are told apart', async () => {
    const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND x'), { code: 'ENOTFOUND' });
    const lost = outbound([], { resolve: () => Promise.reject(notFound) });
    await expect(lost.request({ url: 'https://x.example' })).rejects.toEqual(refusedWith('unresolvable'));
    await expect(outbound([]).request({ url: 'https://x.example:1' })).rejects.toEqual(refusedWith('unreachable'));
  });
});

describe('outbound redirects', () => {
  it('are followed up to the limit and each hop is checked again', async () => {
    const port = await listen((request, response) => {
      const left = Number(request.url?.slice(1));
      const location = left > 0 ? `/${left - 1}` : 'https://10.0.0.1/secret';
      response.writeHead(request.url === '/0' || left > 0 ? 302 : 200, { location }).end();
    });
    const out = outbound(['school.example']);
    const url = `http://school.example:${port}`;
    await expect(out.request({ url: `${url}/3`, maxRedirects: 2 })).rejects.toEqual(refusedWith('too_many_redirects'));
    await expect(out.request({ url: `${url}/2` })).rejects.toEqual(refusedWith('address_refused'));
  });

  it('carry no credentials to another host, and no body', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const other = await listen((request, response) => {
      seen.push(request.headers);
      response.end('arrived');
    });
    const port = await listen((request, response) => {
      seen.push(request.headers);
      const location = request.url === '/here' ? '/there' : `http://other.example:${other}/`;
      response.writeHead(307, { location }).end();
    });
    const out = outbound(['school.example', 'other.example']);
    const headers = {
      Authorization: 'Bearer s',
      Cookie: 'a=b',
      'X-Api-Key': 'k',
      Accept: 'text/calendar',
      Host: 'evil',
    };
    const url = `http://school.example:${port}/here`;
    const answer = await out.request({ url, headers });
    expect(answer.url.hostname).toBe('other.example');
    expect(seen).toHaveLength(3);
    expect(seen[1]).toMatchObject({ authorization: 'Bearer s', 'x-api-key': 'k', host: `school.example:${port}` });
    expect(seen[2]).toMatchObject({ accept: 'text/calendar' });
    for (const name of ['authorization', 'cookie', 'x-api-key']) expect(seen[2]).not.toHaveProperty(name);
    const post = out.request({ url, method: 'POST', body: 'client_secret=s' });
    await expect(post).rejects.toEqual(refusedWith('redirect_refused'));
  });

  it('turn POST into GET as browsers do, and never fall back to plain http', async () => {
    const methods: (string | undefined)[] = [];
    const plain = await listen((_, response) => response.end());
    const port = await listen((request, response) => {
      methods.push(request.method);
      if (request.url === '/form') response.writeHead(303, { location: '/done' }).end();
      else if (request.url === '/plain') response.writeHead(301, { location: `http://school.example:${plain}/` }).end();
      else response.end();
    }, true);
    const out = outbound([], { ca: [CERTIFICATE] });
    await out.request({ url: `https://school.example:${port}/form`, method: 'POST', body: 'a=1' });
    expect(methods).toEqual(['POST', 'GET']);
    const downgrade = out.request({ url: `https://school.example:${port}/plain` });
    await expect(downgrade).rejects.toEqual(refusedWith('plain_refused'));
  });
});
