import { driverAbilitiesOf } from '@kreide/core/features/auth-drivers';
import {
  type AddressRule,
  addressProblems,
  asksPassword,
  CLIENTS_MAXIMUM,
  type IdentityClient,
  type IdentitySettings,
  identityProviderApi,
  lacksPkce,
} from '@kreide/core/features/identity-provider';
import { type Issue, isAllowed, type Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { Seal } from '../../kernel/config/seal.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { createToken, hashToken, isOwnPassword } from '../auth/index.ts';
import { interactionHandlers } from './interactions.ts';
import { createSalt, prepareKey } from './keys.ts';
import { addressesOf, type Providers } from './provider.ts';
import {
  addClient,
  type ClientRow,
  listClients,
  NEVER_TOLD,
  noteTold,
  removeClient,
  setClient,
} from './queries/clients.ts';
import { endGrants } from './queries/grants.ts';
import { addTenant, findTenant, listKeys, lockTenant, setTenant, type TenantRow } from './queries/tenants.ts';

interface Parts {
  readonly seal: Seal;
  readonly appUrl: () => string;
  readonly providers: Providers;
}

const toShown = ({ school_id: _, secret_hash, ...row }: ClientRow): IdentityClient => ({
  ...row,
  is_confidential: secret_hash !== null,
});

/** What the audit log keeps, without secrets. */
const toRecorded = ({ name, needs_pkce, passes, redirect_uris, logout_uris, backchannel_uri, is_on }: ClientRow) => ({
  name,
  needs_pkce,
  passes: passes.join(' '),
  redirect_uris: redirect_uris.join(' '),
  logout_uris: logout_uris.join(' '),
  backchannel_uri,
  is_on,
});
const toRecordedTenant = ({ is_on, passes }: TenantRow) => ({ is_on, passes: passes.join(' ') });

/** What is wrong with a program. */
function issuesOf(
  given: Parameters<typeof addressProblems>[0] & Parameters<typeof lacksPkce>[0],
  t: Translate,
): Issue[] {
  const say = (field: string, rule: AddressRule | 'pkce') => ({
    path: `body.${field}`,
    rule,
    message: t(`identity-provider:rules.${rule}`),
  });
  return [
    ...addressProblems(given).map(({ field, rule }) => say(field, rule)),
    ...(lacksPkce(given) ? [say('needs_pkce', 'pkce')] : []),
  ];
}

/** Kreide as the provider of OpenID Connect for the programs of a school (T-7.115, T-7.130 to T-7.133). */
export function identityProviderHandlers({ seal, appUrl, providers }: Parts) {
  async function show(db: Kysely<DB>, actor: Actor, now: Date): Promise<{ data: IdentitySettings }> {
    const { school_id, school_uuid } = actor;
    const row = await findTenant(db, school_id);
    const keys = row ? await listKeys(db, school_id, now) : [];
    const tenant = row && {
      is_on: row.is_on,
      passes: row.passes,
      keys: keys.map(({ kid, created_at, ends_at }) => ({ kid, created_at, ends_at })),
      created_at: row.created_at,
      updated_at: row.updated_at,
    };
    const clients = row ? (await listClients(db, school_id)).map(toShown) : [];
    return { data: { tenant, addresses: addressesOf(appUrl(), school_uuid), clients, can: driverAbilitiesOf(actor) } };
  }

  /** Only an administrator decides who is told about the people of the school. */
  const refusalOf = (params: { id: number }, actor: Actor) => {
    if (params.id !== actor.school_id) return 'not_found';
    return isAllowed(driverAbilitiesOf(actor), 'update') ? null : 'forbidden';
  };

  /** Whose password is it that was entered? Attempts are counted (`isOwnPassword`). */
  async function passwordIssue(db: Kysely<DB>, actor: Actor, password: string | null, now: Date, t: Translate) {
    if (password !== null && (await isOwnPassword(db, actor, password, now))) return [];
    return [{ path: 'body.password', rule: 'current_password', message: t('kernel:rules.current_password') }];
  }

  const findClient = async (db: Kysely<DB>, actor: Actor, id: number) =>
    (await listClients(db, actor.school_id)).find((one) => one.id === id);

  return implement(identityProviderApi, {
    ...interactionHandlers(providers),

    async getTenant({ params, actor, db, now, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return show(db, actor, now);
    },

    async createTenant({ params, body, actor, db, write, record, now, fail }) {
      const refusal = refusalOf(params, actor);
      if (refusal) return fail(refusal);
      const { school_id } = actor;
      const keepKey = (await findTenant(db, school_id)) ? null : await prepareKey(seal, school_id);
      const trx = await write();
      await lockTenant(trx, school_id);
      const before = await findTenant(trx, school_id);
      const { passes } = body;
      if (before) await setTenant(trx, school_id, { is_on: true, passes }, now);
      else {
        await addTenant(trx, { school_id, passes, sealed_salt: createSalt(seal, school_id) }, now);
        await keepKey?.(trx, now);
      }
      const after = { is_on: true, passes: passes.join(' ') };
      record({ entity: 'identity_tenants', id: school_id, before: before && toRecordedTenant(before), after });
      return show(trx, actor, now);
    },

    async updateTenant({ params, body, actor, write, record, now, fail }) {
      const refusal = refusalOf(params, actor);
      if (refusal) return fail(refusal);
      const { school_id } = actor;
      const trx = await write();
      await lockTenant(trx, school_id);
      const before = await findTenant(trx, school_id);
      if (!before) return fail('not_found');
      if (before.updated_at !== body.updated_at) return fail('conflict');
      const { is_on, passes } = body;
      await setTenant(trx, school_id, { is_on, passes }, now);
      if (!is_on) await endGrants(trx, school_id, null);
      const after = toRecordedTenant({ ...before, is_on, passes });
      record({ entity: 'identity_tenants', id: school_id, before: toRecordedTenant(before), after });
      return show(trx, actor, now);
    },

    async disableTenant({ params, actor, write, record, now, fail }) {
      const refusal = refusalOf(params, actor);
      if (refusal) return fail(refusal);
      const { school_id } = actor;
      const trx = await write();
      await lockTenant(trx, school_id);
      const before = await findTenant(trx, school_id);
      if (!before) return fail('not_found');
      await setTenant(trx, school_id, { is_on: false }, now);
      await endGrants(trx, school_id, null);
      const after = { ...toRecordedTenant(before), is_on: false };
      record({ entity: 'identity_tenants', id: school_id, before: toRecordedTenant(before), after });
      return show(trx, actor, now);
    },

    async renewRealm({ params, actor, db, write, record, now, fail }) {
      const refusal = refusalOf(params, actor);
      if (refusal) return fail(refusal);
      const { school_id } = actor;
      if (!(await findTenant(db, school_id))) return fail('not_found');
      const keepKey = await prepareKey(seal, school_id);
      const trx = await write();
      await lockTenant(trx, school_id);
      const tenant = await findTenant(trx, school_id);
      if (!tenant) return fail('not_found');
      await keepKey(trx, now);
      // Every process makes its provider anew.
      await setTenant(trx, school_id, { is_on: tenant.is_on }, now);
      record({ entity: 'identity_tenants', id: school_id });
      return show(trx, actor, now);
    },

    async createClient({ params, body, actor, db, write, record, now, t, fail }) {
      const refusal = refusalOf(params, actor);
      if (refusal) return fail(refusal);
      const { school_id } = actor;
      if (!(await findTenant(db, school_id))) return fail('not_found');
      const { password, is_confidential, ...draft } = body;
      refuseIssues([...issuesOf(body, t), ...(await passwordIssue(db, actor, password, now, t))]);
      const secret = is_confidential ? createToken() : null;
      const trx = await write();
      await lockTenant(trx, school_id);
      if ((await listClients(trx, school_id)).length >= CLIENTS_MAXIMUM)
        refuseIssues([{ path: 'body.name', rule: 'full', message: t('identity-provider:rules.full') }]);
      const client = createToken().slice(0, 22);
      const made = await addClient(
        trx,
        { ...draft, school_id, client, secret_hash: secret === null ? null : hashToken(secret) },
        now,
      );
      record({ entity: 'identity_clients', id: made.id, after: toRecorded(made) });
      return { data: { ...toShown(made), secret } };
    },

    async updateClient({ params, body, actor, db, write, record, now, t, fail }) {
      const refusal = refusalOf(params, actor);
      if (refusal) return fail(refusal);
      const known = await findClient(db, actor, params.client_id);
      if (!known) return fail('not_found');
      const { password, updated_at, ...values } = body;
      const isAsked = asksPassword(known, body);
      refuseIssues([
        ...issuesOf({ ...body, is_confidential: known.secret_hash !== null }, t),
        ...(isAsked ? await passwordIssue(db, actor, password, now, t) : []),
      ]);
      const trx = await write();
      await lockTenant(trx, actor.school_id);
      const before = await findClient(trx, actor, params.client_id);
      if (!before) return fail('not_found');
      if (before.updated_at !== updated_at || asksPassword(before, body) !== isAsked) return fail('conflict');
      await setClient(trx, before, values, now);
      if (before.backchannel_uri !== values.backchannel_uri) await noteTold(trx, before, NEVER_TOLD);
      if (isAsked || !values.is_on) await endGrants(trx, actor.school_id, before.id);
      const after = toRecorded({ ...before, ...values });
      record({ entity: 'identity_clients', id: before.id, before: toRecorded(before), after });
      return show(trx, actor, now);
    },

    async renewSecret({ params, body, actor, db, write, record, now, t, fail }) {
      const refusal = refusalOf(params, actor);
      if (refusal) return fail(refusal);
      const known = await findClient(db, actor, params.client_id);
      if (!known || known.secret_hash === null) return fail('not_found');
      refuseIssues(await passwordIssue(db, actor, body.password, now, t));
      const secret = createToken();
      const trx = await write();
      await lockTenant(trx, actor.school_id);
      if (!(await findClient(trx, actor, known.id))) return fail('not_found');
      await setClient(trx, known, { secret_hash: hashToken(secret) }, now);
      record({ entity: 'identity_clients', id: known.id, after: { name: known.name, has_new_secret: true } });
      return { data: { ...toShown({ ...known, updated_at: now.toISOString() }), secret } };
    },

    async removeClient({ params, actor, write, record, fail }) {
      const refusal = refusalOf(params, actor);
      if (refusal) return fail(refusal);
      const trx = await write();
      await lockTenant(trx, actor.school_id);
      const before = await findClient(trx, actor, params.client_id);
      if (!before) return fail('not_found');
      await removeClient(trx, actor.school_id, before.id);
      record({ entity: 'identity_clients', id: before.id, before: toRecorded(before), after: null });
      return undefined;
    },
  });
}
