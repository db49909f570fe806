import { randomBytes } from 'node:crypto';
import { CODE_DAYS, CODE_LENGTH, codeOf } from '@kreide/core/features/registration';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { hashCode } from './opened-key.ts';
import { listSealed } from './queries/letters.ts';
import { createKeys } from './queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A list whose codes can be printed again. */
export interface Batch {
  readonly school_id: number;
  readonly uuid: string;
}

/** A code that can be used, with its letters. */
export interface LetterKey {
  readonly user_id: number;
  readonly code: string;
  readonly language: Language;
  readonly expires_at: string;
}

/** It opens only where it was closed: beside the hash of the same code. */
const ownerOf = (schoolId: number, hash: Buffer) => `activation-code:${schoolId}:${hash.toString('base64url')}`;

/** Makes a code for each account of a list, kept sealed until it is used or over. */
export async function makeLetterKeys(
  db: Kysely<DB>,
  { secret, seal }: Pick<FeatureParts, 'secret' | 'seal'>,
  people: readonly { user_id: number; language: Language }[],
  { school_id, uuid, by, days, now }: Batch & { by: number | null; days: number | null; now: Date },
): Promise<void> {
  if (people.length === 0) return;
  const keys = people.map(({ user_id, language }) => {
    const code = codeOf(randomBytes(CODE_LENGTH));
    const code_hash = hashCode(secret, code);
    const sealed_code = seal.close(code, ownerOf(school_id, code_hash));
    return { user_id, code_hash, sealed_code, letter_locale: language, batch: uuid };
  });
  const expires_at = new Date(now.getTime() + (days ?? CODE_DAYS.usual) * DAY_MS);
  await createKeys(db, school_id, keys, { kind: 'account', by, now, expires_at });
}

/** Makes a code for each of some accounts, of which only its receiver hears; returns them by person. */
export async function makeMailKeys(
  db: Kysely<DB>,
  { secret }: Pick<FeatureParts, 'secret'>,
  userIds: readonly number[],
  { school_id, by, now }: { school_id: number; by: number | null; now: Date },
): Promise<ReadonlyMap<number, { code: string; expires_at: Date }>> {
  const expires_at = new Date(now.getTime() + CODE_DAYS.usual * DAY_MS);
  const made = new Map(userIds.map((id) => [id, { code: codeOf(randomBytes(CODE_LENGTH)), expires_at }]));
  const keys = [...made].map(([user_id, { code }]) => ({ user_id, code_hash: hashCode(secret, code) }));
  if (keys.length > 0) await createKeys(db, school_id, keys, { kind: 'account', by, now, expires_at });
  return made;
}

/** The codes of a list that nobody has used. */
export async function listLetterKeys(
  db: Kysely<DB>,
  { seal }: Pick<FeatureParts, 'seal'>,
  { school_id, uuid }: Batch,
  now: Date,
): Promise<LetterKey[]> {
  return (await listSealed(db, school_id, uuid, now)).flatMap((row) => {
    const { user_id, code_hash, sealed_code, letter_locale, expires_at } = row;
    const code = openCode(seal, sealed_code, ownerOf(school_id, code_hash));
    if (code === null) return [];
    return [{ user_id, expires_at, code, language: isLanguage(letter_locale) ? letter_locale : DEFAULT_LANGUAGE }];
  });
}

/** Null: the server's key is another one than when the code was made; the letter on paper still works. */
function openCode(seal: FeatureParts['seal'], sealed: Buffer, owner: string): string | null {
  try {
    return seal.open(sealed, owner);
  } catch {
    return null;
  }
}
