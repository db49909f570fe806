import { type AuthDriverReport, TEST_STEPS } from '@kreide/core/features/auth-drivers';
import type { Translate } from '@kreide/core/kernel';
import type { Configuration } from 'openid-client';
import { type Outbound, OutboundError } from '../../kernel/outbound/index.ts';
import { createSecret } from './begun.ts';
import { askOf } from './openid/claims.ts';
import { describeService, loadClient, type ServiceSettings } from './service.ts';

interface Tried extends ServiceSettings {
  readonly scope: string;
  readonly match_claim: string;
  readonly redirect_uri: string;
  readonly second_step: boolean;
  readonly second_step_values: string;
}

/** What a step says; a failure ends the test. */
class Failure {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** What is thrown, and what that was caused by. */
function* causesOf(thrown: unknown): Generator<Record<string, unknown>> {
  for (let one = thrown; typeof one === 'object' && one !== null; one = (one as { cause?: unknown }).cause)
    yield one as Record<string, unknown>;
}

/** Why a service was not reached; null: it was. */
export function outboundErrorIn(thrown: unknown): OutboundError | null {
  for (const one of causesOf(thrown)) if (one instanceof OutboundError) return one;
  return null;
}

/** Has the service refused the client itself, and not what it asked for? */
export function isClientRefused(thrown: unknown): boolean {
  return [...causesOf(thrown)].some(
    ({ error, status }) => status === 401 || error === 'invalid_client' || error === 'unauthorized_client',
  );
}

function sayDescription(thrown: unknown, t: Translate): string {
  const outbound = outboundErrorIn(thrown);
  if (outbound) return t(`auth-drivers:reason.${outbound.reason}`);
  for (const { attribute, body } of causesOf(thrown))
    if (attribute === 'issuer')
      return t('auth-drivers:test.otherIssuer', { issuer: String((body as { issuer?: unknown }).issuer) });
  return t('auth-drivers:test.noDescription');
}

/** What the service says that it can do; what it does not say is not held against it. */
function sayAbilities(config: Configuration, { scope, match_claim }: Tried, t: Translate): string {
  const server = config.serverMetadata();
  const { authorization_endpoint, token_endpoint, jwks_uri } = server;
  const missing = Object.entries({ authorization_endpoint, token_endpoint, jwks_uri })
    .filter(([, address]) => !address)
    .map(([name]) => name);
  if (missing.length > 0) throw new Failure(t('auth-drivers:test.missingAddresses', { names: missing.join(', ') }));
  if (server.response_types_supported && !server.response_types_supported.includes('code'))
    throw new Failure(t('auth-drivers:test.noCode'));
  if (server.code_challenge_methods_supported && !server.code_challenge_methods_supported.includes('S256'))
    throw new Failure(t('auth-drivers:test.noChallenge'));
  const scopes = server.scopes_supported ?? [];
  const unknown = scopes.length > 0 ? scope.split(/\s+/).filter((one) => one !== '' && !scopes.includes(one)) : [];
  if (unknown.length > 0)
    throw new Failure(t('auth-drivers:test.unknownScopes', { names: unknown.join(', '), known: scopes.join(', ') }));
  const claims = server.claims_supported as string[] | undefined;
  if (claims && match_claim !== 'sub' && !claims.includes(match_claim))
    throw new Failure(t('auth-drivers:test.unknownClaim', { name: match_claim, known: claims.join(', ') }));
  return t('auth-drivers:test.abilities');
}

async function sayKeys(config: Configuration, outbound: Outbound, t: Translate): Promise<string> {
  try {
    const answer = await outbound.request({ url: config.serverMetadata().jwks_uri ?? '', timeoutMs: 10_000 });
    const { keys } = JSON.parse(answer.body.toString('utf8')) as { keys: unknown[] };
    if (answer.status === 200 && keys.length > 0) return t('auth-drivers:test.keys', { count: keys.length });
  } catch (thrown) {
    const error = outboundErrorIn(thrown);
    if (error) throw new Failure(t(`auth-drivers:reason.${error.reason}`));
  }
  throw new Failure(t('auth-drivers:test.noKeys'));
}

/** A code that nobody was given is refused by every service; a client that it does not know is refused before. */
async function sayClient(config: Configuration, { redirect_uri }: Tried, t: Translate): Promise<string> {
  const client = await loadClient();
  const code_verifier = client.randomPKCECodeVerifier();
  try {
    await client.genericGrantRequest(config, 'authorization_code', { code: 'kreide', redirect_uri, code_verifier });
  } catch (thrown) {
    const outbound = outboundErrorIn(thrown);
    if (outbound) throw new Failure(t(`auth-drivers:reason.${outbound.reason}`));
    if (isClientRefused(thrown)) throw new Failure(t('auth-drivers:test.wrongClient'));
    const { error } = thrown as { error?: unknown };
    if (error === 'invalid_grant') return t('auth-drivers:test.client');
    throw new Failure(t('auth-drivers:test.oddAnswer', { error: typeof error === 'string' ? error : '?' }));
  }
  throw new Failure(t('auth-drivers:test.oddAnswer', { error: '?' }));
}

/**
 * Does the page of the service take the address that it has to lead back to? It refuses another one before it asks who somebody is, at a page of
 * its own.
 */
async function sayRedirect(config: Configuration, tried: Tried, outbound: Outbound, t: Translate): Promise<string> {
  const client = await loadClient();
  const asked = { state: createSecret(), nonce: createSecret(), verifier: client.randomPKCECodeVerifier() };
  const url = client.buildAuthorizationUrl(config, await askOf(tried, asked));
  const { redirect_uri: address } = tried;
  try {
    const { status } = await outbound.request({ url, timeoutMs: 10_000, maxRedirects: 0 });
    if (status >= 400) throw new Failure(t('auth-drivers:test.redirectRefused', { status: `${status}`, address }));
  } catch (thrown) {
    const error = outboundErrorIn(thrown);
    if (!error) throw thrown;
    // It goes on to where somebody enters their name.
    if (error.reason !== 'too_many_redirects') throw new Failure(t(`auth-drivers:reason.${error.reason}`));
  }
  return t('auth-drivers:test.redirect', { address });
}

/**
 * Asks a service step by step; the first failure is the last step. What it says of somebody can only be tried by signing in there: null
 * instead of its client where it does not come to that.
 */
export async function testDriver(
  tried: Tried,
  outbound: Outbound,
  t: Translate,
): Promise<Pick<AuthDriverReport, 'steps'> & { config: Configuration | null }> {
  let config: Configuration | undefined;
  const looks: Record<(typeof TEST_STEPS)[number], () => Promise<string>> = {
    async description() {
      try {
        config = await describeService(tried, outbound);
      } catch (thrown) {
        throw new Failure(sayDescription(thrown, t));
      }
      return t('auth-drivers:test.description', { issuer: config.serverMetadata().issuer });
    },
    abilities: async () => sayAbilities(config as Configuration, tried, t),
    keys: () => sayKeys(config as Configuration, outbound, t),
    client: () => sayClient(config as Configuration, tried, t),
    redirect: () => sayRedirect(config as Configuration, tried, outbound, t),
  };
  const steps: AuthDriverReport['steps'] = [];
  for (const step of TEST_STEPS) {
    try {
      steps.push({ step, is_fine: true, message: await looks[step]() });
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      steps.push({ step, is_fine: false, message: thrown.message });
      return { steps, config: null };
    }
  }
  return { steps, config: config ?? null };
}
