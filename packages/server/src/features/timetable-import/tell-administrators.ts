import { isLanguage, type Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { getSchool } from '../schools/index.ts';
import { listAdministrators, listMailable } from '../users/index.ts';

export type TellParts = Pick<FeatureParts, 'mail' | 'texts' | 'brandOf' | 'appUrl'>;

/** What does not work by itself any more, in the words of a language, and the page where it is seen to. */
export interface Trouble {
  readonly kind: 'webuntis' | 'timetable-upload';
  readonly page: 'automatic-upload' | 'status';
  readonly say: (t: Translate) => { subject: string; lines: string[]; action: string };
}

/** A mail that could not be sent within a day is of no use any more. */
const GOOD_FOR_MS = 24 * 60 * 60 * 1000;

/** Puts a mail to each administrator in line. False: there is nobody to tell. */
export async function tellAdministrators(
  db: Kysely<DB>,
  { mail, texts, brandOf, appUrl }: TellParts,
  schoolId: number,
  { kind, page, say }: Trouble,
  now: Date,
): Promise<boolean> {
  const people = mail ? await listMailable(db, schoolId, await listAdministrators(db, schoolId, now), now) : [];
  if (!mail || people.length === 0) return false;
  const school = await getSchool(db, schoolId);
  const { theme_color, app_name } = brandOf(school.app_branding);
  const sender = school.name || app_name;
  const usual = isLanguage(school.locale) ? school.locale : 'de';
  const mails = people.map(({ id, email, locale }) => {
    const language = isLanguage(locale) ? locale : usual;
    const t = texts.for(language);
    const { subject, lines, action } = say(t);
    return {
      user_id: id,
      kind,
      recipient: email,
      expires_at: new Date(now.getTime() + GOOD_FOR_MS),
      content: {
        language,
        sender,
        color: theme_color.light,
        subject,
        lines,
        action: { text: action, url: `${appUrl()}/management/${school.uuid}/web-interface/${page}` },
        reason: t('timetable-import:webuntis.mail.reason', { school: sender }),
        unsubscribe: null,
      },
    };
  });
  await mail.order(db, schoolId, mails, now);
  return true;
}
