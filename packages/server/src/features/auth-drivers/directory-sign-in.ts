import type { authDriversApi } from '@kreide/core/features/auth-drivers';
import type { Handlers } from '../../kernel/http/implement.ts';
import { type Outbound, OutboundError } from '../../kernel/outbound/index.ts';
import { clearAttempt, createPlaces, reserveAttempt } from '../auth/index.ts';
import { findArrived, findOn, letIn } from './arrival.ts';
import {
  activeDirectoryCodeOf,
  CertificateRefused,
  codeOf,
  type Directory,
  type DirectoryEntry,
  type DirectorySettings,
  INVALID_CREDENTIALS,
  openDirectory,
  toFilter,
} from './directory.ts';
import type { DriverRow } from './queries.ts';
import { openSecret } from './secret.ts';
import type { SigningInParts } from './signing-in.ts';

export interface DirectoryParts extends Omit<SigningInParts, 'services' | 'redirectUriOf'> {
  readonly outbound: Outbound;
}

/** What Active Directory says of an account whose password it does not take, and how that is told. */
const REFUSALS = {
  '530': 'directory_time_refused',
  '531': 'directory_time_refused',
  '532': 'directory_password_expired',
  '533': 'directory_account_ended',
  '701': 'directory_account_ended',
  '773': 'directory_password_expired',
  '775': 'directory_account_locked',
} as const;

/** Sign-ins at directories at the same time, of one school and of all: each keeps a connection open. */
const places = createPlaces({ lane: 40, total: 120 });

/** What of a driver says nothing of a directory. */
type Unread = keyof Pick<
  DriverRow,
  'sealed_secret' | 'school_id' | 'is_on' | 'passwords' | 'updated_at' | 'name' | 'second_step' | 'second_step_values'
>;

/** What a driver says of its directory; the check of the table holds that it is whole. */
export function toDirectorySettings(driver: Omit<DriverRow, Unread>, secret: string | null): DirectorySettings {
  const { issuer, client, match_claim, authority } = driver;
  const { base_dn, user_filter, subject_attribute } = driver;
  return {
    issuer,
    client,
    secret,
    match_claim,
    authority,
    base_dn: base_dn ?? '',
    user_filter: user_filter ?? '',
    subject_attribute: subject_attribute ?? '',
  };
}

/** The only value of an attribute; null: there is none, or it says two things. */
export function onlyValue(entry: DirectoryEntry, attribute: string): string | null {
  const values = entry.valuesOf(attribute);
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** Signing in with the name and the password of the directory of a school (P-7.09): LDAP, Active Directory. */
export function directoryHandlers(parts: DirectoryParts): Pick<Handlers<typeof authDriversApi>, 'loginIdm'> {
  const { seal, log, outbound, admit, findImported } = parts;

  /** In the log: why a directory did not sign anybody in, without whom. */
  function note(driver: DriverRow, thrown: unknown): void {
    const reason = thrown instanceof OutboundError ? thrown.reason : undefined;
    const code = thrown instanceof CertificateRefused ? thrown.code : codeOf(thrown);
    const { name } = thrown as { name?: string };
    log.warn({ school: driver.school_id, reason, code, error: name }, 'a service signed nobody in');
  }

  /** Whom the directory finds by a name; two are one too many. */
  async function findNamed(directory: Directory, settings: DirectorySettings, username: string) {
    await directory.bind(settings.client, settings.secret ?? '');
    const attributes = [settings.subject_attribute, settings.match_claim];
    return directory.find(toFilter(settings.user_filter, username), attributes, 2);
  }

  /** Why the directory does not take the password; null: it takes it. Throws where it says something else. */
  async function refusalOf(directory: Directory, dn: string, password: string) {
    try {
      await directory.bind(dn, password);
      return null;
    } catch (thrown) {
      if (codeOf(thrown) !== INVALID_CREDENTIALS) throw thrown;
      return REFUSALS[activeDirectoryCodeOf(thrown) as keyof typeof REFUSALS] ?? 'wrong_credentials';
    }
  }

  return {
    async loginIdm({ body, db, write, record, request, reply, now, fail }) {
      const driver = await findOn(db, body.slink);
      if (driver?.method !== 'LDAP') return fail('no_auth_driver');
      const { school_id } = driver;
      const username = body.username.trim();
      // An attempt is a failure until it has succeeded. Each of them asks the directory.
      await reserveAttempt(db, { address: request.network }, now);
      const keys: { address: string; user?: string } = { address: request.network };
      const settings = toDirectorySettings(driver, openSecret(seal, driver));
      const away = (thrown: unknown) => {
        note(driver, thrown);
        return fail('auth_service_unreachable');
      };
      const proven = await places(`${school_id}`, async () => {
        await using directory = await openDirectory(settings, outbound).catch(away);
        const [person, other] = await findNamed(directory, settings, username).catch(away);
        if (other) return fail('directory_ambiguous');
        const subject = person ? onlyValue(person, settings.subject_attribute) : null;
        // Counted by whom it is about: a directory knows one person by many spellings of a name.
        const counted = subject ?? username.toLowerCase();
        keys.user = `directory ${school_id} ${subject === null ? 'named' : 'known'} ${counted}`;
        await reserveAttempt(db, { user: keys.user }, now);
        // A name that nobody has takes as long as a wrong password.
        const dn = person?.dn ?? `cn=nobody,${settings.base_dn}`;
        const refusal = await refusalOf(directory, dn, body.password).catch((thrown) =>
          person ? away(thrown) : ('wrong_credentials' as const),
        );
        if (!person || refusal) return fail(refusal ?? 'wrong_credentials');
        return { subject, wanted: onlyValue(person, settings.match_claim) };
      });
      await clearAttempt(db, { keys });
      const { subject, wanted } = proven;
      if (subject === null) return fail('person_unknown');
      const user_id = await findArrived(db, driver, subject, async () => wanted, findImported, now);
      if (user_id === null) return fail('person_unknown');
      const how = { stay: body.stayLoggedIn, isStepDone: false, service_sid: null };
      const arrived = { driver, subject, user_id, ...how };
      return letIn(arrived, { write, record, request, reply, now }, admit);
    },
  };
}
