import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { type TellParts, type Trouble, tellAdministrators } from '../tell-administrators.ts';
import { sayReason, type WebUntisFailure } from './failure.ts';

/** Tells the administrators that the plan could not be read several times. False: there is nobody to tell. */
export function tellOfFailures(
  db: Kysely<DB>,
  parts: TellParts,
  schoolId: number,
  failure: WebUntisFailure,
  now: Date,
): Promise<boolean> {
  const trouble: Trouble = {
    kind: 'webuntis',
    page: 'automatic-upload',
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
  return tellAdministrators(db, parts, schoolId, trouble, now);
}
