import { type managementApi, SCHOOL_END_DAYS, type SchoolEnd } from '@kreide/core/features/management';
import { isOpenState } from '@kreide/core/features/schools';
import { isTypedName, toLocal, writeDate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { getSchool, lockSchool, type SchoolRow, setEnd, setEndTold } from '../schools/index.ts';
import { countPeople, type TellAdministrators } from '../users/index.ts';

export interface EndParts {
  readonly tellAdministrators: TellAdministrators;
}

const DAY = 24 * 60 * 60 * 1000;
type Word = 'ordered' | 'warned' | 'cancelled';

/** Tells the administrators what is about to become of their school, each in their own language. */
export async function tellOfEnd(
  db: Kysely<DB>,
  { tellAdministrators }: EndParts,
  school: Pick<SchoolRow, 'id' | 'name' | 'time_zone'> & { ends_at: string },
  word: Word,
  now: Date,
): Promise<void> {
  const { date } = toLocal(new Date(school.ends_at), school.time_zone);
  await tellAdministrators(
    db,
    {
      school_id: school.id,
      kind: 'school_end',
      page: 'school-data/end',
      say: (t, language) => {
        const said = { school: school.name, date: writeDate(language, date, 'long') };
        return {
          subject: t(`management:end.mail.${word}`, said),
          lines: [t(`management:end.mail.${word}Text`, said)],
          action: t('management:end.mail.action'),
        };
      },
    },
    now,
  );
}

type Api = typeof managementApi;

/** The end of a school: ordered by an administrator, told to everybody, and taken back until its time has come. */
export function endHandlers(parts: EndParts) {
  /** Only administrators of this very school. */
  function check({ params, actor, fail }: HandlerContext<Api['getEnd'] | Api['cancelEnd'] | Api['orderEnd']>): void {
    if (params.id !== actor.school_id) fail('not_found');
    if (actor.role !== 'ADMIN') fail('forbidden');
  }
  async function readEnd(db: Kysely<DB>, { school_id }: Actor): Promise<SchoolEnd> {
    const { end_ordered_at: at, ends_at, name } = await getSchool(db, school_id);
    const ordered = at === null || ends_at === null ? null : { at, ends_at };
    return { ordered, name, people: (await countPeople(db, school_id)).users };
  }

  return {
    async getEnd(context: HandlerContext<Api['getEnd']>) {
      check(context);
      return { data: await readEnd(context.db, context.actor) };
    },

    async orderEnd(context: HandlerContext<Api['orderEnd']>) {
      check(context);
      const { actor, body, now, t, write, record, fail } = context;
      const trx = await write();
      await lockSchool(trx, actor.school_id);
      const school = await getSchool(trx, actor.school_id);
      if (school.ends_at !== null) return fail('end_ordered');
      if (!isTypedName(body.name, school.name))
        refuseIssues([
          {
            path: 'body.name',
            rule: 'same',
            params: {},
            message: t('management:end.rules.name', { name: school.name }),
          },
        ]);
      const at = new Date(now.getTime() + SCHOOL_END_DAYS * DAY);
      await setEnd(trx, school.id, { now, at });
      await setEndTold(trx, school.id, SCHOOL_END_DAYS);
      const ends_at = at.toISOString();
      record({ entity: 'schools', id: school.id, before: { ends_at: null }, after: { ends_at } });
      await tellOfEnd(trx, parts, { ...school, ends_at }, 'ordered', now);
      return { data: await readEnd(trx, actor) };
    },

    async cancelEnd(context: HandlerContext<Api['cancelEnd']>) {
      check(context);
      const { actor, now, write, record, fail } = context;
      const trx = await write();
      await lockSchool(trx, actor.school_id);
      const school = await getSchool(trx, actor.school_id);
      const { ends_at } = school;
      if (ends_at === null) return fail('not_found');
      // Closed while this waited: it is being removed, and nobody signs in to it.
      if (new Date(ends_at) <= now || !isOpenState(school.state)) return fail('end_over');
      await setEnd(trx, school.id, null);
      record({ entity: 'schools', id: school.id, before: { ends_at }, after: { ends_at: null } });
      await tellOfEnd(trx, parts, { ...school, ends_at }, 'cancelled', now);
      return { data: await readEnd(trx, actor) };
    },
  };
}
