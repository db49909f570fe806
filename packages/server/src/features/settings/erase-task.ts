import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { appendAudit } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { enqueue, type RegisteredTask, repeat, task } from '../../kernel/jobs/index.ts';
import type { PersonKey } from '../users/index.ts';
import { isLastAdministrator } from './last-administrator.ts';
import type { SendLetter } from './mails.ts';
import { findRequest, listDue, listSchoolsWithDue, reopenRequest } from './queries/deletion-requests.ts';

const ofSchool = z.object({ school_id: z.int() });
const MONTH_SECONDS = 30 * 24 * 60 * 60;

/** Removes what any feature keeps about a person. */
export type ErasePerson = (db: Kysely<DB>, person: PersonKey, now: Date) => Promise<void>;

interface Parts extends Pick<FeatureParts, 'database' | 'clock' | 'log'> {
  readonly send: SendLetter;
  readonly erase: ErasePerson;
}

/**
 * Every five minutes the approved deletions are carried out whose reversion window has ended, each person in a transaction
 * of their own. One that would leave the school without an administrator goes back to the review.
 */
export function createEraseTasks({ database, clock, log, send, erase }: Parts) {
  const { kysely } = database;

  async function carryOut(person: PersonKey): Promise<void> {
    await kysely.transaction().execute(async (db) => {
      const now = clock.now();
      const request = await findRequest(db, person, { isLocked: true });
      if (!request?.ends_at || Date.parse(request.ends_at) > now.getTime()) return;
      const { school_id, user_id } = person;
      if (await isLastAdministrator(db, person)) {
        log.error({ school: school_id, user: user_id }, 'the last administrator is not deleted');
        return reopenRequest(db, person);
      }
      const to = { kind: 'deletion', recipients: [request.email], seconds: MONTH_SECONDS, isOfNobody: true } as const;
      await send(db, person, to, now, (say, school) => ({
        subject: say('settings:mail.deleted.subject'),
        lines: [say('settings:mail.deleted.text', { school }), say('settings:mail.deleted.kept')],
      }));
      await erase(db, person, now);
      const audit = { origin: 'system', action: 'settings:audit.erased', entity: 'users' } as const;
      await appendAudit(db, [{ ...audit, school_id, id: user_id, now }]);
    });
  }

  const eraseDue: RegisteredTask<z.output<typeof ofSchool>> = task(
    'settings:erase',
    ofSchool,
    async ({ school_id }) => {
      for (const person of await listDue(kysely, school_id, clock.now())) await carryOut(person);
    },
  );

  const find = task('settings:erasures', z.object({}), async () => {
    for (const school_id of await listSchoolsWithDue(kysely, clock.now()))
      await enqueue(kysely, eraseDue, { school_id }, { key: `erase:${school_id}` });
  });

  return { tasks: [eraseDue, find], schedule: [repeat(find, '*/5 * * * *', {})] };
}
