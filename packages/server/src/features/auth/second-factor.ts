import { randomBytes, randomInt } from 'node:crypto';
import {
  isSixDigits,
  MAIL_CODE_SECONDS,
  RECOVERY_CODES,
  type SecondWay,
  toHiddenAddress,
  toPlainCode,
} from '@kreide/core/features/auth';
import type { TfaMode } from '@kreide/core/features/users';
import { isLanguage } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { getSchool } from '../schools/index.ts';
import { listPasskeys } from './queries/passkeys.ts';
import {
  findSecondFactor,
  type Owner,
  setSecondFactor,
  useMailCode,
  useRecoveryCode,
  useTotpStep,
} from './queries/second-factors.ts';

/** RFC 6238 as every app knows it: SHA-1, six digits, 30 seconds; one step before and after is accepted. */
const TOTP_USUAL = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const TOTP_WINDOW = 1;
const TOTP_KEY_BYTES = 20;

/** Letters and digits that are not taken for each other; 32 of them, so that each stands for five random bits. */
const RECOVERY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const RECOVERY_LENGTH = 10;

export interface FactorAccount extends Owner {
  username: string;
  email: string | null;
  locale: string | null;
  tfa_mode: TfaMode;
}

type Parts = Pick<FeatureParts, 'seal' | 'mail' | 'texts' | 'brandOf'>;

