import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { countFailuresInARow, getUpload } from './queries.ts';
import { type TellParts, tellAdministrators } from './tell-administrators.ts';

/** The failure in a row of which the administrators hear, once until one is read again. */
const FAILURES_TOLD = 3;

/** Tells the administrators when what a program brings could not be read several times: nobody else would notice. */
export async function tellOfUploads(
  { kysely, clock, ...parts }: TellParts & { kysely: Kysely<DB>; clock: Clock },
  { school_id, upload_id }: { school_id: number; upload_id: number },
): Promise<void> {
  const { options, error, id, number } = await getUpload(kysely, school_id, upload_id);
  if (!options.by_program || error === null) return;
  if ((await countFailuresInARow(kysely, { school_id, id }, FAILURES_TOLD + 1)) !== FAILURES_TOLD) return;
  const { reason, file, params } = error;
  await tellAdministrators(
    kysely,
    parts,
    school_id,
    {
      kind: 'timetable-upload',
      page: 'status',
      say: (t) => ({
        subject: t('timetable-import:automatic.mail.subject'),
        lines: [
          t('timetable-import:automatic.mail.text', { number }),
          `${file ? `${file}: ` : ''}${t(`timetable-import:unreadable.${reason}`, params)}`,
        ],
        action: t('timetable-import:automatic.mail.action'),
      }),
    },
    clock.now(),
  );
}
