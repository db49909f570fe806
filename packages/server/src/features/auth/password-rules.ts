import type { Issue, Translate } from '@kreide/core/kernel';
import { isPasswordConfirmed } from '@kreide/core/validation';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { getSchool } from '../schools/index.ts';
import { findPerson, findTwoFactor } from '../users/index.ts';
import { isTrivialPassword } from './trivial-passwords.ts';

/** What everybody knows of an account. */
export interface KnownOfAccount {
  readonly school_id: number;
  readonly username: string;
  readonly email: string | null;
  readonly firstname: string;
  readonly lastname: string;
}

interface NewPassword {
  readonly password: string;
  readonly password_confirmation: string;
}

/** The same of an account that there is. */
export async function findKnownOf(
  db: Kysely<DB>,
  { school_id, id }: { school_id: number; id: number },
): Promise<KnownOfAccount> {
  const account = await findTwoFactor(db, { school_id, id });
  const person = await findPerson(db, school_id, id);
  const { firstname = '', lastname = '' } = person ?? {};
  return { school_id, firstname, lastname, username: account?.username ?? '', email: account?.email ?? null };
}

/** What is wrong with a new password, wherever it is set, in words (P-5.19, P-5.20). */
export async function newPasswordProblems(
  db: Kysely<DB>,
  { password, password_confirmation }: NewPassword,
  { school_id, username, email, firstname, lastname }: KnownOfAccount,
  t: Translate,
): Promise<Issue[]> {
  if (!isPasswordConfirmed(password, password_confirmation))
    return [{ path: 'body.password_confirmation', rule: 'password', message: t('kernel:rules.password') }];
  const { name, slink } = await getSchool(db, school_id);
  const own = [username, firstname, lastname, email, email?.split('@')[0] ?? null, name, slink];
  if (!isTrivialPassword(password, own)) return [];
  return [{ path: 'body.password', rule: 'trivial_password', message: t('kernel:rules.trivial_password') }];
}
