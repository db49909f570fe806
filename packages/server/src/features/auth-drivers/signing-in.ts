import { type authDriversApi, isConfirmed, type MatchField } from '@kreide/core/features/auth-drivers';
import type { Kysely } from 'kysely';
import type { Configuration, IDToken, TokenEndpointResponse } from 'openid-client';
import type { Seal } from '../../kernel/config/seal.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import type { Log } from '../../kernel/log.ts';
import { type Admit, COOKIE_PATH, giveBack, reserveAttempt } from '../auth/index.ts';
import { findSchoolBySlink } from '../schools/index.ts';
import { findPresentBy } from '../users/index.ts';
import { BEGUN_COOKIE, BEGUN_SECONDS, createSecret, openBegun, sealBegun } from './begun.ts';
import { connect, type DriverRow, findConnected, findDriver, lockDriver } from './queries.ts';
import { openSecret } from './secret.ts';
import { loadClient, type Services } from './service.ts';
import { isClientRefused, outboundErrorIn } from './test-driver.ts';

/** Accounts that an import has read under this key, at the school; two at most. */
export type FindImported = (db: Kysely<DB>, schoolId: number, key: string, now: Date) => Promise<number[]>;

export interface SigningInParts {
  readonly seal: Seal;
  readonly log: Log;
  readonly services: Services;
  readonly admit: Admit;
  readonly findImported: FindImported;
  readonly redirectUriOf: (slink: string) => string;
}

/** The client throws this where none of the keys that it knows has signed. */
const NO_KEY = 'OAUTH_KEY_SELECTION_FAILED';

type Keys = 'getWay' | 'begin' | 'finish';
type Client = Awaited<ReturnType<typeof loadClient>>;
type Claims = Readonly<Record<string, unknown>>;

