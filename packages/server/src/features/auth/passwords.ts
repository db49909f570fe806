import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';

/** argon2id with 19 MiB, two passes, one lane: the OWASP minimum, about 30 ms here. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

function derive(password: string, nonce: Buffer, cost: Omit<Argon2Parameters, 'message' | 'nonce'>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message: password.normalize('NFC'), nonce, ...cost }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** The password as a PHC string `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce, COST);
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(nonce)}$${encode(tag)}`;
}

/** Verifies against a PHC string; takes as long for an account that does not exist (null). */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const match =
    stored === null ? null : /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored);
  if (!match) {
    await derive(password, randomBytes(16), COST);
    return false;
  }
  const expected = Buffer.from(match[5] as string, 'base64');
  const tag = await derive(password, Buffer.from(match[4] as string, 'base64'), {
    memory: Number(match[1]),
    passes: Number(match[2]),
    parallelism: Number(match[3]),
    tagLength: expected.length,
  });
  return timingSafeEqual(tag, expected);
}
