import type { Language, Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { getSchool } from '../schools/index.ts';

const WEEK_SECONDS = 7 * 24 * 60 * 60;

interface Letter {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly action?: { readonly text: string; readonly url: string };
}

interface To {
  readonly school_id: number;
  /** The person whose account it is about; null: nobody's yet. */
  readonly user_id: number | null;
  readonly recipient: string;
  readonly language: Language;
}

export type SendAnswer = (
  db: Kysely<DB>,
  to: To,
  now: Date,
  write: (t: Translate, school: string, slink: string) => Letter,
) => Promise<void>;

/** Mails with the answer of a school to somebody who asked, ordered in the transaction of that; null: there is no mail server. */
export function createAnswers({
  mail,
  texts,
  brandOf,
}: Pick<FeatureParts, 'mail' | 'texts' | 'brandOf'>): SendAnswer | null {
  if (!mail) return null;
  return async (db, { school_id, user_id, recipient, language }, now, write) => {
    const school = await getSchool(db, school_id);
    const t = texts.for(language);
    const { theme_color, app_name } = brandOf(school.app_branding);
    const sender = school.name || app_name;
    const { subject, lines, action = null } = write(t, sender, school.slink);
    const reason = t('registration:mail.reason', { school: sender });
    const content = { language, sender, color: theme_color.light, subject, lines, action, reason, unsubscribe: null };
    const expires_at = new Date(now.getTime() + WEEK_SECONDS * 1000);
    await mail.order(db, school_id, [{ user_id, kind: 'registration', recipient, content, expires_at }], now);
  };
}
