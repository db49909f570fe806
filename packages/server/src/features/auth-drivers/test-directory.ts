import type { AuthDriverReport, DIRECTORY_STEPS } from '@kreide/core/features/auth-drivers';
import { type Language, type Translate, writeDate } from '@kreide/core/kernel';
import { type Outbound, OutboundError } from '../../kernel/outbound/index.ts';
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
  /** Whom to look for; null: anybody. */
  readonly person: string | null;
}

/** How many accounts here fit what the directory says of somebody; two stands for more than one. */
export type CountFitting = (wanted: string) => Promise<number>;

interface Means {
  readonly outbound: Outbound;
  readonly t: Translate;
  readonly language: Language;
  readonly countFitting: CountFitting;
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
 * Asks a directory step by step, by whose words whoever set it finds what to change; the first failure is the last step. It shows names of
 * attributes and what is compared, no other value.
 */
export async function testDirectory(tried: Tried, means: Means): Promise<Pick<AuthDriverReport, 'steps'>> {
  const { outbound, t, language, countFitting } = means;
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
    let found: DirectoryEntry[];
    try {
      found = await directory.find(filter, wanted, person === null ? 1 : 2);
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

  async function compare(entry: DirectoryEntry): Promise<void> {
    const [value = ''] = entry.valuesOf(tried.match_claim);
    const count = await countFitting(value);
    const words = count === 1 ? 'fitsOne' : count === 0 ? 'fitsNobody' : 'fitsSeveral';
    add('match', count === 1, t(`auth-drivers:directory.${words}`, { name: tried.match_claim, value }));
  }

  const reached = await reach();
  if (reached === null) return { steps };
  await using directory = reached;
  const bind = async () => {
    await directory.bind(tried.client, tried.secret ?? '');
    return t('auth-drivers:directory.bind', { name: tried.client });
  };
  if (!(await attempt('bind', bind, (thrown) => sayBind(thrown, t)))) return { steps };
  const look = async () => {
    await directory.read(tried.base_dn);
    return t('auth-drivers:directory.base', { name: tried.base_dn });
  };
  if (!(await attempt('base', look, (thrown) => sayBase(directory, thrown, t)))) return { steps };
  const entry = await findPerson(directory);
  if (entry && tried.person !== null) await compare(entry);
  return { steps };
}
