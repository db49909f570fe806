import type { Seal } from '../../../kernel/config/seal.ts';
import { WebUntisFailure } from './failure.ts';

const ownerOf = (schoolId: number) => `webuntis ${schoolId}`;

export const sealPassword = (seal: Seal, schoolId: number, password: string) => seal.close(password, ownerOf(schoolId));

/** Throws `password_lost` where the server's secret is another one than when it was saved. */
export function openPassword(
  seal: Seal,
  { school_id, sealed_password }: { school_id: number; sealed_password: Buffer },
): string {
  try {
    return seal.open(sealed_password, ownerOf(school_id));
  } catch (thrown) {
    throw new WebUntisFailure('password_lost', {}, thrown);
  }
}
