import type { LeftOutReason } from '@kreide/core/features/activation-letters';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { listServiceOnly } from '../auth-drivers/index.ts';
import { listRegistering, type PersonRow } from '../users/index.ts';

/** Somebody for whom a letter was ordered. */
export interface Judged {
  readonly user_id: number;
  readonly email: string | null;
  /** The language that the person has chosen, or a list has said. */
  readonly locale: string | null;
  /** Null: gets a code. */
  readonly reason: LeftOutReason | null;
}

/** Who of some people gets a code for the account, and why the others do not. */
export async function judge(
  db: Kysely<DB>,
  rows: readonly PersonRow[],
  { school_id, now, today }: { school_id: number; now: Date; today: string },
): Promise<Judged[]> {
  const ids = rows.map(({ id }) => id);
  const registering = new Map((await listRegistering(db, school_id, ids, today)).map((one) => [one.id, one]));
  const serviced = await listServiceOnly(db, school_id, ids);
  const reasonOf = ({ id, role, state, is_locked, deleted_at, expire_at }: PersonRow): LeftOutReason | null => {
    if (deleted_at !== null) return 'archived';
    if (state !== 'PENDING' || !registering.get(id)?.is_pending) return 'signed_in';
    // Whoever has the code of an account has the account.
    if (role === 'ADMIN') return 'administrator';
    if (is_locked) return 'locked';
    if (expire_at !== null && new Date(expire_at) <= now) return 'ended';
    return serviced.has(id) ? 'service' : null;
  };
  return rows.map((row) => {
    const { email = null, locale = null } = registering.get(row.id) ?? {};
    return { user_id: row.id, email, locale, reason: reasonOf(row) };
  });
}

/** How somebody gets their code. */
export type Way = 'paper' | 'mail';

export const wayOf = ({ email }: Pick<Judged, 'email'>, isByMail: boolean): Way =>
  isByMail && email !== null ? 'mail' : 'paper';
