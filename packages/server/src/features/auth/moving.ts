import { DEFAULT_LANGUAGE, isLanguage } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { getSchool } from '../schools/index.ts';
import { listMailable } from '../users/index.ts';
import { moveJoined } from './queries/joining.ts';
import { movePasskeys } from './queries/passkeys.ts';
import type { SecondFactors } from './second-factor.ts';

/** How long the mail is worth being sent, ms. */
const MAIL_TIME = 7 * 24 * 60 * 60 * 1000;

interface Person {
  school_id: number;
  user_id: number;
}
export type MoveSignIns = (db: Kysely<DB>, move: { from: Person; to: Person }, now: Date) => Promise<void>;

type Parts = Pick<FeatureParts, 'mail' | 'texts' | 'brandOf' | 'appUrl'> & { factors: SecondFactors };

/**
 * What somebody signs in with besides the password goes to the account at the new school: passkeys, the app, the accounts
 * that are joined. Sessions, passwords for programs and recovery codes stay behind and end with the old account. A mail
 * says where to sign in from now on.
 */
export function createMoving({ mail, texts, brandOf, appUrl, factors }: Parts): MoveSignIns {
  return async (db, move, now) => {
    const [from, to] = [move.from, move.to].map(({ school_id, user_id: id }) => ({ school_id, id })) as [
      { school_id: number; id: number },
      { school_id: number; id: number },
    ];
    await movePasskeys(db, from, to);
    await factors.move(db, from, to);
    await moveJoined(db, from, to);
    const [person] = mail ? await listMailable(db, to.school_id, [to.id], now) : [];
    if (!mail || !person) return;
    const [before, school] = [await getSchool(db, from.school_id), await getSchool(db, to.school_id)];
    const language = [person.locale, school.locale].find(isLanguage) ?? DEFAULT_LANGUAGE;
    const t = texts.for(language);
    const { theme_color, app_name } = brandOf(school.app_branding);
    const content = {
      language,
      sender: school.name || app_name,
      color: theme_color.light,
      subject: t('users:move.mail.subject'),
      lines: [t('users:move.mail.text', { before: before.name, school: school.name }), t('users:move.mail.password')],
      action: { text: t('users:move.mail.action'), url: `${appUrl()}/${school.slink}/login` },
      reason: t('users:move.mail.reason'),
      unsubscribe: null,
    };
    const expires_at = new Date(now.getTime() + MAIL_TIME);
    await mail.order(
      db,
      to.school_id,
      [{ user_id: to.id, kind: 'moved', recipient: person.email, content, expires_at }],
      now,
    );
  };
}
