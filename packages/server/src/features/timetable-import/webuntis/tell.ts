import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { TellAdministrators } from '../../users/index.ts';
import { sayReason, type WebUntisFailure } from './failure.ts';

/** Tells the administrators that the plan could not be read several times. False: there is nobody to tell. */
export function tellOfFailures(
  db: Kysely<DB>,
  tellAdministrators: TellAdministrators,
  school_id: number,
  failure: WebUntisFailure,
  now: Date,
): Promise<boolean> {
  const trouble: Parameters<TellAdministrators>[1] = {
    school_id,
    kind: 'webuntis',
    page: 'web-interface/automatic-upload',
    say: (t) => ({
      subject: t('timetable-import:webuntis.mail.subject'),
      lines: [
        t('timetable-import:webuntis.mail.text'),
        sayReason(failure.reason, failure.params, t),
        t('timetable-import:webuntis.mail.goesOn'),
      ],
      action: t('timetable-import:webuntis.mail.action'),
    }),
  };
  return tellAdministrators(db, trouble, now);
}
