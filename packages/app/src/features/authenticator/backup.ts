import { type KeptAccount, parseAccounts } from './vault.ts';

/** Fewest characters of a passphrase: the file may fall into any hands, and be tried for years. */
export const PASSPHRASE_MINIMUM = 12;

const FORMAT = 'kreide-authenticator';
/** As OWASP recommends for PBKDF2 with SHA-256. */
const ITERATIONS = 600_000;
/** A file that asks for more would keep the page busy for minutes; one that asks for less is not ours. */
const ITERATIONS_LIMITS = { minimum: 100_000, maximum: 5_000_000 };

/** `notBackup`: some other file; `wrong`: the passphrase does not fit, or somebody has changed the file. */
export class BackupError extends Error {
  readonly reason: 'notBackup' | 'wrong';

  constructor(reason: 'notBackup' | 'wrong') {
    super(reason);
    this.reason = reason;
  }
}

const toText = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const toBytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

async function keyOf(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  // However a keyboard composes umlauts.
  const typed = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const material = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** The accounts as the text of a file that only the passphrase opens (PBKDF2 and AES-256-GCM). */
export async function writeBackup(accounts: readonly KeptAccount[], passphrase: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await keyOf(passphrase, salt, ITERATIONS);
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    key,
    new TextEncoder().encode(JSON.stringify(accounts)),
  );
  const file = {
    format: FORMAT,
    version: 1,
    iterations: ITERATIONS,
    salt: toText(salt),
    iv: toText(iv),
    data: toText(new Uint8Array(data)),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The accounts of such a file. Throws BackupError. */
export async function readBackup(text: string, passphrase: string): Promise<KeptAccount[]> {
  const { salt, iv, data, iterations } = parseFile(text);
  try {
    const key = await keyOf(passphrase, salt, iterations);
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data);
    return parseAccounts(JSON.parse(new TextDecoder().decode(plain)));
  } catch {
    throw new BackupError('wrong');
  }
}

function parseFile(text: string) {
  try {
    const file = JSON.parse(text) as Record<string, unknown>;
    const { format, version, iterations } = file;
    const { minimum, maximum } = ITERATIONS_LIMITS;
    if (format !== FORMAT || version !== 1 || !Number.isInteger(iterations)) throw new Error('no backup');
    if (Number(iterations) < minimum || Number(iterations) > maximum) throw new Error('no backup of ours');
    const [salt, iv, data] = ['salt', 'iv', 'data'].map((name) => toBytes(String(file[name])));
    if (!salt || !iv || !data) throw new Error('no backup');
    return { salt, iv, data, iterations: Number(iterations) };
  } catch {
    throw new BackupError('notBackup');
  }
}
