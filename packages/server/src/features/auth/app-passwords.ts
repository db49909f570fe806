import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import {
  type AppPasswordPurpose,
  createAppPassword as addAppPassword,
  findAppPassword,
  removeAppPasswordsFor,
} from './queries/app-passwords.ts';
import { hashToken } from './tokens.ts';

/** Letters and digits that are not taken for each other; 32 of them, so that each stands for five random bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 20;
const GROUP = 5;

/** 100 random bits in groups, as people copy them. Nobody guesses them, so that a plain hash is enough. */
export function createAppPassword(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return Array.from({ length: LENGTH / GROUP }, (_, group) =>
    letters.slice(group * GROUP, (group + 1) * GROUP).join(''),
  ).join('-');
}

const toPlain = (typed: string) => typed.replace(/[\s-]/g, '').toLowerCase();

export const hashAppPassword = (typed: string): Buffer => hashToken(toPlain(typed));

/** The app password of an account that somebody typed; null: none of them for this purpose matches. */
export async function matchAppPassword(
  db: Kysely<DB>,
  account: { school_id: number; id: number },
  typed: string,
  purpose: AppPasswordPurpose,
) {
  const isOne = toPlain(typed).length === LENGTH;
  return isOne ? ((await findAppPassword(db, account, hashAppPassword(typed), purpose)) ?? null) : null;
}
export type MatchedAppPassword = Awaited<ReturnType<typeof matchAppPassword>>;

/** A new password for a program that brings plans; the one before ends with its sessions. Returns it, to be shown once. */
export async function renewUploadPassword(
  db: Kysely<DB>,
  account: { school_id: number; id: number },
  name: string,
  now: Date,
): Promise<string> {
  await removeAppPasswordsFor(db, account, 'upload');
  const password = createAppPassword();
  await addAppPassword(db, account, { name, hash: hashAppPassword(password), purpose: 'upload' }, now);
  return password;
}
