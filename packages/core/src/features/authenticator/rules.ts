/** How often a call to the two-factor service is repeated (P-9.04, T-9.25). */
export const TWO_FACTOR_RETRIES = 5;

/** Accounts that one call asks codes for, and that a device keeps for one person. */
export const KEYS_MAXIMUM = 100;

/** Letters of a key in base32 (RFC 4648): 80 bits are the fewest that services give, 512 bits the most that help. */
export const KEY_LENGTH = { minimum: 16, maximum: 103 } as const;

/** How codes are computed from a key (RFC 6238). */
export const ALGORITHMS = ['SHA1', 'SHA256', 'SHA512'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** Digits of a code. */
export const DIGITS = [6, 7, 8] as const;

/** For how long a code holds, seconds. */
export const PERIOD = { minimum: 15, maximum: 120, usual: 30 } as const;

/** Most characters of the name of a service or of an account there. */
export const LABEL_MAXIMUM = 100;

/** Letters of a key, without blanks, hyphens and padding, as services print them in groups; in capitals. */
export const toPlainKey = (typed: string): string => typed.replace(/[\s-]|=+\s*$/gu, '').toUpperCase();

/** Is this a whole key in base32? */
export const isKey = (key: string): boolean =>
  /^[A-Z2-7]+$/.test(key) &&
  key.length >= KEY_LENGTH.minimum &&
  key.length <= KEY_LENGTH.maximum &&
  // A last letter that belongs to no byte: something is missing.
  ![1, 3, 6].includes(key.length % 8);

/** An account of an authenticator as it is set up. */
export interface KeyDraft {
  issuer: string;
  account: string;
  key: string;
  algorithm: Algorithm;
  digits: number;
  period: number;
}

/** What is wrong with a draft, by field (P-2.32). */
export type KeyProblems = Partial<Record<'issuer' | 'account' | 'key' | 'digits' | 'period', KeyProblem>>;
export type KeyProblem = 'required' | 'letters' | 'short' | 'long' | 'cut' | 'range';

const isIn = (value: number, { minimum, maximum }: { minimum: number; maximum: number }) =>
  Number.isInteger(value) && value >= minimum && value <= maximum;

function keyProblem(key: string): KeyProblem | undefined {
  if (key === '') return 'required';
  if (!/^[A-Z2-7]+$/.test(key)) return 'letters';
  if (key.length < KEY_LENGTH.minimum) return 'short';
  if (key.length > KEY_LENGTH.maximum) return 'long';
  return isKey(key) ? undefined : 'cut';
}

const labelProblem = (text: string): KeyProblem | undefined =>
  text.trim() === '' ? 'required' : text.trim().length > LABEL_MAXIMUM ? 'long' : undefined;

/** Every problem of a draft; an empty object: there is none. The name of the account may be left out. */
export function keyProblems(draft: KeyDraft): KeyProblems {
  const found = {
    issuer: labelProblem(draft.issuer),
    account: draft.account.trim() === '' ? undefined : labelProblem(draft.account),
    key: keyProblem(toPlainKey(draft.key)),
    digits: (DIGITS as readonly number[]).includes(draft.digits) ? undefined : ('range' as const),
    period: isIn(draft.period, PERIOD) ? undefined : ('range' as const),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
}

/** Why a picture with a code is of no use here. */
export type ScanProblem = 'other' | 'counter' | 'unusable';

/**
 * What an `otpauth:` address says, as QR codes carry it. `other`: it is something else; `counter`: a code that counts
 * up (HOTP), which this service does not know; `unusable`: its key or numbers are none.
 */
export function parseOtpAddress(address: string): KeyDraft | ScanProblem {
  const url = /^otpauth:\/\//i.test(address) ? URL.parse(address) : null;
  if (!url) return 'other';
  const [, kind, path] = /^otpauth:\/\/([^/?]*)\/?([^?]*)/i.exec(address) ?? [];
  if (kind?.toLowerCase() === 'hotp') return 'counter';
  if (kind?.toLowerCase() !== 'totp') return 'unusable';
  const label = decode(path ?? '');
  const colon = label.indexOf(':');
  const asked = url.searchParams;
  const named = asked.get('issuer')?.trim() || label.slice(0, Math.max(colon, 0)).trim();
  const account = label.slice(colon + 1).trim();
  const algorithm = (asked.get('algorithm') ?? 'SHA1').toUpperCase().replace('-', '');
  const draft = {
    // A code without a service is named after its account.
    issuer: (named || account).slice(0, LABEL_MAXIMUM),
    account: named ? account.slice(0, LABEL_MAXIMUM) : '',
    key: toPlainKey(asked.get('secret') ?? ''),
    algorithm: algorithm as Algorithm,
    digits: Number(asked.get('digits') ?? DIGITS[0]),
    period: Number(asked.get('period') ?? PERIOD.usual),
  };
  const { issuer: _, ...problems } = keyProblems(draft);
  return ALGORITHMS.includes(draft.algorithm) && Object.keys(problems).length === 0 ? draft : 'unusable';
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
