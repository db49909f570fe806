import {
  type AuthDriverReport,
  type DIRECTORY_STEPS,
  KNOWN_CLAIMS,
  type MatchField,
} from '@kreide/core/features/auth-drivers';
import { type Language, type Translate, writeDate } from '@kreide/core/kernel';
import { type Outbound, OutboundError } from '../../kernel/outbound/index.ts';
import { type Fitting, type Told, toTold } from './compared.ts';
import {
  activeDirectoryCodeOf,
  type Certificate,
  CertificateRefused,
  codeOf,
  type Directory,
  type DirectoryEntry,
  type DirectorySettings,
  EncryptionRefused,
  INVALID_CREDENTIALS,
  openDirectory,
  toFilter,
  toFilterOfAnybody,
} from './directory.ts';

interface Tried extends DirectorySettings {
  readonly match_field: MatchField;
  /** Whom to look for; null: anybody. */
  readonly person: string | null;
}

/** The accounts here that fit what the directory says of somebody; two at most. */
export type FindFittingHere = (wanted: string) => Promise<number[]>;

interface Means {
  readonly outbound: Outbound;
  readonly t: Translate;
  readonly language: Language;
  readonly findFittingHere: FindFittingHere;
}

type Steps = AuthDriverReport['steps'];
type Step = (typeof DIRECTORY_STEPS)[number];

const NO_SUCH_OBJECT = 32;
const INVALID_DN = 34;
const REFERRAL = 10;

/** Whose a refused certificate is, and what is wrong with it. */
function sayRefused(
  { code, certificate }: CertificateRefused,
  say: (certificate: Certificate) => string,
  t: Translate,
) {
  const why = /EXPIRED/.test(code) ? 'expired' : /ALTNAME/.test(code) ? 'otherName' : 'unknownAuthority';
  return `${say(certificate)} ${t(`auth-drivers:directory.${why}`)}`;
}

/** Why a directory does not take its own account. */
function sayBind(thrown: unknown, t: Translate): string {
  const code = codeOf(thrown);
  if (code === INVALID_CREDENTIALS) {
    const data = activeDirectoryCodeOf(thrown);
    if (data === '532' || data === '773') return t('auth-drivers:directory.bindExpired');
    if (data === '533' || data === '701' || data === '775') return t('auth-drivers:directory.bindLocked');
    return t('auth-drivers:directory.bindWrong');
  }
  if (code === INVALID_DN) return t('auth-drivers:directory.bindName');
  if (code === null) return t('auth-drivers:directory.silent');
  return t('auth-drivers:directory.odd', { code: `${code}` });
}

async function sayBase(directory: Directory, thrown: unknown, t: Translate): Promise<string> {
  const code = codeOf(thrown);
  if (code === null) return t('auth-drivers:directory.silent');
  if (![NO_SUCH_OBJECT, INVALID_DN, REFERRAL].includes(code))
    return t('auth-drivers:directory.odd', { code: `${code}` });
  const names = await directory.contexts().catch(() => []);
  return names.length > 0
    ? t('auth-drivers:directory.baseOther', { names: names.join(' · ') })
    : t('auth-drivers:directory.baseMissing');
}

/**
 * Asks a directory step by step, by whose words whoever set it finds what to change; the first failure is the last step. Of a person who
 * was named it tells what is shown beside their account, and of anybody else no value.
 */
