import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { TFA_MODES } from '../users/index.ts';

/** The ways that count as a second step; one of the recovery codes always does. */
export const SECOND_WAYS = [...TFA_MODES, 'recovery'] as const;
export type SecondWay = (typeof SECOND_WAYS)[number];

/** How long a second step stays open, seconds (P-3.31). */
export const SECOND_STEP_SECONDS = 10 * 60;
/** How long a code that was sent by e-mail is valid, seconds. */
export const MAIL_CODE_SECONDS = 10 * 60;
/** The pause before another code can be asked for, seconds. */
export const RESEND_SECONDS = 60;
/** How many recovery codes there are. */
export const RECOVERY_CODES = 10;
/** How long a device that somebody trusts needs no second step, seconds. */
export const TRUST_SECONDS = 30 * 24 * 60 * 60;

/** Six digits, or a recovery code, as people type and paste them: with spaces and hyphens. */
export const typedCode = z.string().check(z.regex(/^[A-Za-z0-9 -]{6,40}$/));

/** The token of an open second step: the `access_token` of the sign-in that asked for it. */
export const stepToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,100}$/));

/** What a sign-in asks for besides the password (P-4.06). */
export const openStep = z.object({
  ways: z.array(z.enum(SECOND_WAYS)),
  /** Where the code went, mostly hidden; null: none was sent. */
  address: z.nullable(z.string()),
});

export const verifySecondStepBody = z.strictObject({
  token: stepToken,
  code: typedCode,
  /** True: this device is not asked again for 30 days. */
  is_trusted: z.optional(z.boolean()),
});

/** A passkey of somebody; its key is on the device alone. */
export const passkey = z.object({
  id: f.id,
  name: z.string(),
  created_at: f.instant,
  last_used_at: z.nullable(f.instant),
});
export type Passkey = z.output<typeof passkey>;

/** How somebody signs in besides the password. */
export const secondFactor = z.object({
  is_enabled: z.boolean(),
  mode: z.enum(TFA_MODES),
  /** The address for codes, mostly hidden; null: there is none, or this installation sends no mails. */
  address: z.nullable(z.string()),
  has_totp: z.boolean(),
  /** In the order in which they were added. */
  passkeys: z.array(passkey),
  /** How many recovery codes are left. */
  recovery_codes: z.int(),
});
export type SecondFactor = z.output<typeof secondFactor>;

export const setUpAnswer = z.object({
  /** The key in base32 and as the address that a QR code holds; null: a code is on its way by e-mail. */
  totp: z.nullable(z.object({ key: z.string(), uri: z.string() })),
  /** Seconds until another code can be asked for. */
  seconds: z.int(),
});

export const changeSecondFactorBody = z.strictObject({
  password: f.password,
  is_enabled: z.boolean(),
  mode: z.enum(TFA_MODES),
  /** Of a way that is set up already; left out where none is. */
  code: z.optional(typedCode),
  /** Of the way that is to be used from now on; a passkey is proven when it is added. */
  new_code: z.optional(typedCode),
});

export const changedSecondFactor = z.object({
  ...secondFactor.shape,
  /** New ones, shown this once; those before are no longer valid. Empty: it is off. */
  new_recovery_codes: z.array(z.string()),
});

/** An e-mail address of which its owner recognises enough: `a•••@home.example`. */
export function toHiddenAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/** A code as it is compared: without spaces and hyphens, in capitals. */
export const toPlainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

export const isSixDigits = (typed: string): boolean => /^\d{6}$/.test(toPlainCode(typed));

export const idOfSelf = z.union([z.literal('self'), f.idText]);
