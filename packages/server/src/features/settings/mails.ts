import { DEFAULT_LANGUAGE, isLanguage, type Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { getSchool } from '../schools/index.ts';
import { findProfile, type PersonKey } from '../users/index.ts';

export interface Letter {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly action?: { readonly text: string; readonly url: string };
}

/** Writes a letter in the language of its reader; `school` is the name of theirs. */
export type Write = (t: Translate, school: string, slink: string) => Letter;

interface To {
  readonly kind: 'email' | 'deletion' | 'personal-data';
  readonly recipients: readonly (string | null | undefined)[];
  /** How long it is worth being sent, seconds. */
  readonly seconds: number;
  /** No account keeps it: the person is gone when it arrives. */
  readonly isOfNobody?: boolean;
}

export type SendLetter = (db: Kysely<DB>, person: PersonKey, to: To, now: Date, write: Write) => Promise<void>;

type Parts = Pick<FeatureParts, 'mail' | 'texts' | 'brandOf'>;

/** Mails about the account of a person, in their language, ordered in the transaction of what they tell; none without a mail server. */
export function createLetters({ mail, texts, brandOf }: Parts): SendLetter {
  return async (db, person, { kind, recipients, seconds, isOfNobody = false }, now, write) => {
    const addresses = new Set(recipients.filter((one): one is string => !!one).map((one) => one.toLowerCase()));
    const profile = mail && addresses.size > 0 ? await findProfile(db, person) : null;
    if (!mail || !profile) return;
    const school = await getSchool(db, person.school_id);
    const language = [profile.locale, school.locale].find(isLanguage) ?? DEFAULT_LANGUAGE;
    const t = texts.for(language);
    const { theme_color, app_name } = brandOf(school.app_branding);
    const sender = school.name || app_name;
    const { subject, lines, action = null } = write(t, sender, school.slink);
    const reason = t('settings:mail.reason', { name: profile.username });
    const content = { language, sender, color: theme_color.light, subject, lines, action, reason, unsubscribe: null };
    const user_id = isOfNobody ? null : person.user_id;
    const expires_at = new Date(now.getTime() + seconds * 1000);
    const mails = [...addresses].map((recipient) => ({ user_id, kind, recipient, content, expires_at }));
    await mail.order(db, person.school_id, mails, now);
  };
}
