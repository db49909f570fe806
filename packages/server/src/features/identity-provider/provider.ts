import { hash, timingSafeEqual } from 'node:crypto';
import { SESSION_SECONDS } from '@kreide/core/features/auth';
import { PASSED, type Passed, SCOPES } from '@kreide/core/features/identity-provider';
import type { Kysely } from 'kysely';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type { Clock } from '../../kernel/clock.ts';
import type { Seal } from '../../kernel/config/seal.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Log } from '../../kernel/log.ts';
import { CLAIMS_BY_SCOPE, claimsOf, findPerson } from './account.ts';
import { keyFor, openKey, secretsOf } from './keys.ts';
import { findClientOn } from './queries/clients.ts';
import { findGrant } from './queries/grants.ts';
import { listKeys, type TenantOn } from './queries/tenants.ts';
import { createStore, NEEDS_PKCE } from './store.ts';

export interface ProviderParts {
  readonly kysely: Kysely<DB>;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly log: Log;
  readonly appUrl: () => string;
  /** Says why a sign-in cannot go on, to somebody at a browser, in one of the languages that it names. */
  readonly explain: (error: string, languages: string | undefined) => string;
}

/** How long somebody may take to sign in, how long a code, a token and a yes are good, seconds. */
export const LIFETIMES = {
  Interaction: 15 * 60,
  AuthorizationCode: 60,
  AccessToken: 60 * 60,
  IdToken: 60 * 60,
  // As long as the longest session: by it the program hears of its end.
  Grant: SESSION_SECONDS.stay,
  Session: 15 * 60,
} as const;

/** Below it is the uuid of the school. */
export const PROVIDER_PATH = '/v1/openid';
const ROUTES = {
  authorization: '/authorize',
  token: '/token',
  userinfo: '/userinfo',
  jwks: '/keys',
  end_session: '/logout',
  revocation: '/revoke',
} as const;

/** The cookie by which the page of a sign-in is the browser that began it; its path is that of the calls of the page. */
export const BROWSER_COOKIE = 'kreide_openid';
export const interactionPath = (uuid: string) => `/v1/idp/interactions/${uuid}`;

/** Where everything of a school is, for programs. */
export function addressesOf(appUrl: string, schoolUuid: string) {
  const issuer = `${appUrl.replace(/\/$/, '')}${PROVIDER_PATH}/${schoolUuid}`;
  const at = (name: keyof typeof ROUTES) => `${issuer}${ROUTES[name]}`;
  const [authorization, token, userinfo] = [at('authorization'), at('token'), at('userinfo')];
  const discovery = `${issuer}/.well-known/openid-configuration`;
  const rest = { jwks: at('jwks'), end_session: at('end_session'), revocation: at('revocation') };
  return { issuer, discovery, authorization, token, userinfo, ...rest };
}

/** What the school lets a program know, whatever the program asks for. */
export function allowedOf(tenant: { passes: readonly Passed[] }, client: { passes: readonly Passed[] }): Passed[] {
  return PASSED.filter((one) => tenant.passes.includes(one) && client.passes.includes(one));
}

type Library = typeof import('oidc-provider');

/** The questions before a code: who is at the browser, asked of the app each time, and whether they want it, asked with it. */
function createPolicy({ interactionPolicy: { Check, Prompt } }: Library) {
  const { REQUEST_PROMPT, NO_NEED_TO_PROMPT } = Check;
  const unless = (is: (ctx: KoaContextWithOIDC) => unknown) => (ctx: KoaContextWithOIDC) =>
    is(ctx) ? NO_NEED_TO_PROMPT : REQUEST_PROMPT;
  const login = new Check(
    'asked_anew',
    'who is at the browser is asked each time',
    'login_required',
    unless(({ oidc }) => oidc.result?.login),
  );
  const consent = new Check(
    'asked_with_it',
    'nobody has said yes',
    'consent_required',
    unless(({ oidc }) => oidc.result?.consent),
  );
  return [
    new Prompt({ name: 'login', requestable: true }, login),
    new Prompt({ name: 'consent', requestable: true }, consent),
  ];
}

