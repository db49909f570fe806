import {
  type AuthDriverDraft,
  type AuthDriverSettings,
  authDriversApi,
  driverAbilitiesOf,
  driverProblems,
  type PasswordRule,
  toIssuer,
} from '@kreide/core/features/auth-drivers';
import { type Issue, isAllowed, type Translate } from '@kreide/core/kernel';
import type { Actor } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import type { Outbound } from '../../kernel/outbound/index.ts';
import { type DriverRow, findDriver, forgetPeople, lockDriver, removeDriver, saveDriver } from './queries.ts';
import { openSecret, sealSecret } from './secret.ts';
import { type SigningInParts, signingInHandlers } from './signing-in.ts';
import { testDriver } from './test-driver.ts';

interface Parts extends SigningInParts {
  readonly outbound: Outbound;
}

type Given = Omit<AuthDriverDraft, 'is_on' | 'passwords' | 'updated_at'>;
type Found = NonNullable<Awaited<ReturnType<typeof findDriver>>>;

const isSameClient = (row: DriverRow, { issuer, client }: Given) => row.issuer === issuer && row.client === client;

function show(found: Found | null, redirect_uri: string, actor: Actor): AuthDriverSettings {
  const can = driverAbilitiesOf(actor);
  if (!found) return { driver: null, redirect_uri, can };
  const { sealed_secret, school_id: _, passwords: kept, ...settings } = found.driver;
  const passwords = kept as PasswordRule;
  const has_secret = sealed_secret !== null;
  return { driver: { ...settings, passwords, has_secret, people: found.people }, redirect_uri, can };
}

/** What the audit log keeps: everything but the secret, of which it says that there is another one. */
const toRecorded = ({ name, issuer, client, scope, match_claim, match_field, is_on, passwords }: DriverRow) => ({
  name,
  issuer,
  client,
  scope,
  match_claim,
  match_field,
  is_on,
  passwords,
});

/** What was written down, as it is kept; 422 with what is wrong with it. The saved secret goes nowhere but where it was saved for. */
function toGiven(given: Given, row: DriverRow | undefined, t: Translate): Given {
  const kept = { ...given, issuer: toIssuer(given.issuer) ?? given.issuer.trim(), client: given.client.trim() };
  const issues: Issue[] = driverProblems(given).map(({ field, rule }) => ({
    path: `body.${field}`,
    rule,
    message: t(`auth-drivers:rules.${rule}`),
  }));
  if (given.client_secret === undefined && !(row && isSameClient(row, kept)))
    issues.push({ path: 'body.client_secret', rule: 'required', message: t('auth-drivers:rules.secret') });
  refuseIssues(issues);
  return kept;
}

/** The service at which people of a school sign in besides (T-7.118 to T-7.120, T-7.122). */
export function authDriversHandlers({ outbound, ...parts }: Parts) {
  const { seal, redirectUriOf } = parts;
  return implement(authDriversApi, {
    ...signingInHandlers(parts),

    async getDriver({ params, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: show(await findDriver(db, actor.school_id), redirectUriOf(actor.slink), actor) };
    },

    async saveDriver({ params, body, actor, write, record, now, t, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      if (!isAllowed(driverAbilitiesOf(actor), 'update')) return fail('forbidden');
      const { school_id } = actor;
      const trx = await write();
      await lockDriver(trx, school_id);
      const before = (await findDriver(trx, school_id))?.driver;
      if ((before?.updated_at ?? null) !== body.updated_at) return fail('conflict');
      const { client_secret, ...given } = toGiven(body, before, t);
      const { name, issuer, client, scope, match_claim, match_field } = given;
      const sealed_secret =
        client_secret === undefined
          ? (before?.sealed_secret ?? null)
          : client_secret === null
            ? null
            : sealSecret(seal, school_id, client_secret);
      const { is_on, passwords } = body;
      const settings = { name, issuer, client, scope, match_claim, match_field, is_on, passwords };
      await saveDriver(trx, { school_id, ...settings, sealed_secret, updated_at: now.toISOString() });
      // Another service, or another client of it, gives the same subject to somebody else.
      if (before && !isSameClient(before, given)) await forgetPeople(trx, school_id);
      const after = await findDriver(trx, school_id);
      if (!after) return fail('not_found');
      record({
        entity: 'auth_drivers',
        id: school_id,
        before: before ? toRecorded(before) : null,
        after: { ...toRecorded(after.driver), ...(client_secret ? { has_new_secret: true } : {}) },
      });
      return { data: show(after, redirectUriOf(actor.slink), actor) };
    },

    async removeDriver({ params, actor, write, record, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      if (!isAllowed(driverAbilitiesOf(actor), 'update')) return fail('forbidden');
      const trx = await write();
      await lockDriver(trx, actor.school_id);
      const before = (await findDriver(trx, actor.school_id))?.driver;
      if (!before || !(await removeDriver(trx, actor.school_id))) return fail('not_found');
      await forgetPeople(trx, actor.school_id);
      record({ entity: 'auth_drivers', id: actor.school_id, before: toRecorded(before), after: null });
      return undefined;
    },

    async testDriver({ params, body, actor, db, t, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      if (!isAllowed(driverAbilitiesOf(actor), 'update')) return fail('forbidden');
      const row = (await findDriver(db, actor.school_id))?.driver;
      const { client_secret, ...given } = toGiven(body, row, t);
      const secret = client_secret === undefined && row ? openSecret(seal, row) : (client_secret ?? null);
      const redirect_uri = redirectUriOf(actor.slink);
      return { data: await testDriver({ ...given, secret, redirect_uri }, outbound, t) };
    },
  });
}
