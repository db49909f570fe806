import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { TellAdministrators } from '../users/index.ts';
import { countFailuresInARow, getUpload } from './queries.ts';

/** The failure in a row of which the administrators hear, once until one is read again. */
const FAILURES_TOLD = 3;

/** Tells the administrators when what a program brings could not be read several times: nobody else would notice. */
export async function tellOfUploads(
  { kysely, clock, tellAdministrators }: { kysely: Kysely<DB>; clock: Clock; tellAdministrators: TellAdministrators },
  { school_id, upload_id }: { school_id: number; upload_id: number },
): Promise<void> {
  const { options, error, id, number } = await getUpload(kysely, school_id, upload_id);
  if (!options.by_program || error === null) return;
  if ((await countFailuresInARow(kysely, { school_id, id }, FAILURES_TOLD + 1)) !== FAILURES_TOLD) return;
  const { reason, file, params } = error;
  const trouble: Parameters<TellAdministrators>[1] = {
    school_id,
    kind: 'timetable-upload',
    page: 'web-interface/status',
    say: (t) => ({
      subject: t('timetable-import:automatic.mail.subject'),
      lines: [
        t('timetable-import:automatic.mail.text', { number }),
        `${file ? `${file}: ` : ''}${t(`timetable-import:unreadable.${reason}`, params)}`,
      ],
      action: t('timetable-import:automatic.mail.action'),
    }),
  };
  await kysely.transaction().execute((trx) => tellAdministrators(trx, trouble, clock.now()));
}
