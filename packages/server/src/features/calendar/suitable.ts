import {
  type calendarApi,
  SUITABLE_DAYS,
  SUITABLE_HOURS,
  SUITABLE_MINUTES,
  suitableTimes,
} from '@kreide/core/features/calendar';
import { addDays, toInstant, weekdayOf } from '@kreide/core/kernel';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { listHolidays } from '../structure/index.ts';
import { busyHours, type PlanStore } from '../timetable/index.ts';
import { readingOf } from './loading.ts';
import { refuseParticipants } from './participants.ts';
import { listBusy } from './queries/busy.ts';
import { findEvent } from './queries/reading.ts';

const SATURDAY = 6;

/** Looks for a time that suits people. Only when they have none is told, never what keeps them. */
export function suitableHandlers(plans: PlanStore) {
  return {
    async findTimes({ query, actor, db, now, t, fail }: HandlerContext<(typeof calendarApi)['findTimes']>) {
      if (!actor.permissions.has('create-events')) return fail('forbidden');
      const [minimum, maximum] = SUITABLE_MINUTES;
      const { from, minutes } = query;
      if (minutes < minimum || minutes > maximum)
        refuseIssues([
          {
            path: 'query.minutes',
            rule: 'between',
            params: { minimum, maximum },
            message: t('calendar:suitable.minutes', { minimum, maximum }),
          },
        ]);
      const { school_id, time_zone } = actor;
      const users = [...new Set([actor.user_id, ...query.users.split(',').map(Number)])];
      await refuseParticipants(db, actor, { channels: [], users }, { now, t, part: 'query', fail });
      // Only one that the caller sees: the times would tell who takes part in another.
      const moved = query.event === undefined ? null : await findEvent(db, readingOf(actor, t), query.event);
      if (query.event !== undefined && !moved) return fail('not_found');
      const range = { begins_at: from, ends_at: addDays(from, SUITABLE_DAYS - 1) };
      const span = {
        from: toInstant(from, '00:00', time_zone),
        to: toInstant(addDays(from, SUITABLE_DAYS), '00:00', time_zone),
      };
      const [holidays, hours, events] = await Promise.all([
        listHolidays(db, school_id),
        busyHours(plans, school_id, users, range),
        listBusy(db, { school_id, except: moved?.id ?? null }, users, span),
      ]);
      const at = (date: string, time: string) => toInstant(date, time, time_zone).getTime();
      const [begins, ends] = SUITABLE_HOURS;
      const days = Array.from({ length: SUITABLE_DAYS }, (_, day) => addDays(from, day))
        .filter((date) => weekdayOf(date) < SATURDAY)
        .filter((date) => !holidays.some(({ begins_at, ends_at }) => begins_at <= date && date <= ends_at))
        .map((date) => ({ begins_at: at(date, begins), ends_at: at(date, ends) }));
      const busy = hours.map((one) => ({
        user_id: one.user_id,
        begins_at: at(one.date, one.begins),
        ends_at: at(one.date, one.ends),
      }));
      const found = suitableTimes(days, [...busy, ...events], minutes, now.getTime());
      return {
        data: found.map(({ begins_at, ends_at, missing }) => ({
          begins_at: new Date(begins_at).toISOString(),
          ends_at: new Date(ends_at).toISOString(),
          missing: [...missing],
        })),
      };
    },
  };
}
