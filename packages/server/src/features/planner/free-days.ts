import { basedataProblems, HOLIDAYS_MAXIMUM, type plannerApi, UNIT_NAME_MAXIMUM } from '@kreide/core/features/planner';
import { ApiError, type Issue } from '@kreide/core/kernel';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { getSchool, lockSchool } from '../schools/index.ts';
import { endHolidays, insertHolidays, listHolidays, listYears, readCalendarUpload } from '../structure/index.ts';
import { type Changed, showBasedata, tell, toRecord } from './basedata.ts';
import { publicHolidaysOf, regionsOf } from './public-holidays.ts';

type Asked<
  Name extends 'listHolidayRegions' | 'listPublicHolidays' | 'readHolidays' | 'addHolidays' | 'removeHolidays',
> = HandlerContext<(typeof plannerApi)[Name]>;

/** Several free days at once: by law from the country and the part of it, added or removed as one change. */
export const freeDayHandlers = (changed: Changed) => ({
  async listHolidayRegions({ actor, query, db, language, fail }: Asked<'listHolidayRegions'>) {
    const found = await regionsOf(query.country ?? (await getSchool(db, actor.school_id)).country, language);
    return query.country && found.country === null ? fail('not_found') : { data: found };
  },

  async listPublicHolidays({ actor, query, db, language, fail }: Asked<'listPublicHolidays'>) {
    const year = (await listYears(db, actor.school_id)).find(({ id }) => id === query.school_year_id);
    if (!year) return fail('not_found');
    const found = (await publicHolidaysOf(query.region, year, language)) ?? fail('not_found');
    const there = await listHolidays(db, actor.school_id);
    const isThere = (date: string) => there.some(({ begins_at, ends_at }) => begins_at === date && ends_at === date);
    return {
      data: found.map((day) => ({ ...day, is_known: day.begins_at === day.ends_at && isThere(day.begins_at) })),
    };
  },

  async readHolidays({ files, actor, db, t, fail }: Asked<'readHolidays'>) {
    const refuse = (rule: string, message: string) => fail('invalid', { issues: [{ path: 'files', rule, message }] });
    if (files.length === 0) return refuse('required', t('kernel:rules.required', { field: 'files' }));
    const read = await readCalendarUpload(files, actor.time_zone);
    if (!read.ok) return refuse(read.reason, t(`kernel:calendarFile.${read.reason}`, read.params));
    const { events, left } = read.records;
    const years = await listYears(db, actor.school_id);
    const there = await listHolidays(db, actor.school_id);
    const whole = events
      .filter(({ is_all_day, rule }) => is_all_day && rule === null)
      .map(({ name, begins_date, ends_date }) => ({
        name: name.slice(0, UNIT_NAME_MAXIMUM).toWellFormed().trim(),
        begins_at: begins_date,
        ends_at: ends_date,
        is_known: there.some((day) => day.begins_at === begins_date && day.ends_at === ends_date),
      }))
      .filter((day) => years.some((year) => day.begins_at <= year.ends_at && year.begins_at <= day.ends_at));
    const found = new Map(whole.map((day) => [`${day.begins_at} ${day.ends_at} ${day.name}`, day]));
    const days = [...found.values()].sort((a, b) => (a.begins_at < b.begins_at ? -1 : 1)).slice(0, HOLIDAYS_MAXIMUM);
    // What stands there twice is not missing.
    const twice = whole.length - found.size;
    return { data: { days, left: events.length + left.length - twice - days.length } };
  },

  async addHolidays(call: Asked<'addHolidays'>) {
    const { actor, body, t, write, record } = call;
    const { school_id } = actor;
    const trx = await write();
    await lockSchool(trx, school_id);
    const years = await listYears(trx, school_id);
    const drafts = body.holidays.map((draft) => ({ ...draft, name: draft.name.trim() }));
    const rows = drafts.map((draft) => {
      const year = years.find((one) => draft.begins_at <= one.ends_at && one.begins_at <= draft.ends_at);
      return { ...draft, school_year_id: year?.id ?? 0 };
    });
    refuseIssues(
      rows.flatMap(({ school_year_id, ...draft }, index): Issue[] => {
        const issueOf = (
          field: string,
          rule: 'outsideYears' | ReturnType<typeof basedataProblems>[number]['rule'],
        ) => ({
          path: `body.holidays.${index}.${field}`,
          rule,
          message: t(`planner:rules.${rule}`),
        });
        return [
          ...basedataProblems('holidays', draft, null, []).map(({ field, rule }) => issueOf(field, rule)),
          ...(school_year_id === 0 ? [issueOf('begins_at', 'outsideYears')] : []),
        ];
      }),
    );
    const there = await listHolidays(trx, school_id);
    const keyOf = (day: { name: string; begins_at: string; ends_at: string }) =>
      `${day.begins_at} ${day.ends_at} ${day.name.toLowerCase()}`;
    const known = new Set(there.map(keyOf));
    const fresh = rows.filter((row) => !known.has(keyOf(row)) && known.add(keyOf(row)));
    if (fresh.length === 0)
      refuseIssues([{ path: 'body.holidays', rule: 'allThere', message: t('planner:rules.allThere') }]);
    const ids = new Set(await insertHolidays(trx, school_id, fresh));
    const added = (await showBasedata(trx, actor, 'holidays')).filter(({ id }) => ids.has(id));
    for (const row of added) record({ entity: 'holidays', id: row.id, after: toRecord(row) });
    await tell(trx, call, changed);
    return { data: added };
  },

  async removeHolidays(call: Asked<'removeHolidays'>): Promise<undefined> {
    const { actor, body, now, write, record } = call;
    const trx = await write();
    await lockSchool(trx, actor.school_id);
    const wanted = new Set(body.ids);
    const rows = (await showBasedata(trx, actor, 'holidays')).filter(({ id }) => wanted.has(id));
    if (rows.length < wanted.size) throw new ApiError({ code: 'not_found' });
    if (rows.some(({ is_imported }) => is_imported)) throw new ApiError({ code: 'unit_imported' });
    await endHolidays(trx, actor.school_id, [...wanted], now);
    for (const row of rows) record({ entity: 'holidays', id: row.id, before: toRecord(row) });
    await tell(trx, call, changed);
  },
});
