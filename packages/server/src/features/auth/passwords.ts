import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';

type Cost = Omit<Argon2Parameters, 'message' | 'nonce'>;

/** argon2id with 19 MiB, two passes, one lane: the OWASP minimum, about 30 ms here. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** The parts from which a key is derived. */
export interface Derivation {
  password: string;
  nonce: Uint8Array;
  cost: Cost;
}

export type Derive = (derivation: Derivation) => Promise<Buffer>;

/** In the threads of the runtime: for commands, which hash one password. The server uses its hasher. */
const deriveHere: Derive = ({ password, nonce, cost }) =>
  new Promise((resolve, reject) => {
    argon2('argon2id', { message: password, nonce, ...cost }, (error, key) => (error ? reject(error) : resolve(key)));
  });

/** The password as a PHC string `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string, derive = deriveHere): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive({ password: password.normalize('NFC'), nonce, cost: COST });
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(nonce)}$${encode(tag)}`;
}

/** Verifies against a PHC string; takes as long for an account that does not exist (null). */
export async function verifyPassword(password: string, stored: string | null, derive = deriveHere): Promise<boolean> {
  const given = password.normalize('NFC');
  const match =
    stored === null ? null : /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored);
  if (!match) {
    await derive({ password: given, nonce: randomBytes(16), cost: COST });
    return false;
  }
  const expected = Buffer.from(match[5] as string, 'base64');
  const nonce = Buffer.from(match[4] as string, 'base64');
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  const tag = await derive({
    password: given,
    nonce,
    cost: { memory, passes, parallelism, tagLength: expected.length },
  });
  return timingSafeEqual(tag, expected);
}