async function createProvider(tenant: TenantOn, issuer: string, parts: ProviderParts) {
  const library = await import('oidc-provider');
  const { kysely, clock, seal, log, explain } = parts;
  const { school_id } = tenant;
  const { cookies, subjectOf } = secretsOf(seal, tenant);
  const keys = (await listKeys(kysely, school_id, clock.now())).map((row) => openKey(seal, row));

  /** What a program is told: what the school says now, and no more than what the person has said yes to. */
  async function passedTo(client: string, grantKey: string): Promise<Passed[]> {
    const program = await findClientOn(kysely, school_id, client);
    const grant = await findGrant(kysely, school_id, grantKey, clock.now());
    return program && grant ? allowedOf(tenant, program).filter((one) => grant.passes.includes(one)) : [];
  }

  const configuration: Configuration = {
    adapter: createStore(school_id, { kysely, clock }) as never,
    jwks: { keys: keys as never },
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    responseTypes: ['code'],
    scopes: Object.keys(SCOPES),
    claims: CLAIMS_BY_SCOPE,
    // Programs that read the token alone find in it what the others ask for.
    conformIdTokenClaims: false,
    subjectTypes: ['pairwise', 'public'],
    pairwiseIdentifier: (_, person, client) => subjectOf(person, client.clientId),
    extraClientMetadata: { properties: [NEEDS_PKCE] },
    pkce: { required: (_, client) => client[NEEDS_PKCE] !== false },
    ttl: LIFETIMES,
    expiresWithSession: () => false,
    acceptQueryParamAccessTokens: false,
    routes: ROUTES,
    cookies: {
      keys: [cookies],
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
      long: { signed: true, httpOnly: true, sameSite: 'lax', path: new URL(issuer).pathname },
      names: { session: 'kreide_openid_session', interaction: 'kreide_openid_page', resume: 'kreide_openid_resume' },
    },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: true },
      // Programs read in the description that they can be told; `telling.ts` tells them.
      backchannelLogout: { enabled: true },
      userinfo: { enabled: true },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      dPoP: { enabled: false },
    },
    interactions: {
      policy: createPolicy(library) as never,
      url(ctx, { uid }) {
        const uuid = keyFor('Interaction', uid);
        const options = {
          path: interactionPath(uuid),
          httpOnly: true,
          sameSite: 'lax',
          maxAge: LIFETIMES.Interaction * 1000,
        } as const;
        ctx.cookies.set(BROWSER_COOKIE, uid, { ...options, signed: false });
        return `/idp/api/auth/${uuid}`;
      },
    },
    loadExistingGrant: async ({ oidc }) => {
      const id = oidc.result?.consent?.grantId;
      return id === undefined ? undefined : oidc.provider.Grant.find(id);
    },
    async findAccount(ctx, uuid) {
      const person = await findPerson(kysely, tenant, uuid, clock.now());
      if (!person) return undefined;
      return {
        accountId: uuid,
        async claims(use) {
          const { client, grant } = ctx.oidc;
          const key = keyFor('Grant', grant?.jti ?? '');
          const passes = await passedTo(client?.clientId ?? '', key);
          // By it a program says later which sign-in it ends.
          return { ...claimsOf(person, passes), sub: uuid, ...(use === 'id_token' && { sid: key }) };
        },
      };
    },
    renderError(ctx, out) {
      ctx.type = 'text/plain; charset=utf-8';
      ctx.body = explain(out.error, ctx.get('accept-language'));
    },
  };
  const provider = new library.Provider(issuer, configuration);
  // Behind `route.ts`, which says by which address it was reached.
  provider.proxy = true;
  provider.Client.prototype.compareClientSecret = function compare(this: { clientSecret?: string }, actual: string) {
    const [kept, given] = [Buffer.from(this.clientSecret ?? '', 'hex'), hash('sha256', actual, 'buffer')];
    return kept.length === given.length && timingSafeEqual(kept, given);
  };
  provider.on('server_error', (ctx, err) =>
    log.error({ err, path: ctx.path }, 'the provider of OpenID Connect failed'),
  );
  return { provider, callback: provider.callback() };
}

export type SchoolProvider = Awaited<ReturnType<typeof createProvider>>;

/** Most schools whose provider a process keeps; each has its keys and some hundred kilobytes. */
const KEPT_MAXIMUM = 50;

/**
 * The providers of schools, made when somebody needs one: the library of the protocol is loaded with the first. One is made anew
 * when what it was made of has changed, or after an hour, since keys end.
 */
export function createProviders(parts: ProviderParts) {
  const kept = new Map<number, { made: string; provider: Promise<SchoolProvider> }>();
  return {
    of(tenant: TenantOn): Promise<SchoolProvider> {
      const { issuer } = addressesOf(parts.appUrl(), tenant.uuid);
      const hour = Math.floor(parts.clock.now().getTime() / 3_600_000);
      const made = `${tenant.updated_at} ${tenant.time_zone} ${issuer} ${hour}`;
      const known = kept.get(tenant.school_id);
      kept.delete(tenant.school_id);
      const one = known?.made === made ? known : { made, provider: createProvider(tenant, issuer, parts) };
      kept.set(tenant.school_id, one);
      one.provider.catch(() => kept.delete(tenant.school_id));
      const [oldest] = kept.keys();
      if (kept.size > KEPT_MAXIMUM && oldest !== undefined) kept.delete(oldest);
      return one.provider;
    },
  };
}
export type Providers = ReturnType<typeof createProviders>;
