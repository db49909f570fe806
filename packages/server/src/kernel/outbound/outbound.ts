import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { connect as connectTls, getCACertificates } from 'node:tls';
import type { Agent } from 'undici';
import { type Allowances, addressCheck, NO_ALLOWANCES } from './addresses.ts';
import { OutboundError } from './errors.ts';
import { type Hop, isRedirect, nextHop, toOutboundHeaders, toOutboundUrl } from './redirects.ts';
import { checkedResolve, type Resolve, type ResolvedAddress, resolveBySystem, toLookup } from './resolve.ts';

export interface OutboundOptions {
  readonly allow?: Allowances;
  /** Injected by tests; otherwise the system's resolver. */
  readonly resolve?: Resolve;
  /** PEM certificates trusted in addition to the public ones, for a school's own authority. */
  readonly ca?: readonly string[];
  readonly userAgent?: string;
  /** Defaults of every request. */
  readonly limits?: Partial<OutboundLimits>;
}

export interface OutboundLimits {
  /** Maximum size of the response body, bytes. */
  readonly maxBytes: number;
  /** Milliseconds for everything: resolve, dial, all redirects, the whole body. */
  readonly timeoutMs: number;
  readonly maxRedirects: number;
}

export interface OutboundRequest extends Partial<OutboundLimits> {
  readonly url: string | URL;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
}

export interface OutboundAnswer<Body> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Final address, after redirects. */
  readonly url: URL;
  readonly body: Body;
}

export interface OutboundTarget {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly timeoutMs?: number;
}

export const DEFAULT_LIMITS: OutboundLimits = { maxBytes: 5_000_000, timeoutMs: 15_000, maxRedirects: 5 };

/** The only way to send requests to an address that a user entered. Every method fails with an OutboundError. */
export interface Outbound extends AsyncDisposable {
  /** Sends a request and reads the whole body. */
  request(request: OutboundRequest): Promise<OutboundAnswer<Buffer>>;
  /** Sends a request; the body is a stream that errors when it exceeds `maxBytes`. Read it or destroy it. */
  open(request: OutboundRequest): Promise<OutboundAnswer<Readable>>;
  /** A connected socket for protocols that are not HTTP (LDAP, SMTP). */
  connect(target: OutboundTarget): Promise<Socket>;
  /** All addresses of a name, checked; for clients that dial an address themselves. */
  resolve(hostname: string): Promise<readonly ResolvedAddress[]>;
  /** For libraries that take a `lookup`; they skip it for an address literal, so `resolve` that first. */
  readonly lookup: LookupFunction;
}

