import type { Kysely } from 'kysely';
import type { Seal } from '../../../kernel/config/seal.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { findKey, keepKey } from '../queries/saml.ts';
import { createOwnKey, type OwnKey } from './own-certificate.ts';

const ownerOf = (schoolId: number) => `auth-driver key ${schoolId}`;
const DAY = 86_400_000;
/** Services would have to be told of another one: it lasts as long as anybody plans. */
const YEARS = 20;

/** The key of a school, made when it is needed first. */
export async function keyOf(db: Kysely<DB>, seal: Seal, schoolId: number, now: Date): Promise<OwnKey> {
  const found = await findKey(db, schoolId);
  if (found) return { certificate: found.certificate, key: seal.open(found.sealed_key, ownerOf(schoolId)) };
  // A clock elsewhere may be behind ours.
  const from = new Date(now.getTime() - DAY);
  const made = await createOwnKey('Kreide', from, new Date(now.getTime() + YEARS * 365 * DAY));
  const sealed_key = seal.close(made.key, ownerOf(schoolId));
  const { certificate } = made;
  await keepKey(db, { school_id: schoolId, sealed_key, certificate, created_at: now.toISOString() });
  return keyOf(db, seal, schoolId, now);
}
