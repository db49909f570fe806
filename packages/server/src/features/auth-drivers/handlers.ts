import { createHash, X509Certificate } from 'node:crypto';
import {
  type Addressed,
  type AuthDriverDraft,
  type AuthDriverSettings,
  asksProof,
  authDriversApi,
  DRIVER_TYPES,
  type DriverMethod,
  driverAbilitiesOf,
  driverProblems,
  type PasswordRule,
  toIssuer,
  toStepValues,
} from '@kreide/core/features/auth-drivers';
import { type Issue, isAllowed, type Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import type { Outbound } from '../../kernel/outbound/index.ts';
import type { ProveSelf, Unproven } from '../auth/index.ts';
import { findFitting } from './arrival.ts';
import { withOurs } from './compared.ts';
import { directoryHandlers, toDirectorySettings } from './directory-sign-in.ts';
import { toBackChannel } from './openid/route.ts';
import { toPostLogout } from './openid/sign-out.ts';
import { beginTrial, openIdTrialHandlers } from './openid/trial.ts';
import { proposalHandlers } from './proposing.ts';
import { removeKey } from './queries/saml.ts';
import { type DriverRow, findDriver, forgetPeople, lockDriver, removeDriver, saveDriver } from './queries.ts';
import { addressesOf } from './saml/client.ts';
import { samlHandlers } from './saml/handlers.ts';
import type { IdpDescription } from './saml/metadata.ts';
import { askService } from './saml/requests.ts';
import { formatOf, ownOf } from './saml/signing-in.ts';
import { describeGiven, testSaml } from './saml/trial.ts';
import { openSecret, sealSecret } from './secret.ts';
import { type SigningInParts, signingInHandlers } from './signing-in.ts';
import { testDirectory } from './test-directory.ts';
import { testDriver } from './test-driver.ts';

interface Parts extends SigningInParts {
  readonly proveSelf: ProveSelf;
  readonly outbound: Outbound;
}

type Given = Omit<AuthDriverDraft, 'is_on' | 'passwords' | 'updated_at' | 'password' | 'code'>;
type Settings = Omit<Given, 'client_secret'>;
type Found = NonNullable<Awaited<ReturnType<typeof findDriver>>>;

/** Does a saved secret go to the same place, under the same name, as the one that it was entered for? */
const isSameClient = (row: DriverRow, { method, issuer, client, authority }: Settings) =>
  row.method === method && row.issuer === issuer && row.client === client && row.authority === authority;

/** Does the service mean the same person by the same subject? A directory does under whatever name we come to it. */
const knowsSamePeople = (row: DriverRow, given: Settings) =>
  row.method === given.method &&
  row.issuer === given.issuer &&
  (given.method === 'LDAP' || row.client === given.client) &&
  row.base_dn === given.base_dn &&
  row.subject_attribute === given.subject_attribute &&
  row.name_id_format === given.name_id_format;

/** What was read from an address is read there again. */
const addressedOf = (row: DriverRow): Addressed => ({
  ...row,
  method: row.method as DriverMethod,
  metadata: row.metadata_url === null ? row.metadata : null,
});

/** 422 with what is missing for somebody to be the owner of their account. */
function requireProof(missing: Unproven | null, t: Translate): void {
  const said = {
    password: { field: 'password', rule: 'current_password', message: () => t('kernel:rules.current_password') },
    code: { field: 'code', rule: 'code', message: () => t('auth-drivers:rules.code') },
    wrongCode: { field: 'code', rule: 'wrong_code', message: () => t('errors:wrong_code') },
    codeSent: { field: 'code', rule: 'code_sent', message: () => t('auth-drivers:rules.codeSent') },
  };
  if (missing === null) return;
  const { field, rule, message } = said[missing];
  refuseIssues([{ path: `body.${field}`, rule, message: message() }]);
}

/** Where a service leads back to, whatever its protocol. */
type Addresses = Pick<AuthDriverSettings, 'redirect_uri' | 'openid' | 'saml'>;

function show(found: Found | null, addresses: Addresses, actor: Actor): AuthDriverSettings {
  const can = driverAbilitiesOf(actor);
  if (!found) return { driver: null, ...addresses, can };
  const { sealed_secret, school_id: _, ...kept } = found.driver;
  const settings = {
    ...kept,
    method: kept.method as DriverMethod,
    passwords: kept.passwords as PasswordRule,
    // What was read from an address is read there again.
    metadata: kept.metadata_url === null ? kept.metadata : null,
  };
  const has_secret = sealed_secret !== null;
  return { driver: { ...settings, has_secret, people: found.people }, ...addresses, can };
}

const fingerprintOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** What the audit log keeps: everything but the secret, of which it says that there is another one; of a long text, whether it is another. */
const toRecorded = ({ school_id: _, sealed_secret: __, updated_at: ___, metadata, ...settings }: DriverRow) => ({
  ...settings,
  metadata: metadata === null ? null : fingerprintOf(metadata),
});

/** Is every certificate of a text one? */
function isAuthority(text: string): boolean {
  const parts = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  try {
    for (const part of parts) new X509Certificate(part);
    return parts.length > 0;
  } catch {
    return false;
  }
}

/** What a service of SAML says of itself besides, once that is read. */
type Described = Awaited<ReturnType<typeof describeGiven>>;

/**
 * What was written down, as it is kept; 422 with what is wrong with it. The saved secret goes nowhere but where it was saved for.
 * @param described of a service of SAML
 */
function toGiven(given: Given, row: DriverRow | undefined, t: Translate, described: Described | null): Given {
  const isDirectory = given.method === 'LDAP';
  const isSaml = given.method === 'SAML';
  const issuer = isDirectory ? given.issuer.trim().replace(/\/$/, '') : (toIssuer(given.issuer) ?? given.issuer.trim());
  const plain = {
    ...given,
    issuer,
    client: given.client.trim(),
    second_step_values: toStepValues(given.second_step_values).join(' '),
    scope: isDirectory ? '' : given.scope,
  };
  const saml = { client: '', scope: '', client_secret: null, metadata_url: given.metadata_url?.trim() ?? null };
  const kept = isSaml ? { ...plain, ...saml, ...(described && 'issuer' in described ? described : {}) } : plain;
  const problems = driverProblems(given);
  if (isDirectory && given.authority !== null && problems.length === 0 && !isAuthority(given.authority))
    problems.push({ field: 'authority', rule: 'authority' });
  const issues: Issue[] = problems.map(({ field, rule }) => ({
    path: `body.${field}`,
    rule,
    message: t(`auth-drivers:rules.${rule}`),
  }));
  if (isSaml) {
    if (problems.length === 0 && described && 'rule' in described) issues.push(described);
    refuseIssues(issues);
    return kept;
  }
  if (given.client_secret === undefined && !(row && isSameClient(row, kept)))
    issues.push({ path: 'body.client_secret', rule: 'required', message: t('auth-drivers:rules.secret') });
  // Without one a directory takes us for nobody, and lets us in all the same (RFC 4513 §5.1.2).
  if (isDirectory && given.client_secret === null)
    issues.push({ path: 'body.client_secret', rule: 'required', message: t('auth-drivers:rules.directorySecret') });
  refuseIssues(issues);
  return kept;
}

/** The service at which people of a school sign in besides (T-7.118 to T-7.120, T-7.122). */
export function authDriversHandlers({ outbound, proveSelf, ...parts }: Parts) {
  const { seal, redirectUriOf, saml } = parts;
  const addressesFor = ({ slink }: Actor): Addresses => ({
    redirect_uri: redirectUriOf(slink),
    openid: {
      post_logout_uri: toPostLogout(saml.appUrl()),
      backchannel_uri: toBackChannel(saml.appUrl(), slink),
    },
    saml: addressesOf(saml.appUrl(), slink),
  });
  /** Reads what a service of SAML says of itself, before anything is written. */
  const describe = async (given: Given, t: Translate) =>
    given.method === 'SAML' && driverProblems(given).length === 0 ? describeGiven(given, outbound, t) : null;

  /** Begins a sign-in at a service of SAML by which its settings are tried. */
  async function beginSamlTrial(db: Kysely<DB>, actor: Actor, given: Given, idp: IdpDescription, now: Date) {
    const { match_claim, match_field, subject_attribute, second_step, second_step_values } = given;
    const { school_id, slink } = actor;
    const own = await ownOf(db, saml, { id: school_id, slink }, formatOf(given), now);
    const read = { match_claim, match_field, subject_attribute, second_step, second_step_values };
    const trial = { ...read, name_id_format: formatOf(given), idp };
    const { uuid, url } = await askService(db, seal, { school_id, idp, own, by: { trial } }, now);
    return { uuid, url };
  }

  return implement(authDriversApi, {
    ...signingInHandlers(parts),
    ...samlHandlers(saml),
    ...openIdTrialHandlers({ seal, outbound, findImported: parts.findImported }),
    ...directoryHandlers({ ...parts, outbound }),
    ...proposalHandlers,

    listTypes: async () => ({ data: [...DRIVER_TYPES] }),

    async getDriver({ params, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: show(await findDriver(db, actor.school_id), addressesFor(actor), actor) };
    },

    async saveDriver({ params, body, actor, db, write, record, now, t, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      if (!isAllowed(driverAbilitiesOf(actor), 'update')) return fail('forbidden');
      const { school_id } = actor;
      const { is_on, passwords, updated_at: _, password, code, ...draft } = body;
      const described = await describe(draft, t);
      const known = (await findDriver(db, school_id))?.driver;
      if ((known?.updated_at ?? null) !== body.updated_at) return fail('conflict');
      if (asksProof(known ? addressedOf(known) : null, toGiven(draft, known, t, described)))
        requireProof(await proveSelf(db, actor, { password, code }, now), t);
      const trx = await write();
      await lockDriver(trx, school_id);
      const before = (await findDriver(trx, school_id))?.driver;
      if ((before?.updated_at ?? null) !== body.updated_at) return fail('conflict');
      const { client_secret, ...given } = toGiven(draft, before, t, described);
      const sealed_secret =
        client_secret === undefined
          ? (before?.sealed_secret ?? null)
          : client_secret === null
            ? null
            : sealSecret(seal, school_id, client_secret);
      await saveDriver(trx, { school_id, ...given, is_on, passwords, sealed_secret, updated_at: now.toISOString() });
      // Another service, or another client of it, gives the same subject to somebody else.
      if (before && !knowsSamePeople(before, given)) await forgetPeople(trx, school_id);
      const after = await findDriver(trx, school_id);
      if (!after) return fail('not_found');
      record({
        entity: 'auth_drivers',
        id: school_id,
        before: before ? toRecorded(before) : null,
        after: { ...toRecorded(after.driver), ...(client_secret ? { has_new_secret: true } : {}) },
      });
      return { data: show(after, addressesFor(actor), actor) };
    },

    async removeDriver({ params, actor, write, record, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      if (!isAllowed(driverAbilitiesOf(actor), 'update')) return fail('forbidden');
      const trx = await write();
      await lockDriver(trx, actor.school_id);
      const before = (await findDriver(trx, actor.school_id))?.driver;
      if (!before || !(await removeDriver(trx, actor.school_id))) return fail('not_found');
      await forgetPeople(trx, actor.school_id);
      await removeKey(trx, actor.school_id);
      record({ entity: 'auth_drivers', id: actor.school_id, before: toRecorded(before), after: null });
      return undefined;
    },

    async testDriver({ params, body, actor, db, now, language, t, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      if (!isAllowed(driverAbilitiesOf(actor), 'update')) return fail('forbidden');
      const row = (await findDriver(db, actor.school_id))?.driver;
      const { person = null, ...tried } = body;
      if (tried.method === 'SAML') {
        const given = toGiven(tried, row, t, null);
        const { steps, idp } = await testSaml(given, { outbound, t, language, now });
        return { data: { steps, trial: idp && (await beginSamlTrial(db, actor, given, idp, now)), values: [] } };
      }
      const { client_secret, ...given } = toGiven(tried, row, t, null);
      const secret = client_secret === undefined && row ? openSecret(seal, row) : (client_secret ?? null);
      if (given.method === 'LDAP') {
        const driver = { school_id: actor.school_id, match_field: given.match_field };
        const findFittingHere = (wanted: string) => findFitting(db, driver, wanted, parts.findImported, now);
        const name = person?.trim() || null;
        const settings = { ...toDirectorySettings(given, secret), ...driver, person: name };
        const { steps, told, found } = await testDirectory(settings, { outbound, t, language, findFittingHere });
        return { data: { steps, trial: null, values: await withOurs(db, actor, told, found, now, t) } };
      }
      const redirect_uri = redirectUriOf(actor.slink);
      const settings = { ...given, secret, redirect_uri };
      const { steps, config } = await testDriver(settings, outbound, t);
      const trial = config && (await beginTrial(db, seal, actor.school_id, { tried: settings, config }, now));
      return { data: { steps, trial, values: [] } };
    },
  });
}
