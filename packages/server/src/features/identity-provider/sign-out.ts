import { createPublicKey, verify } from 'node:crypto';
import { appendAudit } from '../../kernel/data/audit.ts';
import type { Sessions } from '../auth/index.ts';
import { openKey } from './keys.ts';
import type { ProviderParts, SchoolProvider } from './provider.ts';
import { findClientOn } from './queries/clients.ts';
import { findGrant } from './queries/grants.ts';
import { listSigners, type TenantOn } from './queries/tenants.ts';

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Of the call of a program: which sign-in it ends (`id_token_hint`), and where the browser goes then. */
export interface LeaveCall {
  readonly hint: string;
  readonly back: string | null;
  readonly state: string | null;
  readonly client: string | null;
}

export interface LeaveParts extends Pick<ProviderParts, 'kysely' | 'clock' | 'appUrl' | 'seal'> {
  readonly sessions: Pick<Sessions, 'end' | 'changed'>;
}

/**
 * Who has signed this, for which program and which sign-in; null: not this school, or not for a program of it. Programs keep what they got
 * as long as somebody is signed in there, so a key counts here for longer than programs find it.
 */
async function readHint(
  { provider }: SchoolProvider,
  schoolId: number,
  hint: string,
  { kysely, seal }: Pick<LeaveParts, 'kysely' | 'seal'>,
) {
  try {
    const [head = '', body = '', signature = ''] = hint.split('.');
    const parse = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    const { alg, kid } = parse(head);
    const row = alg === 'RS256' ? (await listSigners(kysely, schoolId)).find((one) => one.kid === kid) : undefined;
    if (!row) return null;
    const { kty, n, e } = openKey(seal, row) as JsonWebKey;
    const key = createPublicKey({ key: { kty, n, e } as never, format: 'jwk' });
    if (!verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))) return null;
    const { iss, aud, sid } = parse(body);
    const client = iss === provider.issuer && typeof aud === 'string' ? await provider.Client.find(aud) : undefined;
    return client ? { client, sid: typeof sid === 'string' && KEY.test(sid) ? sid : null } : null;
  } catch {
    return null;
  }
}

/**
 * A program signs somebody out (RP-Initiated Logout 1.0): the session here by which they came ends too, as the next at the same
 * machine would be signed in under their name. Only who holds what this sign-in gave to the program may do it, and the
 * browser goes nowhere but to an address of the program. Null: the call is not good, and nothing ends.
 */
export async function leave(
  one: SchoolProvider,
  tenant: TenantOn,
  { hint, back, state, client }: LeaveCall,
  { kysely, clock, seal, sessions, appUrl }: LeaveParts,
  cause: { address: string; request_id: string },
): Promise<string | null> {
  const { school_id } = tenant;
  const said = await readHint(one, school_id, hint, { kysely, seal });
  if (!said || (client !== null && client !== said.client.clientId)) return null;
  if (back !== null && !said.client.postLogoutRedirectUris?.includes(back)) return null;
  const now = clock.now();
  const program = await findClientOn(kysely, school_id, said.client.clientId);
  const grant = said.sid === null ? undefined : await findGrant(kysely, school_id, said.sid, now);
  if (grant && program?.id === grant.client_id) {
    const { session_id, user_id } = grant;
    await kysely.transaction().execute(async (trx) => {
      await sessions.end(trx, { school_id, session_id });
      const action = 'identity-provider:audit.signedOut';
      const entry = { action, entity: 'identity_clients', id: program.id, now } as const;
      await appendAudit(trx, [{ ...entry, origin: 'session', school_id, user_id, ...cause }]);
    });
    sessions.changed(user_id);
  }
  if (back === null) return `${appUrl().replace(/\/$/, '')}/post-logout`;
  const url = new URL(back);
  if (state !== null) url.searchParams.set('state', state);
  return url.href;
}
