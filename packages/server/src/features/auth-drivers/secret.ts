import type { Seal } from '../../kernel/config/seal.ts';
import type { DriverRow } from './queries.ts';

const ownerOf = (schoolId: number) => `auth-driver ${schoolId}`;

export const sealSecret = (seal: Seal, schoolId: number, secret: string): Buffer =>
  seal.close(secret, ownerOf(schoolId));

/** Null: the service needs none. Throws where the server's own secret is another one than when it was saved. */
export function openSecret(seal: Seal, driver: Pick<DriverRow, 'school_id' | 'sealed_secret'>): string | null {
  return driver.sealed_secret === null ? null : seal.open(driver.sealed_secret, ownerOf(driver.school_id));
}
