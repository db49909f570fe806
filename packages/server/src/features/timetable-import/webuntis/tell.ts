import { isLanguage } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/database.generated.ts';
import type { FeatureParts } from '../../../kernel/feature.ts';
import { getSchool } from '../../schools/index.ts';
import { listAdministrators, listMailable } from '../../users/index.ts';
import { sayReason, type WebUntisFailure } from './failure.ts';

export type TellParts = Pick<FeatureParts, 'mail' | 'texts' | 'brandOf' | 'appUrl'>;

/** A mail that could not be sent within a day is of no use any more. */
const GOOD_FOR_MS = 24 * 60 * 60 * 1000;

/** Puts a mail to each administrator in line: the plan could not be read several times. False: there is nobody to tell. */
export async function tellOfFailures(
  db: Kysely<DB>,
  { mail, texts, brandOf, appUrl }: TellParts,
  schoolId: number,
  failure: WebUntisFailure,
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
    return {
      ...{ user_id: id, kind: 'webuntis', recipient: email, expires_at: new Date(now.getTime() + GOOD_FOR_MS) },
      content: {
        ...{ language, sender, color: theme_color.light },
        subject: t('timetable-import:webuntis.mail.subject'),
        lines: [
          t('timetable-import:webuntis.mail.text'),
          sayReason(failure.reason, failure.params, t),
          t('timetable-import:webuntis.mail.goesOn'),
        ],
        action: {
          text: t('timetable-import:webuntis.mail.action'),
          url: `${appUrl()}/management/${school.uuid}/web-interface/automatic-upload`,
        },
        reason: t('timetable-import:webuntis.mail.reason', { school: sender }),
        unsubscribe: null,
      },
    };
  });
  await mail.order(db, schoolId, mails, now);
  return true;
}
