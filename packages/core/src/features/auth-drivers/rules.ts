import type { AuthDriverDraft } from './schema.ts';

/**
 * The address of a service as it has to be asked: its description belongs to exactly this text (OpenID Connect Discovery §4.3), so
 * nothing but blanks around it and what somebody copied of its description is taken away. Null where it is no address, or has the
 * brackets of a preset.
 */
export function toIssuer(text: string): string | null {
  if (/[<>]/.test(text)) return null;
  const trimmed = text.trim().replace(/\/\.well-known\/openid-configuration$/, '');
  if (!URL.canParse(trimmed)) return null;
  const { protocol, username, password, search, hash } = new URL(trimmed);
  const isPlain = username === '' && password === '' && search === '' && hash === '';
  return isPlain && (protocol === 'https:' || protocol === 'http:') ? trimmed : null;
}

/** A service confirms the claim `email` (OpenID Connect Core 1.0 §5.1), and says nothing of whose another claim is. */
export const isConfirmed = ({ match_claim }: Pick<AuthDriverDraft, 'match_claim'>): boolean => match_claim === 'email';

export type DriverRule = 'address' | 'openid' | 'unconfirmed';

/** What is wrong with what somebody wrote down. */
export function driverProblems({
  issuer,
  scope,
  ...match
}: Pick<AuthDriverDraft, 'issuer' | 'scope' | 'match_claim' | 'match_field'>): {
  field: 'issuer' | 'scope' | 'match_claim';
  rule: DriverRule;
}[] {
  return [
    ...(toIssuer(issuer) === null ? [{ field: 'issuer', rule: 'address' } as const] : []),
    ...(scope.split(/\s+/).includes('openid') ? [] : [{ field: 'scope', rule: 'openid' } as const]),
    ...(match.match_field !== 'email' || isConfirmed(match)
      ? []
      : [{ field: 'match_claim', rule: 'unconfirmed' } as const]),
  ];
}
