import { DEFAULT_LANGUAGE, isLanguage } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { getSchool } from '../schools/index.ts';
import { listMailable } from '../users/index.ts';
import type { AccountChanged } from './entrance.ts';

/** How long the mail is worth being sent, ms. */
const MAIL_TIME = 24 * 60 * 60 * 1000;

interface Owner {
  school_id: number;
  id: number;
}
/** Called in the transaction of the change, for each of the two accounts; `other`: the name of the other one's school. */
export type JoiningChanged = (
  db: Kysely<DB>,
  change: { account: Owner; kind: 'joined' | 'left'; other: string; user_agent: string | null },
  now: Date,
) => Promise<void>;

type Parts = Pick<FeatureParts, 'mail' | 'texts' | 'brandOf'> & { accountChanged: AccountChanged };

/** Tells the owner of an account that it was joined with another one, or is not any more: here and by e-mail. */
export function createJoiningNotice({ mail, texts, brandOf, accountChanged }: Parts): JoiningChanged {
  return async (db, { account: { school_id, id }, kind, other, user_agent }, now) => {
    await accountChanged(db, { school_id, user_id: id, kind, user_agent }, now);
    const [person] = mail ? await listMailable(db, school_id, [id], now) : [];
    if (!mail || !person) return;
    const school = await getSchool(db, school_id);
    const language = [person.locale, school.locale].find(isLanguage) ?? DEFAULT_LANGUAGE;
    const t = texts.for(language);
    const { theme_color, app_name } = brandOf(school.app_branding);
    const content = {
      language,
      sender: school.name || app_name,
      color: theme_color.light,
      subject: t(`auth:joining.mail.${kind}Subject`),
      lines: [t(`auth:joining.mail.${kind}`, { school: school.name, other }), t('auth:joining.mail.notYou')],
      action: null,
      reason: t('auth:joining.mail.reason'),
      unsubscribe: null,
    };
    const expires_at = new Date(now.getTime() + MAIL_TIME);
    await mail.order(
      db,
      school_id,
      [{ user_id: id, kind: 'joining', recipient: person.email, content, expires_at }],
      now,
    );
  };
}