/** What the service says of a person that is compared; null: nothing, or an address that it has not confirmed. */
export function wantedOf(
  claims: Claims,
  { match_claim, match_field }: { match_claim: string; match_field: MatchField },
) {
  const value = claims[match_claim];
  const isVerified = isConfirmed({ match_claim }) && [true, 'true'].includes(claims.email_verified as boolean | string);
  if (match_field === 'email' && !isVerified) return null;
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

/** Signing in at the service of a school (D-6.10): OpenID Connect with PKCE, state and nonce, bound to the browser that began it. */
export function signingInHandlers(parts: SigningInParts): Pick<Handlers<typeof authDriversApi>, Keys> {
  const { seal, log, services, admit, findImported, redirectUriOf } = parts;

  /** The driver that is on, of a school that signs people in; null: there is none. */
  async function findOn(db: Kysely<DB>, slink: string): Promise<DriverRow | null> {
    const school = await findSchoolBySlink(db, slink);
    if (!school || school.is_locked) return null;
    const found = await findDriver(db, school.id);
    return found?.driver.is_on ? found.driver : null;
  }

  /** In the log: why a service did not sign somebody in, without what it said of them. */
  function note(driver: DriverRow, thrown: unknown): void {
    const { code, error, status } = thrown as { code?: unknown; error?: unknown; status?: unknown };
    const reason = outboundErrorIn(thrown)?.reason;
    log.warn({ school: driver.school_id, reason, code, error, status }, 'a service signed nobody in');
  }

  /** The client of a service that was reached lately, or is now; why not stands in the log. */
  async function reach(driver: DriverRow, now: Date): Promise<Configuration> {
    try {
      const settings = { ...driver, secret: openSecret(seal, driver) };
      return await services.of(driver.school_id, driver.updated_at, settings, now);
    } catch (thrown) {
      note(driver, thrown);
      throw thrown;
    }
  }

  /** The page of the service that the browser goes to; null: the service names none that can be opened. */
  function toPage(client: Client, config: Configuration, driver: DriverRow, asked: Record<string, string>): URL | null {
    try {
      return client.buildAuthorizationUrl(config, asked);
    } catch (thrown) {
      note(driver, thrown);
      return null;
    }
  }

  /**
   * What is compared, out of what the service has signed, and where that lacks it, out of what it tells besides: of one of
   * them, since an address that the one names may be confirmed by the other for another address.
   */
  async function readWanted(config: Configuration, driver: DriverRow, tokens: TokenEndpointResponse, signed: IDToken) {
    const wanted = wantedOf(signed, driver);
    if (wanted !== null || !config.serverMetadata().userinfo_endpoint) return wanted;
    const client = await loadClient();
    const told = await client.fetchUserInfo(config, tokens.access_token, signed.sub).catch((thrown: unknown) => {
      note(driver, thrown);
      return {};
    });
    return wantedOf(told, driver);
  }

  return {
    async getWay({ params, db }) {
      const driver = await findOn(db, params.slink);
      return { data: driver && { name: driver.name } };
    },

    async begin({ body, db, reply, now, fail }) {
      const driver = await findOn(db, body.slink);
      if (!driver) return fail('no_auth_driver');
      const client = await loadClient();
      const config = await reach(driver, now).catch(() => fail('auth_service_unreachable'));
      const [state, nonce, verifier] = [createSecret(), createSecret(), client.randomPKCECodeVerifier()];
      const asked = {
        redirect_uri: redirectUriOf(body.slink),
        scope: driver.scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      const url = toPage(client, config, driver, asked) ?? fail('auth_service_unreachable');
      const until = now.getTime() + BEGUN_SECONDS * 1000;
      const value = sealBegun(seal, { slink: body.slink, state, nonce, verifier, stay: body.stayLoggedIn, until });
      reply.setCookie(BEGUN_COOKIE, value, { path: COOKIE_PATH, httpOnly: true, maxAge: BEGUN_SECONDS });
      return { data: { url: url.href } };
    },

    async finish({ body, db, write, record, request, reply, now, fail }) {
      const driver = await findOn(db, body.slink);
      if (!driver) return fail('no_auth_driver');
      const begun = openBegun(seal, request.cookies[BEGUN_COOKIE], now);
      reply.clearCookie(BEGUN_COOKIE, COOKIE_PATH);
      if (!begun || begun.slink !== body.slink || begun.state !== body.state) return fail('sign_in_over');
      // Taken back by what succeeds: each of them asks the service.
      await reserveAttempt(db, { link: request.network }, now);
      const client = await loadClient();
      const back = new URL(redirectUriOf(body.slink));
      for (const [name, value] of Object.entries({ code: body.code, state: body.state, iss: body.iss }))
        if (value !== undefined) back.searchParams.set(name, value);
      const config = await reach(driver, now).catch(() => fail('auth_service_unreachable'));
      const checks = { pkceCodeVerifier: begun.verifier, expectedNonce: begun.nonce, expectedState: begun.state };
      const exchange = client.authorizationCodeGrant(config, back, { ...checks, idTokenExpected: true });
      const tokens = await exchange.catch((thrown: unknown) => {
        note(driver, thrown);
        // Keys that it has changed are asked for again, which the client does once a minute at most.
        if ((thrown as { code?: unknown }).code === NO_KEY) services.forget(config);
        const isAway = outboundErrorIn(thrown) !== null || isClientRefused(thrown);
        return fail(isAway ? 'auth_service_unreachable' : 'sign_in_refused');
      });
      const signed = tokens.claims();
      if (!signed) return fail('sign_in_refused');
      const { school_id } = driver;
      const known = await findConnected(db, school_id, signed.sub);
      const wanted = known === null ? await readWanted(config, driver, tokens, signed) : null;
      const found =
        known !== null
          ? [known]
          : wanted === null
            ? []
            : driver.match_field === 'external_id'
              ? await findImported(db, school_id, wanted, now)
              : await findPresentBy(db, school_id, driver.match_field, wanted, now);
      await giveBack(db, { link: request.network });
      const [user_id] = found;
      if (user_id === undefined || found.length > 1) return fail('person_unknown');
      const trx = await write();
      // Settings that were changed meanwhile may be of another service.
      await lockDriver(trx, school_id);
      if ((await findDriver(trx, school_id))?.driver.updated_at !== driver.updated_at) return fail('sign_in_over');
      // Somebody who came at the same moment was first.
      if (((await findConnected(trx, school_id, signed.sub)) ?? user_id) !== user_id) return fail('person_connected');
      if (!(await connect(trx, { school_id, user_id }, signed.sub, now))) return fail('person_connected');
      const call = { request, reply, now };
      const { account, answer } = await admit(trx, { school_id, id: user_id }, { stay: begun.stay }, call);
      record({
        entity: 'users',
        id: user_id,
        by: { school_id, user_id },
        after: answer.tfa_mode === '' ? {} : { second_step: 'open' },
      });
      return { ...answer, username: account.username, stay_logged_in: begun.stay };
    },
  };
}
