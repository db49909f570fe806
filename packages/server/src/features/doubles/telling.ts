import { DEFAULT_LANGUAGE, isLanguage } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { getSchool } from '../schools/index.ts';

/** How long the mail is worth being sent, ms. */
const MAIL_TIME = 7 * 24 * 60 * 60 * 1000;

export interface Told {
  readonly school_id: number;
  readonly user_id: number;
  readonly locale: string | null;
  /** With which name they sign in from now on. */
  readonly username: string;
  /** Had the other account a second step, and has this one none? */
  readonly loses_step: boolean;
  /** Every address that either account had. */
  readonly addresses: readonly string[];
}

export type TellMerged = (db: Kysely<DB>, told: Told, now: Date) => Promise<void>;

/** Tells somebody that their two accounts are one now, in the transaction of that; nobody where no mail is sent. */
export function createTelling({
  mail,
  texts,
  brandOf,
  appUrl,
}: Pick<FeatureParts, 'mail' | 'texts' | 'brandOf' | 'appUrl'>): TellMerged {
  return async (db, { school_id, user_id, locale, username, loses_step, addresses }, now) => {
    if (!mail) return;
    const school = await getSchool(db, school_id);
    const language = [locale, school.locale].find(isLanguage) ?? DEFAULT_LANGUAGE;
    const t = texts.for(language);
    const { theme_color, app_name } = brandOf(school.app_branding);
    const sender = school.name || app_name;
    const content = {
      language,
      sender,
      color: theme_color.light,
      subject: t('doubles:mail.subject'),
      lines: [
        t('doubles:mail.text', { school: sender }),
        t('doubles:mail.signIn', { username }),
        ...(loses_step ? [t('doubles:mail.step')] : []),
      ],
      action: { text: t('doubles:mail.action'), url: `${appUrl()}/${school.slink}/login` },
      reason: t('doubles:mail.reason'),
      unsubscribe: null,
    };
    const expires_at = new Date(now.getTime() + MAIL_TIME);
    const mails = addresses.map((recipient) => ({ user_id, kind: 'merged' as const, recipient, content, expires_at }));
    await mail.order(db, school_id, mails, now);
  };
}
