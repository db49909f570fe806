import { type identityProviderApi, type Passed, passedOf } from '@kreide/core/features/identity-provider';
import type { Kysely } from 'kysely';
import type { InteractionResults } from 'oidc-provider';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, RequestFacts } from '../../kernel/http/context.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { findBegin } from '../auth/index.ts';
import { getSchool } from '../schools/index.ts';
import { keyFor } from './keys.ts';
import { allowedOf, BROWSER_COOKIE, LIFETIMES, type Providers, type SchoolProvider } from './provider.ts';
import { findArtifact, schoolOfInteraction } from './queries/artifacts.ts';
import { findClientOn } from './queries/clients.ts';
import { findGiven, lockGiving } from './queries/grants.ts';
import { findTenantOn } from './queries/tenants.ts';
import { acting } from './store.ts';

/** What a program has sent a browser with; parsed by the library when it came. */
interface Params {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly scope?: string;
  readonly prompt?: string;
  readonly max_age?: number | string;
}

/** How long the browser may take to fetch what came of it, seconds. */
const RESULT_SECONDS = 120;

type Found = NonNullable<Awaited<ReturnType<typeof findBegun>>>;

/** A sign-in that a program began, for the browser that it has sent; null: it is over, switched off, or of another browser. */
async function findBegun(db: Kysely<DB>, uuid: string, { cookies }: RequestFacts, now: Date) {
  const secret = cookies[BROWSER_COOKIE];
  if (secret === undefined || keyFor('Interaction', secret) !== uuid) return null;
  const school_id = await schoolOfInteraction(db, uuid);
  const row = school_id && (await findArtifact(db, { school_id, kind: 'Interaction', key: uuid }, now));
  if (!row) return null;
  const school = await getSchool(db, school_id);
  const tenant = await findTenantOn(db, school.uuid);
  const params = row.payload.params as Params;
  const client = tenant && (await findClientOn(db, school_id, params.client_id));
  if (!client) return null;
  // What came of it has an earlier end than the rest.
  const said = row.payload.result as { readonly begun_at: number } | undefined;
  const begun_at = said?.begun_at ?? Date.parse(row.expires_at) - LIFETIMES.Interaction * 1000;
  const passes = passedOf(params.scope ?? '', allowedOf(tenant, client));
  return { secret, school, tenant, client, params, passes, begun_at };
}

/** What the session of the caller has to do with it. */
async function findStanding(db: Kysely<DB>, { client, params, passes, begun_at }: Found, actor: Actor, now: Date) {
  const given = await findGiven(db, actor, client.id, now);
  const signed_in_at = Date.parse((await findBegin(db, actor)) ?? now.toISOString());
  const isAnew = params.prompt?.split(' ').includes('login') === true;
  const isOld = params.max_age !== undefined && now.getTime() - signed_in_at > Number(params.max_age) * 1000;
  const isAsked =
    params.prompt?.split(' ').includes('consent') === true && Date.parse(given?.created_at ?? '') < begun_at;
  const is_given = given !== undefined && !isAsked && passes.every((one) => given.passes.includes(one));
  // Whoever has signed in for this is not sent to do so again.
  return { given, signed_in_at, is_given, is_stale: signed_in_at < begun_at && (isAnew || isOld) };
}

const isSame = (one: readonly Passed[], other: readonly Passed[]) =>
  one.length === other.length && one.every((each) => other.includes(each));

/** A yes as the library keeps it: the scopes of which anything may be passed on. */
async function give({ provider }: SchoolProvider, actor: Actor, { client, params, tenant }: Found): Promise<string> {
  const grant = new provider.Grant({ accountId: actor.user_uuid, clientId: client.client });
  const scopes = (params.scope ?? '').split(' ');
  const allowed = allowedOf(tenant, client);
  grant.addOIDCScope(scopes.filter((one) => one === 'openid' || passedOf(one, allowed).length > 0).join(' '));
  return grant.save();
}

/** Says to the library what came of a sign-in; answers where the browser goes, null: it is over. */
async function finish(
  { provider }: SchoolProvider,
  { secret, begun_at }: Found,
  result: InteractionResults,
): Promise<string | null> {
  const interaction = await provider.Interaction.find(secret);
  if (!interaction) return null;
  interaction.result = { ...result, begun_at };
  await interaction.save(RESULT_SECONDS);
  return interaction.returnTo;
}

type Keys = 'getInteraction' | 'getConsent' | 'continueInteraction' | 'refuseInteraction';

/**
 * The page between a program and its answer (P-2.29). Its address alone opens nothing: each call needs the cookie of the browser
 * that the program has sent, so nobody can have somebody else say yes to a sign-in of theirs. The yes is bound to the session of
 * the caller, and to what was shown.
 */
export function interactionHandlers(providers: Providers): Pick<Handlers<typeof identityProviderApi>, Keys> {
  return {
    async getInteraction({ params, db, request, now, fail }) {
      const found = await findBegun(db, params.uuid, request, now);
      if (!found) return fail('not_found');
      const { school, client, passes } = found;
      const { uuid, slink, name } = school;
      const { host } = new URL(found.params.redirect_uri);
      return { data: { school: { uuid, slink, name }, program: client.name, host, passes } };
    },

    async getConsent({ params, actor, db, request, now, fail }) {
      const found = await findBegun(db, params.uuid, request, now);
      if (found?.school.id !== actor.school_id) return fail('not_found');
      const { is_given, is_stale } = await findStanding(db, found, actor, now);
      return { data: { is_given, is_stale } };
    },

    async continueInteraction({ params, body, actor, db, write, record, request, now, t, fail }) {
      const found = await findBegun(db, params.uuid, request, now);
      if (found?.school.id !== actor.school_id) return fail('not_found');
      const provider = await providers.of(found.tenant);
      const trx = await write();
      await lockGiving(trx, actor.session_id);
      const { given, signed_in_at, is_given, is_stale } = await findStanding(trx, found, actor, now);
      const isShown = body.passes !== null && isSame(body.passes, found.passes);
      const rule = is_stale ? 'stale' : is_given || isShown ? null : 'consent';
      if (rule) refuseIssues([{ path: 'body.passes', rule, message: t(`identity-provider:rules.${rule}`) }]);
      const giving = { session: actor, client_id: found.client.id, passes: found.passes };
      const url = await acting.run({ db: trx, giving }, async () => {
        const grantId = is_given ? String(given?.payload.jti) : await give(provider, actor, found);
        const login = { accountId: actor.user_uuid, ts: Math.floor(signed_in_at / 1000), remember: false };
        return finish(provider, found, { login, consent: { grantId } });
      });
      if (url === null) return fail('not_found');
      record({ entity: 'identity_clients', id: found.client.id });
      return { data: { url } };
    },

    async refuseInteraction({ params, actor, db, write, record, request, now, fail }) {
      const found = await findBegun(db, params.uuid, request, now);
      if (found?.school.id !== actor.school_id) return fail('not_found');
      const provider = await providers.of(found.tenant);
      const trx = await write();
      const url = await acting.run({ db: trx }, () => finish(provider, found, { error: 'access_denied' }));
      if (url === null) return fail('not_found');
      record({ entity: 'identity_clients', id: found.client.id });
      return { data: { url } };
    },
  };
}
