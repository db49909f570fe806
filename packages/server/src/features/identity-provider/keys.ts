import { createHmac, generateKeyPair, hash, randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { Kysely } from 'kysely';
import type { Seal } from '../../kernel/config/seal.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { addKey, type KeyRow, type TenantRow } from './queries/tenants.ts';

const keyOwner = (schoolId: number) => `identity-provider key ${schoolId}`;
const saltOwner = (schoolId: number) => `identity-provider salt ${schoolId}`;

/** How long programs find a key that does not sign any more, ms: longer than whatever it has signed is of use. */
const KEY_STAYS = 86_400_000;

/** RS256, which every program knows. */
async function createKey(): Promise<{ kid: string; jwk: object }> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const kid = randomUUID();
  return { kid, jwk: { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } };
}

/** Makes a key outside of the transaction in which the function that it answers keeps it: that takes a while. */
export async function prepareKey(seal: Seal, schoolId: number): Promise<(trx: Kysely<DB>, now: Date) => Promise<void>> {
  const { kid, jwk } = await createKey();
  const sealed_key = seal.close(JSON.stringify(jwk), keyOwner(schoolId));
  return (trx, now) =>
    addKey(trx, { school_id: schoolId, kid, sealed_key }, { now, until: new Date(now.getTime() + KEY_STAYS) });
}

export const openKey = (seal: Seal, { school_id, sealed_key }: KeyRow): object =>
  JSON.parse(seal.open(sealed_key, keyOwner(school_id)));

export const createSalt = (seal: Seal, schoolId: number): Buffer =>
  seal.close(randomBytes(32).toString('base64url'), saltOwner(schoolId));

/** Secrets of a school that are worked out of its salt. */
export function secretsOf(seal: Seal, { school_id, sealed_salt }: Pick<TenantRow, 'school_id' | 'sealed_salt'>) {
  const salt = seal.open(sealed_salt, saltOwner(school_id));
  const derive = (...parts: string[]) => createHmac('sha256', salt).update(JSON.stringify(parts)).digest('base64url');
  return {
    /** Signs the cookies of a sign-in. */
    cookies: derive('cookies'),
    /** By which name a program knows somebody: another at each, and always the same at one. */
    subjectOf: (person: string, client: string) => derive('subject', client, person),
  };
}

/** What a row lies under: the programs and the browser hold the value, the database its hash alone. */
export function keyFor(kind: string, value: string): string {
  const hex = hash('sha256', `${kind} ${value}`, 'hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
