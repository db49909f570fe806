import * as z from 'zod/mini';
import type { Seal } from '../../../kernel/config/seal.ts';
import type { DriverRow } from '../queries.ts';
import { isKeepable, keepWayOut, type Leaver, ownerOfWay, type Reply } from '../way-out.ts';

const way = z.object({
  issuer: z.string(),
  client: z.string(),
  /** The page of the service that ends a session there; null: it has none. */
  end_session_endpoint: z.nullable(z.string()),
  /** By what the service recognises whom it has signed in; null: it is too long for a browser to keep. */
  id_token: z.nullable(z.string()),
});
type Way = z.output<typeof way>;
const kept = z.extend(way, ownerOfWay);

/** Remembers in the browser at which page somebody signs out of the service too; nothing where it has none. */
export function keepOpenIdWayOut(seal: Seal, reply: Reply, person: Leaver, given: Way, stay: boolean): void {
  if (given.end_session_endpoint === null) return;
  const id_token = isKeepable(seal, { ...given, ...person }) ? given.id_token : null;
  keepWayOut(seal, reply, person, { ...given, id_token }, stay);
}

export const toPostLogout = (appUrl: string): string => `${appUrl.replace(/\/$/, '')}/post-logout`;

/**
 * The page of a service of OpenID Connect that ends the session of somebody there, and leads back (RP-Initiated Logout 1.0 §2); null: it has
 * none, or they did not come from this one.
 */
export function openIdPageOf({ appUrl }: { appUrl: () => string }, driver: DriverRow, given: unknown): string | null {
  const { data: found } = kept.safeParse(given);
  if (!found || driver.method !== 'OIDC') return null;
  const { issuer, client, end_session_endpoint, id_token } = found;
  const isTheirs = issuer === driver.issuer && client === driver.client;
  if (!isTheirs || end_session_endpoint === null || !URL.canParse(end_session_endpoint)) return null;
  const url = new URL(end_session_endpoint);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const asked = { client_id: client, post_logout_redirect_uri: toPostLogout(appUrl()) };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  if (id_token !== null) url.searchParams.set('id_token_hint', id_token);
  return url.href;
}