export function createOutbound(options: OutboundOptions = {}): Outbound {
  const { allow = NO_ALLOWANCES, ca, userAgent = 'Kreide' } = options;
  const defaults = { ...DEFAULT_LIMITS, ...options.limits };
  const resolve = checkedResolve(options.resolve ?? resolveBySystem, addressCheck(allow.networks));
  const lookup = toLookup(resolve);
  const trust = ca === undefined ? {} : { ca: [...getCACertificates('default'), ...ca] };
  let agent: Agent | undefined;
  let isOver = false;
  /** The client is loaded with the first request: most installations call nobody. */
  async function loadClient() {
    const { Agent, request: dispatch } = await import('undici');
    agent ??= new Agent({ allowH2: false, connect: { lookup, ...trust }, maxResponseSize: -1 });
    if (isOver) await agent.destroy();
    return { dispatch, agent };
  }

  async function follow(request: OutboundRequest, maxRedirects: number, signal: AbortSignal) {
    let hop: Hop = {
      url: toOutboundUrl(request.url, undefined, allow.plainHosts),
      method: request.method ?? 'GET',
      headers: { 'user-agent': userAgent, ...toOutboundHeaders(request.headers ?? {}) },
      body: request.body ?? null,
    };
    const { dispatch, agent } = await loadClient();
    for (let redirects = 0; ; redirects += 1) {
      // An address literal is dialled without calling `lookup`, hence this check before each hop.
      await resolve(hop.url.hostname);
      const answer = await dispatch(hop.url, {
        dispatcher: agent,
        method: hop.method,
        headers: { ...hop.headers, 'accept-encoding': 'identity' },
        body: hop.body,
        signal,
      });
      // A body that is destroyed or aborted before its first read must not become an unhandled error.
      answer.body.on('error', () => {});
      const { location } = answer.headers;
      if (!isRedirect(answer.statusCode) || typeof location !== 'string') return { answer, url: hop.url };
      answer.body.destroy();
      if (redirects >= maxRedirects) throw new OutboundError('too_many_redirects', `${maxRedirects} redirects`);
      hop = nextHop(hop, answer.statusCode, location, allow.plainHosts);
    }
  }

  async function open(request: OutboundRequest): Promise<OutboundAnswer<Readable>> {
    const { maxBytes, timeoutMs, maxRedirects } = { ...defaults, ...withoutUndefined(request) };
    const overdue = new AbortController();
    const timer = setTimeout(() => overdue.abort(new OutboundError('timeout', `${timeoutMs} ms`)), timeoutMs);
    const signal = AbortSignal.any(request.signal ? [overdue.signal, request.signal] : [overdue.signal]);
    try {
      const { answer, url } = await withAbort(follow(request, maxRedirects, signal), signal);
      const announced = Number(answer.headers['content-length'] ?? 0);
      if (request.method !== 'HEAD' && announced > maxBytes) {
        answer.body.destroy();
        throw new OutboundError('too_large', `${announced} of at most ${maxBytes} bytes`);
      }
      const body = Readable.from(
        limited(answer.body, maxBytes, () => clearTimeout(timer)),
        { objectMode: false },
      );
      body.once('close', () => {
        clearTimeout(timer);
        answer.body.destroy();
      });
      return { status: answer.statusCode, headers: answer.headers, url, body };
    } catch (error) {
      clearTimeout(timer);
      throw OutboundError.from(error);
    }
  }

  return {
    open,
    async request(request) {
      const answer = await open(request);
      const chunks: Buffer[] = [];
      for await (const chunk of answer.body) chunks.push(chunk);
      return { ...answer, body: Buffer.concat(chunks) };
    },
    async connect({ host, port, tls, timeoutMs = defaults.timeoutMs }) {
      try {
        const [first] = await resolve(host);
        if (first === undefined) throw new OutboundError('unresolvable', host);
        return await dial({ host, port, tls, timeoutMs }, first.address, trust);
      } catch (error) {
        throw OutboundError.from(error);
      }
    },
    async resolve(hostname) {
      try {
        return await resolve(hostname);
      } catch (error) {
        throw OutboundError.from(error);
      }
    },
    lookup,
    async [Symbol.asyncDispose]() {
      isOver = true;
      await agent?.destroy();
    },
  };
}

async function* limited(body: Readable, maxBytes: number, done: () => void): AsyncGenerator<Buffer> {
  let read = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      read += chunk.length;
      if (read > maxBytes) throw new OutboundError('too_large', `more than ${maxBytes} bytes`);
      yield chunk;
    }
  } catch (error) {
    throw OutboundError.from(error);
  } finally {
    done();
  }
}

/** Name resolution ignores signals: the caller gets its result in time even while resolution hangs. */
function withAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  return promise;
}

function dial(target: Required<OutboundTarget>, address: string, trust: { ca?: string[] }): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const { host, port } = target;
  const socket = target.tls
    ? connectTls({ host: address, port, ...(isIP(host) === 0 ? { servername: host } : {}), ...trust })
    : connectPlain({ host: address, port });
  socket.setTimeout(target.timeoutMs, () => socket.destroy(new OutboundError('timeout', `${host}:${port}`)));
  socket.once('error', reject);
  socket.once(target.tls ? 'secureConnect' : 'connect', () => {
    socket.setTimeout(0);
    socket.off('error', reject);
    resolve(socket);
  });
  return promise;
}

function withoutUndefined(request: OutboundRequest): Partial<OutboundLimits> {
  const { maxBytes, timeoutMs, maxRedirects } = request;
  return {
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(maxRedirects === undefined ? {} : { maxRedirects }),
  };
}
