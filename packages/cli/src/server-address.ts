/** A server address as people type it → origin with an optional path, without `/v1`; null when it is none. */
export function toServer(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || /\s/.test(trimmed)) return null;
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed);
  const address = hasScheme ? trimmed : `https://${trimmed}`;
  // `URL.parse` is younger than the oldest Node that the package runs with.
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (!['http:', 'https:'].includes(url.protocol) || url.username || url.password) return null;
  // `localhost:3000` means the server on this machine, which has no TLS.
  if (!hasScheme && isLoopback(url.hostname)) url.protocol = 'http:';
  const path = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
  return `${url.origin}${path}`;
}

/** Is this host name the local machine? */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname);
}

/** Would credentials be sent unencrypted? */
export function isReadableOnTheWay(server: string): boolean {
  const url = new URL(server);
  return url.protocol === 'http:' && !isLoopback(url.hostname);
}
