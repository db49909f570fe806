import { OutboundError } from './errors.ts';

export interface Hop {
  readonly url: URL;
  readonly method: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

/** Headers that do not identify the caller; all others stay with the origin they were meant for. */
const HARMLESS = new Set(['accept', 'accept-language', 'content-type', 'user-agent']);
/** Set by the client itself; a caller could select another virtual host with them. */
const OWN = new Set(['accept-encoding', 'connection', 'content-length', 'host', 'transfer-encoding', 'upgrade']);

export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** A valid address; its network is checked when it is dialled. */
export function toOutboundUrl(address: string | URL, base: URL | undefined, plainHosts: readonly string[]): URL {
  const text = String(address);
  if (!URL.canParse(text, base)) throw new OutboundError('invalid_address', `not a URL: ${text}`);
  const url = new URL(text, base);
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('invalid_address', `${url.host}: user name or password in the address`);
  }
  if (url.protocol === 'https:') return url;
  if (url.protocol !== 'http:') throw new OutboundError('invalid_address', `scheme ${url.protocol}`);
  if (!plainHosts.includes(url.host) && !plainHosts.includes(url.hostname)) {
    throw new OutboundError('plain_refused', `${url.host} is asked without TLS`);
  }
  return url;
}

/** Header names in lower case, without those that the client sets. */
export function toOutboundHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(entries.filter(([name]) => !OWN.has(name)));
}

/**
 * The request that follows a redirect. POST becomes GET as in browsers (301, 302, 303); across origins nothing that
 * could be a credential is sent, and a body (which may hold a client secret) makes the redirect fail.
 */
export function nextHop(hop: Hop, status: number, location: string, plainHosts: readonly string[]): Hop {
  const url = toOutboundUrl(location, hop.url, plainHosts);
  const toGet = status === 303 ? hop.method !== 'HEAD' : status < 303 && hop.method === 'POST';
  const method = toGet ? 'GET' : hop.method;
  const body = toGet ? null : hop.body;
  const sameOrigin = url.origin === hop.url.origin;
  if (!sameOrigin && body !== null) {
    throw new OutboundError('redirect_refused', `${hop.url.host} sends a request with a body on to ${url.host}`);
  }
  const kept = Object.entries(hop.headers).filter(
    ([name]) => (sameOrigin || HARMLESS.has(name)) && !(body === null && name === 'content-type'),
  );
  return { url, method, headers: Object.fromEntries(kept), body };
}
