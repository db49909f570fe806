import { PASSWORD_RESET_SECONDS } from '@kreide/core/features/auth';
import { isLanguage } from '@kreide/core/kernel';
import * as z from 'zod/mini';
import { appendAudit } from '../../kernel/data/audit.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { type RegisteredTask, task } from '../../kernel/jobs/index.ts';
import type { Mail } from '../../kernel/mail/index.ts';
import { findSchoolBySlink } from '../schools/index.ts';
import { findAccount, listMailable } from '../users/index.ts';
import { createPasswordReset } from './queries/password-resets.ts';

/** The path of the page for setting a password (P-2.16). */
export function toResetPath(slink: string, token: string): string {
  // In the fragment: it reaches no server, no log and no other site.
  return `/login/${slink}/password-reset#token=${token}`;
}

const payload = z.object({ slink: z.string(), identity: z.string() });
export type ResetTask = RegisteredTask<z.output<typeof payload>>;

type Parts = Pick<FeatureParts, 'database' | 'clock' | 'texts' | 'appUrl' | 'brandOf'>;

/**
 * Sends the link to whoever forgot a password. The account is looked for here and not in the call: from outside an
 * account that exists and one that does not look the same, in time too. Without an address, and for those who are
 * locked or whose account has ended, nothing is sent.
 */
export function createResetTask({ database, clock, texts, appUrl, brandOf }: Parts, mail: Mail): ResetTask {
  return task('auth:reset', payload, async ({ slink, identity }) => {
    await database.kysely.transaction().execute(async (db) => {
      const school = await findSchoolBySlink(db, slink);
      const account = school && !school.is_locked && (await findAccount(db, school.id, identity));
      const now = clock.now();
      const [person] = account ? await listMailable(db, school.id, [account.id], now) : [];
      if (!school || !account || !person) return;
      const language = isLanguage(person.locale) ? person.locale : isLanguage(school.locale) ? school.locale : 'de';
      const t = texts.for(language);
      const { theme_color, app_name } = brandOf(school.app_branding);
      const token = await createPasswordReset(db, account, PASSWORD_RESET_SECONDS.usual, now);
      const expires_at = new Date(now.getTime() + PASSWORD_RESET_SECONDS.usual * 1000);
      const content = {
        language,
        sender: school.name || app_name,
        color: theme_color.light,
        subject: t('auth:forgot.mail.subject'),
        lines: [
          t('auth:forgot.mail.intro', { school: school.name, count: PASSWORD_RESET_SECONDS.usual / 60 }),
          t('auth:forgot.mail.ignore'),
        ],
        action: { text: t('auth:forgot.mail.action'), url: appUrl() + toResetPath(school.slink, token) },
        reason: t('auth:forgot.mail.reason'),
        unsubscribe: null,
      };
      const ordered = { user_id: account.id, kind: 'password', recipient: person.email, content, expires_at };
      await mail.order(db, school.id, [ordered], now);
      const audit = { origin: 'visitor', action: 'auth:audit.passwordLink', entity: 'users' } as const;
      await appendAudit(db, [{ ...audit, school_id: school.id, id: account.id, now }]);
    });
  });
}
