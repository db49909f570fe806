import type { Kysely } from 'kysely';
import { appendAudit } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { acceptAttempt, type checkProgramCredentials } from './credentials.ts';
import { noteAppPasswordUse } from './queries/app-passwords.ts';

/** What somebody is let in with, and the call with which they came. */
interface ProgramSignIn extends Awaited<ReturnType<typeof checkProgramCredentials>> {
  readonly address: string;
  readonly request_id: string;
}

/**
 * A program that has proven for whom it works is let in: it is noted where it came from and that its password was used. Programs sign in
 * every few minutes, so the audit log has one row a day and address, and the first use, which is enough to see who was there.
 */
export async function acceptProgram(
  kysely: Kysely<DB>,
  { attempt, appPassword, address, request_id }: ProgramSignIn,
  now: Date,
): Promise<void> {
  const { school_id, id } = attempt.account;
  await kysely.transaction().execute(async (trx) => {
    await acceptAttempt(trx, attempt, { keepsDevice: false }, now);
    if (appPassword) await noteAppPasswordUse(trx, school_id, appPassword.id, now);
    if (attempt.isUsual && appPassword?.last_used_at !== null) return;
    const by = { school_id, user_id: id, address, request_id };
    const after = appPassword && { app_password: appPassword.name };
    await appendAudit(trx, [
      { ...by, origin: 'session', action: 'auth:audit.signInProgram', entity: 'users', id, after, now },
    ]);
  });
}
