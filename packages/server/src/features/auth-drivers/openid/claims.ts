import { isConfirmed, type MatchField, toStepValues } from '@kreide/core/features/auth-drivers';
import { loadClient } from '../service.ts';

/** The client throws this where none of the keys that it knows has signed. */
export const NO_KEY = 'OAUTH_KEY_SELECTION_FAILED';

export type Claims = Readonly<Record<string, unknown>>;

/** The values that bind an answer to what was asked. */
export interface Asked {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface Asking {
  readonly redirect_uri: string;
  readonly scope: string;
  readonly second_step: boolean;
  readonly second_step_values: string;
}

/** What a service is asked with (OpenID Connect Core 1.0 §3.1.2.1, RFC 7636). */
export async function askOf(
  { redirect_uri, scope, second_step, second_step_values }: Asking,
  { state, nonce, verifier }: Asked,
): Promise<Record<string, string>> {
  const client = await loadClient();
  const code_challenge = await client.calculatePKCECodeChallenge(verifier);
  const values = second_step ? toStepValues(second_step_values).join(' ') : '';
  const asked = { redirect_uri, scope, state, nonce, code_challenge, code_challenge_method: 'S256' };
  return values === '' ? asked : { ...asked, acr_values: values };
}

/** Does the service say that an address is verified, beside the address? */
export const isVerified = (claims: Claims): boolean =>
  [true, 'true'].includes(claims.email_verified as boolean | string);

/** What the service says of a person that is compared; null: nothing, or an address that it has not confirmed. */
export function wantedOf(
  claims: Claims,
  { match_claim, match_field }: { match_claim: string; match_field: MatchField },
): string | null {
  const value = claims[match_claim];
  if (match_field === 'email' && !(isConfirmed({ match_claim }) && isVerified(claims))) return null;
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

/** Longest name of a session of a service that is kept. */
const LONGEST_SID = 500;

/** Which of its sessions the service means (OpenID Connect Back-Channel Logout 1.0 §2.1); empty: it does not say. */
export const sidOf = ({ sid }: Claims): string => (typeof sid === 'string' && sid.length <= LONGEST_SID ? sid : '');
