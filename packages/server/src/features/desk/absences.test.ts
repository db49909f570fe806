import { asPlanned, type DeskDay, type DeskRanking } from '@kreide/core/features/desk';
import { describe, expect, it } from 'vitest';
import { DAY, NOBODY, WHOLE_DAY, withDeskSchool } from '../../../../../tests/support/desk-school.ts';

const desk = withDeskSchool();
const { call, day, idOf, absent, decide, at, says } = desk;
const ROOM = { name: null, description: null, kind: null, building: null, capacity: null, is_public: true };
const remove = async ({ absences }: DeskDay) =>
  expect((await call('DELETE', `/desk/absences/${absences.at(-1)?.id}`)).status).toBe(204);

describe('an absence at the desk', () => {
  it('is from period to period, on some days, for a reason of the school, with a comment for the desk alone [T-3.01]', async () => {
    const { periods, reasons } = await day();
    // Nobody at the desk excuses anybody: what pupils are asked about is none of the reasons.
    expect(reasons.map(({ id }) => id)).toEqual(['sick', 'doctor', 'leave', 'event', 'other']);
    const [first, last] = ['2', '5'].map((name) => periods.find(({ hour }) => hour === name));
    const [begins_time_id, ends_time_id] = [first?.id, last?.id];
    const spoken = { absence_reason_id: 'event', comment: ' Fortbildung ' };
    const draft = { begins_time_id, ends_time_id, days: [1, 1], ends_at: '2026-12-07', ...spoken };
    const monday = await absent('Bg', draft);
    expect(monday.absences.at(-1)).toMatchObject({
      teacher: { shortcut: 'Bg' },
      begins_at: DAY,
      ends_at: '2026-12-07',
      time_begins_at: first?.begins_at,
      time_ends_at: last?.ends_at,
      begins_time_id,
      ends_time_id,
      days: [1],
      reason: { id: 'event', name: expect.any(String) },
      comment: 'Fortbildung',
    });
    expect(monday.lessons.map(says)).toEqual(['2 10b OPEN', '5 10b OPEN']);
    // Tuesday is none of its days; on the next Monday it is the same from period to period.
    expect((await day('2026-11-24')).absences).toEqual([]);
    expect((await day('2026-11-30')).lessons.map(says)).toEqual(['2 10b OPEN', '5 10b OPEN']);
    await remove(monday);
  });

  it('is entered once for the same time, also by two at once, and says when it is already; another half of the day, room or class is its own', async () => {
    const { periods } = await day();
    const [second, fifth] = ['2', '5'].map((name) => periods.find(({ hour }) => hour === name)?.id);
    const whole = { ...NOBODY, begins_at: DAY, ends_at: DAY, ...WHOLE_DAY };
    const teacher_id = await idOf('Bg');
    const enter = (values: object) => call('POST', '/desk/absences', { ...whole, ...values });
    const both = await Promise.all([enter({ teacher_id }), enter({ teacher_id })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.error).toMatchObject({
      code: 'already_absent',
      message: expect.stringContaining('23. November 2026'),
    });
    const longer = { begins_at: '2026-11-20', ends_at: '2026-11-27' };
    expect((await enter({ ...longer, teacher_id })).status).toBe(409);
    // On its other weekdays it has nothing in common.
    expect((await enter({ ...longer, teacher_id, days: [5] })).status).toBe(200);
    const again = await enter({ begins_at: '2026-11-27', ends_at: '2026-11-27', teacher_id });
    expect(again.body.error.message).toContain('20. November 2026 – 27. November 2026, Freitag.');
    const { teachers, bookables, grades } = await day();
    const others = [
      ...teachers
        .filter(({ id }) => id !== teacher_id)
        .slice(0, 1)
        .map(({ id }) => ({ teacher_id: id })),
      ...bookables.slice(0, 2).map(({ id }) => ({ bookable_id: id })),
      ...grades.slice(0, 2).map(({ id }) => ({ grade_id: id })),
    ];
    expect(others).toHaveLength(5);
    for (const values of others) expect((await enter(values)).status, JSON.stringify(values)).toBe(200);
    for (const values of others) expect((await enter(values)).status, JSON.stringify(values)).toBe(409);
    await desk.server.test.database.kysely.deleteFrom('desk_absences').execute();
    expect((await enter({ teacher_id, ends_time_id: second })).status).toBe(200);
    expect((await enter({ teacher_id, begins_time_id: fifth })).status).toBe(200);
    const inBoth = await enter({ teacher_id, begins_time_id: second });
    expect(inBoth.body.error.message).toMatch(/: 23\. November 2026, bis \d\d:\d\d\. /);
    await desk.server.test.database.kysely.deleteFrom('desk_absences').execute();
  });

  it('has the times of the first of its weekdays, and no reason that the school has laid aside [T-3.01]', async () => {
    const { kysely } = desk.server.test.database;
    const of = { school_id: desk.school.id, school_year_id: desk.school.yearId, source: 'manual' };
    // A day of its own that nobody has asked for yet: its year is read anew.
    const own = { weekday: 3, type: 'LESSON' as const, hour: '2', begins_at: '11:11', ends_at: '11:55' };
    await kysely
      .insertInto('times')
      .values({ ...of, ...own })
      .execute();
    await call('POST', '/basedata/bookables', { ...ROOM, shortcut: 'neu' });
    const { periods } = await day('2026-11-25');
    const id = periods.find(({ hour }) => hour === '2')?.id;
    // Named by the period of other days it is the same.
    const common = (await day()).periods.find(({ hour }) => hour === '2')?.id;
    expect(common).not.toBe(id);
    const draft = { begins_time_id: common, ends_time_id: id, days: [3], ends_at: '2026-12-07' };
    await absent('Li', { ...draft, absence_reason_id: 'event' });
    await kysely
      .updateTable('absence_types')
      .set({ archived_at: desk.server.clock.now().toISOString() })
      .where('school_id', '=', of.school_id)
      .where('id', '=', 'event')
      .execute();
    const wednesday = await day('2026-11-25');
    expect(wednesday.absences.at(-1)).toMatchObject({
      time_begins_at: '11:11',
      time_ends_at: '11:55',
      begins_time_id: id,
      ends_time_id: id,
      reason: { id: 'event' },
    });
    expect(wednesday.reasons.map((one) => one.id)).not.toContain('event');
    const whole = { ...NOBODY, ...WHOLE_DAY, begins_at: DAY, ends_at: DAY, absence_reason_id: 'event' };
    expect((await call('POST', '/desk/absences', { ...whole, teacher_id: await idOf('Li') })).status).toBe(404);
    await remove(wednesday);
  });

  it('of a class leaves its lessons to be dropped, and its teachers are free for others [T-3.01]', async () => {
    const away = await absent('', { teacher_id: null, grade_id: await idOf('10b') });
    expect(away.lessons.map(says)).toEqual(['1 10b OPEN', '2 10b OPEN', '3 10b OPEN', '4 10b OPEN', '5 10b OPEN']);
    expect(away.absences.at(-1)).toMatchObject({ teacher: null, bookable: null, grade: { shortcut: '10b' } });
    const third = at(away, '3', '10b');
    expect(third.absent_ids).toEqual({ teachers: [], bookables: [], grades: [await idOf('10b')] });
    // Nobody is proposed for a lesson that nobody comes to.
    expect((await call('GET', `/desk/proposal?date=${DAY}`)).body.data).toEqual([]);
    // Lindner, whose first lesson would be in 10b, takes that of 7a.
    const both = await absent('Bg');
    const first = at(both, '1', '7a');
    const path = `/desk/suggestions?date=${DAY}&lesson_id=${first.lesson_id}`;
    const { suggestions }: DeskRanking = (await call('GET', path)).body.data;
    const lindner = await idOf('Li');
    expect(suggestions.find(({ teacher_id }) => teacher_id === lindner)?.parts).toContainEqual({
      factor: 'set_free',
      count: 1,
      points: 30,
    });
    await remove(both);
    const missed = away.lessons.map((lesson) => ({ ...asPlanned(lesson), kind: 'CANCLED' as const }));
    const dropped: DeskDay = (await decide(missed)).body.data;
    expect(dropped.lessons.map(({ state }) => state)).toEqual(Array(5).fill('DROPPED'));
  });
});
