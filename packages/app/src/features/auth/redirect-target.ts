import { DEFAULT_ROUTE } from '../../kernel/guards.ts';

/** The page that forwards; to itself it never does. */
const REDIRECT = '/redirect';

/** Longest address that is looked at. */
const LONGEST = 2000;

/** Path, query and fragment of a page of the app; the default page instead of what another browser may take for a host. */
function toOwnPath({ pathname, search, hash }: URL): string {
  // `/.//evil.example` has become `//evil.example` by now.
  const isPath = !pathname.startsWith('//') && pathname !== REDIRECT && !pathname.startsWith(`${REDIRECT}/`);
  return isPath ? pathname + search + hash : DEFAULT_ROUTE;
}

/**
 * Where `/redirect?target=…` leads (P-2.23): to a page of the app, or to a foreign origin that the operator has named
 * (`KREIDE_REDIRECT_ORIGINS`), by https. Whatever is not clearly one of them is the default page: names and passwords
 * before a host, half addresses, and signs that browsers read in several ways.
 */
export function toRedirectTarget(wanted: string | null, own: string, allowed: readonly string[]): string {
  if (wanted === null || wanted.length > LONGEST || /[\\\s\p{Cc}]/u.test(wanted)) return DEFAULT_ROUTE;
  const isPath = /^\/(?!\/)/.test(wanted);
  const url = isPath || /^https?:\/\/[^/]/i.test(wanted) ? URL.parse(wanted, own) : null;
  if (url?.username !== '' || url.password !== '') return DEFAULT_ROUTE;
  if (url.origin === own) return toOwnPath(url);
  return url.protocol === 'https:' && allowed.includes(url.origin) ? url.href : DEFAULT_ROUTE;
}

/**
 * Where an old address of a sign-in leads: to the service of identities that the operator has named, with what was asked besides; null: it has named
 * none. What the configured address asks itself nobody changes.
 */
export function toIdentityTarget(configured: string, search = ''): string | null {
  const url = URL.parse(configured);
  if (url?.protocol !== 'https:' || search.length > LONGEST) return null;
  const fixed = new Set(url.searchParams.keys());
  for (const [name, value] of new URLSearchParams(search)) if (!fixed.has(name)) url.searchParams.append(name, value);
  return url.href;
}
