/**
 * The origin of a WebUntis server as somebody writes it: with or without `https://`, also the whole address of a page of
 * it. Null where it is no address of a server.
 */
export function toWebUntisAddress(text: string): string | null {
  const trimmed = text.trim();
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(full)) return null;
  const { protocol, username, password, hostname, origin } = new URL(full);
  const isServer = (protocol === 'https:' || protocol === 'http:') && hostname !== '';
  return isServer && username === '' && password === '' ? origin : null;
}