export async function testDirectory(
  tried: Tried,
  means: Means,
): Promise<Pick<AuthDriverReport, 'steps'> & { told: Told[]; found: Fitting }> {
  const { outbound, t, language, findFittingHere } = means;
  const steps: Steps = [];
  const add = (step: Step, is_fine: boolean, message: string) => steps.push({ step, is_fine, message });
  const sayCertificate = ({ subject, issuer, until }: Certificate) =>
    t('auth-drivers:directory.certificate', {
      subject,
      issuer,
      until: writeDate(language, until.toISOString().slice(0, 10), 'dayMonthYear'),
    });

  async function reach(): Promise<Directory | null> {
    try {
      const directory = await openDirectory(tried, outbound);
      add('reach', true, t('auth-drivers:directory.reach', { address: tried.issuer }));
      add('certificate', true, sayCertificate(directory.certificate));
      return directory;
    } catch (thrown) {
      if (thrown instanceof OutboundError) {
        add('reach', false, t(`auth-drivers:reason.${thrown.reason}`));
        return null;
      }
      if (!(thrown instanceof CertificateRefused) && !(thrown instanceof EncryptionRefused)) throw thrown;
      add('reach', true, t('auth-drivers:directory.reach', { address: tried.issuer }));
      const isPlain = thrown instanceof EncryptionRefused;
      add('certificate', false, isPlain ? t('auth-drivers:directory.plain') : sayRefused(thrown, sayCertificate, t));
      return null;
    }
  }

  /** Tries something; false where it was refused, which is told. */
  async function attempt(step: Step, work: () => Promise<string>, say: (thrown: unknown) => string | Promise<string>) {
    try {
      add(step, true, await work());
      return true;
    } catch (thrown) {
      add(step, false, await say(thrown));
      return false;
    }
  }

  async function findPerson(directory: Directory): Promise<DirectoryEntry | null> {
    const { person, user_filter, subject_attribute, match_claim } = tried;
    const filter = person === null ? toFilterOfAnybody(user_filter) : toFilter(user_filter, person);
    const wanted = [subject_attribute, match_claim];
    const shown = person === null ? [] : Object.values(KNOWN_CLAIMS.LDAP).flat();
    let found: DirectoryEntry[];
    try {
      found = await directory.find(filter, [...new Set([...wanted, ...shown])], person === null ? 1 : 2);
    } catch (thrown) {
      const code = codeOf(thrown);
      add(
        'person',
        false,
        code === null ? t('auth-drivers:directory.filter') : t('auth-drivers:directory.odd', { code: `${code}` }),
      );
      return null;
    }
    const [entry, other] = found;
    if (!entry) add('person', false, t('auth-drivers:directory.nobody', { filter }));
    else if (other) add('person', false, t('auth-drivers:directory.several', { names: `${entry.dn} · ${other.dn}` }));
    if (!entry || other) return null;
    const missing = wanted.filter((name) => entry.valuesOf(name).length !== 1);
    if (missing.length === 0) {
      add('person', true, t('auth-drivers:directory.person', { name: entry.dn }));
      return entry;
    }
    const known = (await directory.namesOf(entry.dn).catch(() => [])).join(', ');
    add('person', false, t('auth-drivers:directory.missing', { person: entry.dn, names: missing.join(', '), known }));
    return null;
  }

  async function compare(entry: DirectoryEntry): Promise<{ told: Told[]; found: Fitting }> {
    const { match_claim, match_field, subject_attribute: subject_claim } = tried;
    const [value = ''] = entry.valuesOf(match_claim);
    const fits = await findFittingHere(value);
    const words = fits.length === 1 ? 'fitsOne' : fits.length === 0 ? 'fitsNobody' : 'fitsSeveral';
    add('match', fits.length === 1, t(`auth-drivers:directory.${words}`, { name: match_claim, value }));
    const [user_id = 0] = fits;
    const told = toTold({ method: 'LDAP', match_claim, match_field, subject_claim }, entry.valuesOf, null);
    return { told, found: fits.length === 1 ? { user_id, match_field } : null };
  }

  const nothing = { steps, told: [], found: null };
  const reached = await reach();
  if (reached === null) return nothing;
  await using directory = reached;
  const bind = async () => {
    await directory.bind(tried.client, tried.secret ?? '');
    return t('auth-drivers:directory.bind', { name: tried.client });
  };
  if (!(await attempt('bind', bind, (thrown) => sayBind(thrown, t)))) return nothing;
  const look = async () => {
    await directory.read(tried.base_dn);
    return t('auth-drivers:directory.base', { name: tried.base_dn });
  };
  if (!(await attempt('base', look, (thrown) => sayBase(directory, thrown, t)))) return nothing;
  const entry = await findPerson(directory);
  return entry && tried.person !== null ? { steps, ...(await compare(entry)) } : nothing;
}
