import { type authDriversApi, claimTexts, type DriverMethod } from '@kreide/core/features/auth-drivers';
import type { Configuration, IDToken, TokenEndpointResponse } from 'openid-client';
import type { Seal } from '../../kernel/config/seal.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import type { Log } from '../../kernel/log.ts';
import { type Admit, COOKIE_PATH, giveBack, reserveAttempt } from '../auth/index.ts';
import { countsStep, type FindImported, findArrived, findOn, letIn } from './arrival.ts';
import { BEGUN_COOKIE, BEGUN_SECONDS, type Begun, createSecret, openBegun, sealBegun } from './begun.ts';
import { askOf, type Claims, NO_KEY, sidOf, wantedOf } from './openid/claims.ts';
import { keepOpenIdWayOut } from './openid/sign-out.ts';
import { type Propose, toNamedPerson } from './proposing.ts';
import type { DriverRow } from './queries.ts';
import { keepSamlWayOut } from './saml/sign-out.ts';
import { beginAtService, fetchNamed, type SamlParts } from './saml/signing-in.ts';
import { openSecret } from './secret.ts';
import { loadClient, type Services } from './service.ts';
import { isClientRefused, outboundErrorIn } from './test-driver.ts';

export interface SigningInParts {
  readonly seal: Seal;
  readonly log: Log;
  readonly services: Services;
  readonly admit: Admit;
  readonly findImported: FindImported;
  readonly propose: Propose;
  readonly redirectUriOf: (slink: string) => string;
  readonly saml: SamlParts;
}

type Keys = 'getWay' | 'begin' | 'finish';
type Client = Awaited<ReturnType<typeof loadClient>>;

/**
 * Signing in at the service of a school (D-6.10), bound to the browser that began it: OpenID Connect with PKCE, state and nonce, or SAML, whose
 * answer comes by another way (`saml/route.ts`) and waits there.
 */
export function signingInHandlers(parts: SigningInParts): Pick<Handlers<typeof authDriversApi>, Keys> {
  const { seal, log, services, admit, findImported, propose, redirectUriOf, saml } = parts;

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

  /** What the service tells of somebody besides what it has signed, asked once and only where it is needed. */
  function toBesides(config: Configuration, driver: DriverRow, tokens: TokenEndpointResponse, signed: IDToken) {
    let told: Promise<Claims> | null = null;
    const ask = async (): Promise<Claims> => {
      if (!config.serverMetadata().userinfo_endpoint) return {};
      const client = await loadClient();
      return client.fetchUserInfo(config, tokens.access_token, signed.sub).catch((thrown: unknown) => {
        note(driver, thrown);
        return {};
      });
    };
    return () => {
      told ??= ask();
      return told;
    };
  }

  return {
    async getWay({ params, db }) {
      const driver = await findOn(db, params.slink);
      return { data: driver && { name: driver.name, method: driver.method as DriverMethod } };
    },

    async begin({ body, db, reply, now, fail }) {
      const driver = await findOn(db, body.slink);
      const keep = (asked: Pick<Begun, 'state' | 'nonce' | 'verifier'>) => {
        const until = now.getTime() + BEGUN_SECONDS * 1000;
        const value = sealBegun(seal, { slink: body.slink, ...asked, stay: body.stayLoggedIn, until });
        reply.setCookie(BEGUN_COOKIE, value, { path: COOKIE_PATH, httpOnly: true, maxAge: BEGUN_SECONDS });
      };
      if (driver?.method === 'SAML') {
        const { relay, url } = await beginAtService(db, saml, driver, body.slink, now);
        keep({ state: relay, nonce: '', verifier: '' });
        return { data: { url } };
      }
      if (driver?.method !== 'OIDC') return fail('no_auth_driver');
      const client = await loadClient();
      const config = await reach(driver, now).catch(() => fail('auth_service_unreachable'));
      const [state, nonce, verifier] = [createSecret(), createSecret(), client.randomPKCECodeVerifier()];
      const redirect_uri = redirectUriOf(body.slink);
      const asked = await askOf({ ...driver, redirect_uri }, { state, nonce, verifier });
      const url = toPage(client, config, driver, asked) ?? fail('auth_service_unreachable');
      keep({ state, nonce, verifier });
      return { data: { url: url.href } };
    },

    async finish({ body, db, write, record, request, reply, now, fail }) {
      const driver = await findOn(db, body.slink);
      if (!driver || driver.method === 'LDAP') return fail('no_auth_driver');
      const begun = openBegun(seal, request.cookies[BEGUN_COOKIE], now);
      reply.clearCookie(BEGUN_COOKIE, COOKIE_PATH);
      if (!begun || begun.slink !== body.slink || begun.state !== body.state) return fail('sign_in_over');
      // Taken back by what succeeds: each of them asks the service.
      await reserveAttempt(db, { link: request.network }, now);
      if (driver.method === 'SAML') {
        const named = await fetchNamed(db, saml, driver, { relay: body.state, code: body.code }, now);
        const { subject, wanted } = named;
        const user_id = await findArrived(db, driver, subject, async () => wanted, findImported, now);
        await giveBack(db, { link: request.network });
        if (user_id === null) {
          await propose(db, driver, subject, named.person, now);
          return fail('person_unknown');
        }
        const isStepDone = countsStep(driver, { acr: named.context });
        const arrived = { driver, subject, user_id, stay: begun.stay, isStepDone, service_sid: null };
        const answer = await letIn(arrived, { write, record, request, reply, now }, admit);
        keepSamlWayOut(
          saml,
          reply,
          { school_id: driver.school_id, user_id, user_uuid: answer.uuid },
          named,
          begun.stay,
        );
        return answer;
      }
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
      const besides = toBesides(config, driver, tokens, signed);
      // Of one of them: an address that the one names may be confirmed by the other for another address.
      const readIt = async () => wantedOf(signed, driver) ?? wantedOf(await besides(), driver);
      const user_id = await findArrived(db, driver, signed.sub, readIt, findImported, now);
      await giveBack(db, { link: request.network });
      if (user_id === null) {
        const claims = { ...(await besides()), ...signed };
        const person = toNamedPerson('OIDC', (name) => claimTexts(claims, name));
        await propose(db, driver, signed.sub, person, now);
        return fail('person_unknown');
      }
      const isStepDone = countsStep(driver, signed);
      const how = { stay: begun.stay, isStepDone, service_sid: sidOf(signed) };
      const arrived = { driver, subject: signed.sub, user_id, ...how };
      const answer = await letIn(arrived, { write, record, request, reply, now }, admit);
      const { end_session_endpoint = null } = config.serverMetadata();
      const way = {
        issuer: driver.issuer,
        client: driver.client,
        end_session_endpoint,
        id_token: tokens.id_token ?? null,
      };
      keepOpenIdWayOut(seal, reply, { school_id: driver.school_id, user_id, user_uuid: answer.uuid }, way, begun.stay);
      return answer;
    },
  };
}