/** What proves a second step: codes of an app, codes by e-mail and recovery codes. Each is accepted once. */
export function createSecondFactors({ seal, mail, texts, brandOf }: Parts) {
  const ownerOf = ({ school_id, id }: Owner) => `${school_id}/${id}`;
  const hash = (owner: Owner, purpose: 'mail' | 'recovery', code: string) =>
    seal.hash(code, `${purpose} ${ownerOf(owner)}`);
  const totpOf = (key: string) => new TOTP({ ...TOTP_USUAL, secret: Secret.fromBase32(key) });

  /** The time step of a code; null: it is none of this key's around now. */
  function stepOf(sealed: Buffer, owner: Owner, code: string, now: Date): number | null {
    const totp = totpOf(seal.open(sealed, ownerOf(owner)));
    const delta = totp.validate({ token: code, timestamp: now.getTime(), window: TOTP_WINDOW });
    return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta;
  }

  return {
    /** Whether a code can be sent to this account. */
    canMail: ({ email }: { email: string | null }): boolean => mail !== null && email !== null,

    addressOf: ({ email }: { email: string | null }): string | null =>
      mail !== null && email !== null ? toHiddenAddress(email) : null,

    /** How the second step of an account can be taken, its own way first. */
    async waysOf(db: Kysely<DB>, account: FactorAccount): Promise<SecondWay[]> {
      const factor = await findSecondFactor(db, account);
      const ways: SecondWay[] = [];
      if (account.tfa_mode === 'email' && mail && account.email) ways.push('email');
      if (factor?.totp_key) ways.push('totp');
      if ((await listPasskeys(db, account)).length > 0) ways.push('passkey');
      if (factor && factor.recovery_hashes.length > 0) ways.push('recovery');
      return ways;
    },

    find: findSecondFactor,

    /** Sends six digits; those before are no longer valid. In the transaction of what asked for them. */
    async sendCode(db: Kysely<DB>, account: FactorAccount, now: Date): Promise<void> {
      if (!mail || account.email === null) throw new Error('no mail can be sent to this account');
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const expires = new Date(now.getTime() + MAIL_CODE_SECONDS * 1000);
      await setSecondFactor(db, account, {
        code_hash: hash(account, 'mail', code),
        code_expires_at: expires.toISOString(),
      });
      const school = await getSchool(db, account.school_id);
      const language = isLanguage(account.locale) ? account.locale : isLanguage(school.locale) ? school.locale : 'de';
      const t = texts.for(language);
      const { theme_color, app_name } = brandOf(school.app_branding);
      const content = {
        language,
        sender: school.name || app_name,
        color: theme_color.light,
        // Not in the subject: it stands on locked screens.
        subject: t('two-factor:mail.subject'),
        lines: [
          t('two-factor:mail.intro', { school: school.name }),
          `${code.slice(0, 3)} ${code.slice(3)}`,
          t('two-factor:mail.valid', { count: MAIL_CODE_SECONDS / 60 }),
          t('two-factor:mail.ignore'),
        ],
        action: null,
        reason: t('two-factor:mail.reason'),
        unsubscribe: null,
      };
      const ordered = { user_id: account.id, kind: 'code', recipient: account.email, content, expires_at: expires };
      await mail.order(db, account.school_id, [ordered], now);
    },

    /**
     * Uses a code of a way that is set up; null: it is none of them. Only ever within a transaction of its own kind:
     * what is used stays used.
     */
    async use(db: Kysely<DB>, account: FactorAccount, typed: string, now: Date): Promise<SecondWay | null> {
      const code = toPlainCode(typed);
      if (!isSixDigits(code))
        return (await useRecoveryCode(db, account, hash(account, 'recovery', code))) ? 'recovery' : null;
      const factor = await findSecondFactor(db, account);
      const step = factor?.totp_key ? stepOf(factor.totp_key, account, code, now) : null;
      if (step !== null) return (await useTotpStep(db, account, step)) ? 'totp' : null;
      if (account.tfa_mode !== 'email') return null;
      return (await useMailCode(db, account, hash(account, 'mail', code), now)) ? 'email' : null;
    },

    /** A new key for an app, which counts once it is confirmed. */
    async prepareTotp(db: Kysely<DB>, account: FactorAccount, issuer: string) {
      const secret = new Secret({ size: TOTP_KEY_BYTES });
      await setSecondFactor(db, account, { new_totp_key: seal.close(secret.base32, ownerOf(account)) });
      const uri = new TOTP({ ...TOTP_USUAL, secret, issuer, label: account.username }).toString();
      return { key: secret.base32, uri };
    },

    /** Confirms the way that is to be used from now on; false: the code is not right. */
    async confirm(db: Kysely<DB>, account: FactorAccount, mode: TfaMode, typed: string, now: Date): Promise<boolean> {
      const code = toPlainCode(typed);
      if (mode === 'email') {
        if (!(await useMailCode(db, account, hash(account, 'mail', code), now))) return false;
        await setSecondFactor(db, account, { totp_key: null, totp_step: null, new_totp_key: null });
        return true;
      }
      // A passkey is proven when it is added, not with a code.
      if (mode === 'passkey') return false;
      const factor = await findSecondFactor(db, account);
      const step = factor?.new_totp_key && isSixDigits(code) ? stepOf(factor.new_totp_key, account, code, now) : null;
      if (!factor?.new_totp_key || step === null) return false;
      await setSecondFactor(db, account, { totp_key: factor.new_totp_key, totp_step: step, new_totp_key: null });
      return true;
    },

    /** New recovery codes, in the clear this once; those before are no longer valid. */
    async renewRecoveryCodes(db: Kysely<DB>, account: Owner): Promise<string[]> {
      const codes = Array.from({ length: RECOVERY_CODES }, () =>
        [...randomBytes(RECOVERY_LENGTH)].map((byte) => RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length]).join(''),
      );
      await setSecondFactor(db, account, { recovery_hashes: codes.map((code) => hash(account, 'recovery', code)) });
      return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
    },

    /** The key of the app opens the new account of somebody; recovery codes have to be made anew. */
    async move(db: Kysely<DB>, from: Owner, to: Owner): Promise<void> {
      const factor = await findSecondFactor(db, from);
      if (!factor?.totp_key) return;
      const totp_key = seal.close(seal.open(factor.totp_key, ownerOf(from)), ownerOf(to));
      await setSecondFactor(db, to, { totp_key, totp_step: factor.totp_step });
    },

    /** Forgets everything that was set up. */
    async clear(db: Kysely<DB>, account: Owner): Promise<void> {
      await setSecondFactor(db, account, {
        totp_key: null,
        totp_step: null,
        new_totp_key: null,
        code_hash: null,
        code_expires_at: null,
        recovery_hashes: [],
      });
    },
  };
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;
