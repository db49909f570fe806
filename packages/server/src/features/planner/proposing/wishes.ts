import { periodsOn, type plannerApi, STANDBY, type TimeWishes, type Wished } from '@kreide/core/features/planner';
import type { Period } from '@kreide/core/features/structure';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../../kernel/http/context.ts';
import { refuseIssues } from '../../../kernel/http/validate.ts';
import { getYear, hasUnits, listTimes, listYears } from '../../structure/index.ts';
import { listTimeWishes, storeTimeWish, type WishedUnit } from '../queries/wishes.ts';

const NO_TIMES = { days: 5, hours: [] as string[] };

/** The times of the week that somebody can wish for: those of the active school year. */
async function timesOf(db: Kysely<DB>, schoolId: number): Promise<Omit<TimeWishes, 'wishes'>> {
  const years = await listYears(db, schoolId);
  const head = years.find(({ is_active }) => is_active) ?? years.at(-1);
  if (!head) return NO_TIMES;
  const year = await getYear(db, schoolId, head.id);
  const periods = (await listTimes(db, schoolId, head.id)) as readonly Period[];
  const days = Array.from({ length: year.days_to_show }, (_, index) => index + 1);
  const hours = new Map(
    days.flatMap((day) => periodsOn(periods, day).map((one) => [one.hour, one.begins_at] as const)),
  );
  const sorted = [...hours].sort(([, one], [, other]) => (one < other ? -1 : 1));
  return { days: days.length, hours: sorted.map(([hour]) => hour) };
}

async function show(db: Kysely<DB>, { school_id, ...unit }: WishedUnit): Promise<TimeWishes> {
  const wishes = await listTimeWishes(db, school_id, unit);
  return {
    ...(await timesOf(db, school_id)),
    wishes: wishes.map(({ weekday, hour, wish }) => ({ weekday, hour, wish })),
  };
}

async function refuseForeign(db: Kysely<DB>, { school_id, entity, id }: WishedUnit): Promise<void> {
  if (!(await hasUnits(db, school_id, { [entity]: [id] } as Partial<Record<Wished, number[]>>)))
    throw new ApiError({ code: 'not_found' });
}

/** When teachers, classes and rooms cannot be planned, or would rather not be (D-8.02). */
export const wishHandlers = {
  async listWishes({ actor, params, db }: HandlerContext<typeof plannerApi.listWishes>) {
    const unit = { school_id: actor.school_id, ...params };
    await refuseForeign(db, unit);
    return { data: await show(db, unit) };
  },

  async setWish({ actor, params, body, t, write, record }: HandlerContext<typeof plannerApi.setWish>) {
    const unit = { school_id: actor.school_id, ...params };
    const trx = await write();
    await refuseForeign(trx, unit);
    const { hours, wishes } = await show(trx, unit);
    if (!hours.includes(body.hour)) {
      const words = { hour: body.hour, length: 1 };
      refuseIssues([{ path: 'body.hour', rule: 'noTime', params: words, message: t('planner:rules.noTime', words) }]);
    }
    if (body.wish === STANDBY && params.entity !== 'teachers') {
      const message = t('planner:rules.standbyTeachers');
      refuseIssues([{ path: 'body.wish', rule: 'standbyTeachers', message }]);
    }
    await storeTimeWish(trx, unit, body);
    const former = wishes.find(({ weekday, hour }) => weekday === body.weekday && hour === body.hour);
    const time = `${body.weekday}/${body.hour}`;
    record({
      entity: params.entity,
      id: params.id,
      before: { changed: `${time}: ${former?.wish ?? 0}` },
      after: { changed: `${time}: ${body.wish}` },
    });
    return { data: await show(trx, unit) };
  },
};
