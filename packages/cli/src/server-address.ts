/** The address of a server as people write it, as an origin with an optional path and without `/v1`; null when it is none. */
export function toServer(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || /\s/.test(trimmed)) return null;
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed);
  const url = URL.parse(hasScheme ? trimmed : `https://${trimmed}`);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) return null;
  // Somebody who types `localhost:3000` means the server started on this machine, which speaks no TLS.
  if (!hasScheme && isLoopback(url.hostname)) url.protocol = 'http:';
  const path = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
  return `${url.origin}${path}`;
}

/** Does this host name mean the own machine? */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname);
}

/** Would credentials travel readable for everybody on the way? */
export function isReadableOnTheWay(server: string): boolean {
  const url = new URL(server);
  return url.protocol === 'http:' && !isLoopback(url.hostname);
}
