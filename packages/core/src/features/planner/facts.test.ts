import { describe, expect, it } from 'vitest';
import { bestPlaces, isOpenPlace, placesOf } from './clashes.ts';
import { hoursAWeek, shareWeeks } from './facts.ts';
import { buildModel, type ProposalInput } from './proposal/build.ts';
import { preflight } from './proposal/preflight.ts';
import { inputOf, lessonOf, PERIODS } from './proposal/small-school.ts';
import type { PlannedLesson } from './schema.ts';
import { AWAY, STANDBY } from './wishes.ts';

const NOTHING = { most_a_day: null, most_a_week: null, free_days: null };
const places = (
  lesson: PlannedLesson,
  others: readonly PlannedLesson[],
  facts: Partial<Parameters<typeof placesOf>[1]>,
) => placesOf(lesson, { lessons: [lesson, ...others], periods: PERIODS, courses: new Map(), days: 2, ...facts });
const ofTeacher = (weekday: number, hour: string, wish: number) => ({
  entity: 'teachers' as const,
  id: 1,
  weekday,
  hour,
  wish,
});
const teacher = (values: object) => [{ id: 1, ...NOTHING, ...values }];

describe('the check of the editor', () => {
  it('closes the times at which a teacher is not there or on standby, for every period of a double [D-8.02]', () => {
    const double = lessonOf({ length: 2 });
    const wishes = [ofTeacher(1, '2', AWAY), ofTeacher(2, '6', STANDBY)];
    const found = places(double, [], { wishes });
    expect(found.filter((one) => !isOpenPlace(one)).map(({ weekday, hour }) => `${weekday}/${hour}`)).toEqual([
      '1/1',
      '1/2',
      '2/5',
    ]);
    expect(found[0]?.hindrances).toEqual([
      { reason: 'away', entity: 'teachers', id: 1, hour: '2', count: -3, most: 0 },
    ]);
    expect(found.at(-1)?.hindrances).toMatchObject([{ reason: 'standby', hour: '6' }]);
    // Of another teacher it says nothing.
    expect(places(lessonOf({ teacher_ids: [2] }), [], { wishes }).every(isOpenPlace)).toBe(true);
  });

  it('forbids nothing that somebody would only rather not have, but proposes what they like first [D-8.02]', () => {
    const lesson = lessonOf({ bookable_ids: [7] });
    const wishes = [ofTeacher(1, '1', -2), ofTeacher(2, '5', 2)];
    const found = places(lesson, [], { wishes });
    expect(found.every(isOpenPlace)).toBe(true);
    expect(found[0]?.hindrances).toMatchObject([{ reason: 'unwanted', count: -2 }]);
    const best = bestPlaces(lesson, [], found).map(({ weekday, hour }) => `${weekday}/${hour}`);
    expect(best[0]).toBe('2/5');
    expect(best).not.toContain('1/1');
    const closed = [{ entity: 'bookables' as const, id: 7, weekday: 2, hour: '5', wish: AWAY }];
    expect(bestPlaces(lesson, [], places(lesson, [], { wishes: [...wishes, ...closed] }))[0]).not.toMatchObject({
      weekday: 2,
      hour: '5',
    });
  });

  it('counts the periods of a day in its fullest week, of a teacher and of a class [D-8.02]', () => {
    const [even, odd] = [
      { name: 'A', weeks: ['2026-08-03'] },
      { name: 'B', weeks: ['2026-08-10'] },
    ];
    const others = [
      lessonOf({ at: [1, 1], pattern: even }),
      lessonOf({ at: [1, 2], pattern: odd }),
      lessonOf({ at: [2, 1], length: 2 }),
    ];
    const lesson = lessonOf({});
    const found = places(lesson, others, { teachers: teacher({ most_a_day: 2 }) });
    // On Monday they have one lesson a week, so a second one fits; on Tuesday two already.
    const long = found.filter(({ hindrances }) => hindrances.some(({ reason }) => reason === 'long_day'));
    expect([...new Set(long.map(({ weekday }) => weekday))]).toEqual([2]);
    expect(long.at(-1)?.hindrances).toEqual([
      { reason: 'long_day', entity: 'teachers', id: 1, hour: null, count: 3, most: 2 },
    ]);
    const ofClass = places(lessonOf({ teacher_ids: [9] }), others, {
      grades: [{ id: 1, most_a_day: 1, pupils: null }],
    });
    expect(ofClass.filter(isOpenPlace)).toEqual([]);
    expect(hoursAWeek([...others, lesson])).toBe(4);
  });

  it('keeps the free days of a teacher [D-8.02]', () => {
    const teachers = teacher({ free_days: 1 });
    const lesson = lessonOf({});
    expect(places(lesson, [], { teachers }).every(isOpenPlace)).toBe(true);
    const found = places(lesson, [lessonOf({ at: [2, 1], grade_ids: [2] })], { teachers });
    expect(found.filter(({ weekday }) => weekday === 1).every((one) => !isOpenPlace(one))).toBe(true);
    expect(found[0]?.hindrances).toMatchObject([{ reason: 'no_free_day', count: 2, most: 1 }]);
    expect(found.filter(({ weekday, hour }) => weekday === 2 && hour !== '1').every(isOpenPlace)).toBe(true);
  });
});

describe('the limits of a day and a week', () => {
  const even = { name: 'A', weeks: ['2026-08-03'] };
  const odd = { name: 'B', weeks: ['2026-08-10'] };
  const longOn = (found: ReturnType<typeof places>) =>
    found.flatMap(({ weekday, hour, hindrances }) =>
      hindrances.some(({ reason }) => reason === 'long_day') ? [`${weekday}/${hour}`] : [],
    );

  it('count what is held in the weeks of the lesson only, and what is held at once a single time', () => {
    const teachers = teacher({ most_a_day: 1 });
    // Another one of the other weeks is in nobody's way, though it makes those weeks full.
    expect(longOn(places(lessonOf({ pattern: even }), [lessonOf({ at: [1, 1], pattern: odd })], { teachers }))).toEqual(
      [],
    );
    const whole = lessonOf({ at: [1, 1] });
    const other = [1, 2].map((hour) => lessonOf({ at: [2, hour], pattern: odd }));
    const mixed = places(lessonOf({ pattern: even }), [whole, ...other], { teachers: teacher({ most_a_day: 2 }) });
    expect(longOn(mixed)).toEqual([]);
    const in3 = (...weeks: number[]) => ({ name: 'x', weeks: weeks.map((week) => `2026-08-${week}`) });
    // All four are held in the third week, in which the lesson is not.
    const four = [1, 2, 3, 4].map((hour) => lessonOf({ at: [1, hour], pattern: in3(hour % 2 === 0 ? 10 : 17, 24) }));
    const lesson = lessonOf({ pattern: in3(10, 17) });
    expect(longOn(places(lesson, four, { teachers: teacher({ most_a_day: 3 }) }))).toEqual([]);
    expect(longOn(places(lesson, four, { teachers: teacher({ most_a_day: 2 }) }))).not.toEqual([]);
    // Nor does what is over before the lesson begins.
    const over = lessonOf({ at: [1, 1], begins_at: '2026-08-03', ends_at: '2026-08-09' });
    const next = lessonOf({ begins_at: '2026-08-10' });
    expect(longOn(places(next, [over], { teachers: teacher({ most_a_day: 1 }) }))).toEqual([]);
    // Two courses at once are one period of whoever is in both.
    const both = [lessonOf({ at: [1, 1] }), lessonOf({ at: [1, 1] })];
    expect(longOn(places(lessonOf({}), both, { teachers: teacher({ most_a_day: 2 }) }))).toEqual([]);
    expect(hoursAWeek([lessonOf({ pattern: even }), lessonOf({ pattern: even }), lessonOf({ pattern: odd })])).toBe(2);
  });

  it('count periods that a lesson touches, and not those that begin or end with it', () => {
    const grid = ['08:00', '08:45', '09:30'].map((begins_at, at) => ({
      ...(PERIODS[0] as (typeof PERIODS)[number]),
      hour: `${at + 1}`,
      begins_at,
      ends_at: ['08:45', '09:30', '10:15'][at] ?? '',
    }));
    const lesson = lessonOf({});
    const middle = { ...lessonOf({ at: [1, 1] }), hour: '2', time_begins_at: '08:45', time_ends_at: '09:30' };
    const find = (most_a_day: number) =>
      longOn(places(lesson, [middle], { teachers: teacher({ most_a_day }), periods: grid } as never));
    expect(find(2)).toEqual([]);
    expect(find(1)).toEqual(['1/1', '1/3']);
    const wishes = [ofTeacher(1, '2', AWAY)];
    const closed = places(lesson, [], { wishes, periods: grid } as never).filter((one) => !isOpenPlace(one));
    expect(closed.map(({ weekday, hour }) => `${weekday}/${hour}`)).toEqual(['1/2']);
  });

  it('leave out the lesson itself, and those that have no time', () => {
    const lesson = lessonOf({ at: [1, 1] });
    expect(longOn(places(lesson, [], { teachers: teacher({ most_a_day: 1 }) }))).toEqual([]);
    const open = lessonOf({});
    expect(
      places(open, [lesson, lessonOf({})], { teachers: teacher({ free_days: 1 }) }).filter(isOpenPlace),
    ).toHaveLength(5);
    expect(places(lesson, [lessonOf({})], { teachers: teacher({ free_days: 1 }) }).every(isOpenPlace)).toBe(true);
  });

  it('of free days leave a full week as it is, and no day where there are more of them than days', () => {
    const full = [lessonOf({ at: [1, 1] }), lessonOf({ at: [2, 1] })];
    const here = places(lessonOf({ grade_ids: [2] }), full, { teachers: teacher({ free_days: 1 }) });
    expect(here.flatMap(({ hindrances }) => hindrances)).toEqual([]);
    const none = places(lessonOf({}), [], { teachers: teacher({ free_days: 6 }) });
    expect(none[0]?.hindrances).toMatchObject([{ reason: 'no_free_day', count: 1, most: 0 }]);
    const { resources } = buildModel(
      inputOf([lessonOf({})], { teachers: [{ id: 1, ...NOTHING, free_days: 6 }], grades: [] }),
    );
    expect(resources[0]?.most_days).toBe(0);
  });

  it('know a wish of each strength, of nobody else and of no other room', () => {
    const wishes = [
      ofTeacher(1, '1', -1),
      ofTeacher(1, '2', 1),
      { ...ofTeacher(1, '3', AWAY), entity: 'bookables' as const, id: 9 },
    ];
    const found = places(lessonOf({ bookable_ids: [7] }), [], { wishes });
    expect(found.slice(0, 3).map(({ hindrances }) => hindrances.map(({ reason }) => reason))).toEqual([
      ['unwanted'],
      ['wanted'],
      [],
    ]);
  });
});

describe('a proposal', () => {
  const startsOf = (input: ProposalInput) => buildModel(input).units.map(({ starts }) => starts);

  it('does not use times on standby, and keeps what the master data says of single people [D-8.02]', () => {
    const lessons = [lessonOf({}), lessonOf({})];
    const wishes = [{ kind: 'teacher' as const, id: 1, weekday: 1, hour: '1', wish: STANDBY }];
    expect(startsOf(inputOf(lessons, { wishes })).every((starts) => !starts.includes(0))).toBe(true);
    expect(startsOf(inputOf(lessons)).every((starts) => starts.includes(0))).toBe(true);
    const { resources } = buildModel(
      inputOf(lessons, {
        days: 5,
        teachers: [{ id: 1, most_a_day: 4, most_a_week: 20, free_days: 2 }],
        grades: [{ id: 1, most_a_day: 3 }],
      }),
    );
    expect(resources).toMatchObject([
      { kind: 'teacher', most_a_day: 4, most_a_week: 20, most_days: 3 },
      { kind: 'grade', most_a_day: 3, most_a_week: null, most_days: null },
    ]);
  });

  it('is told beforehand whose week is too long, by the week or by their days [D-8.02]', () => {
    const lessons = Array.from({ length: 5 }, (_, at) => lessonOf({ grade_ids: [at + 1] }));
    const found = (values: object) =>
      preflight(buildModel(inputOf(lessons, { days: 5, teachers: [{ id: 1, ...NOTHING, ...values }] }))).map((one) =>
        one.kind === 'WEEK' ? [one.hours, one.times] : one.kind,
      );
    expect(found({})).toEqual([]);
    expect(found({ most_a_week: 5 })).toEqual([]);
    expect(found({ most_a_week: 4 })).toEqual([[5, 4]]);
    expect(found({ most_a_day: 1, free_days: 1 })).toEqual([[5, 4]]);
    // A limit of the week is no more than its days have, and fewer days than planned are no more days.
    expect(found({ most_a_week: 5, most_a_day: 2, free_days: 3 })).toEqual([[5, 4]]);
    // In the fuller of two kinds of weeks.
    const half = (weeks: string[], at: number) => lessonOf({ grade_ids: [at], pattern: { name: 'x', weeks } });
    const uneven = [half(['2026-08-03'], 1), ...[2, 3].map((at) => half(['2026-08-10'], at))];
    const limited = { days: 5, teachers: [{ id: 1, ...NOTHING, most_a_week: 1 }] };
    expect(preflight(buildModel(inputOf(uneven, limited)))).toMatchObject([{ kind: 'WEEK', hours: 2, times: 1 }]);
    // A class has no week of its own.
    const ofClass = Array.from({ length: 5 }, (_, at) => lessonOf({ teacher_ids: [at + 1] }));
    expect(preflight(buildModel(inputOf(ofClass, { days: 5, grades: [{ id: 1, most_a_day: 0 }] })))).toEqual([]);
  });

  it('takes a like room of the same building before one of another [D-8.02]', () => {
    const rooms = [
      { id: 1, kind: 'lab', building: 'B', capacity: null },
      { id: 2, kind: 'lab', building: 'A', capacity: null },
      { id: 3, kind: 'lab', building: 'B', capacity: null },
    ];
    const model = buildModel(inputOf([lessonOf({ bookable_ids: [1] })], { rooms }));
    expect(model.units[0]?.rooms[0]?.rooms.map((room) => model.resources[room]?.id)).toEqual([1, 3, 2]);
  });
});

it('two lessons share weeks if one begins before the other ends, whichever is named first, and their patterns meet', () => {
  const span = (begins: number, ends: number, ...weeks: number[]) => {
    const date = (day: number) => `2026-08-${`${day}`.padStart(2, '0')}`;
    const pattern = weeks.length > 0 ? { name: 'x', weeks: weeks.map(date) } : null;
    return lessonOf({ begins_at: date(begins), ends_at: date(ends), pattern });
  };
  const both = (one: PlannedLesson, other: PlannedLesson) => [shareWeeks(one, other), shareWeeks(other, one)];
  expect(both(span(3, 9), span(10, 30))).toEqual([false, false]);
  expect(both(span(3, 10), span(10, 30))).toEqual([true, true]);
  expect(both(span(3, 30), span(10, 12))).toEqual([true, true]);
  expect(both(span(3, 30, 3), span(3, 30, 10))).toEqual([false, false]);
  expect(both(span(3, 30, 3, 10), span(3, 30, 10, 17))).toEqual([true, true]);
  expect(both(span(3, 30, 3), span(3, 30))).toEqual([true, true]);
});

it('the periods of a day are those of its weekday, of the lesson and of those that are there, and a class has no free days', () => {
  const late = PERIODS.map((period, at) => ({
    ...period,
    weekday: 2,
    begins_at: `${13 + at}:00`,
    ends_at: `${13 + at}:45`,
  }));
  const plan = { periods: [...PERIODS, ...late] };
  const there = { ...lessonOf({ at: [2, 1] }), time_begins_at: '13:00', time_ends_at: '13:45' };
  const limited = { teachers: teacher({ most_a_day: 1 }), wishes: [ofTeacher(2, '4', AWAY)] };
  const found = places(lessonOf({}), [there], { ...plan, ...limited } as never);
  const closed = found.flatMap(({ weekday, hour, hindrances }) =>
    hindrances.map(({ reason }) => `${weekday}/${hour} ${reason}`),
  );
  expect(closed).toEqual(['2/2 long_day', '2/3 long_day', '2/4 away', '2/4 long_day', '2/5 long_day', '2/6 long_day']);
  const grades = [{ id: 1, most_a_day: 6, pupils: null }];
  const full = places(lessonOf({}), [lessonOf({ at: [1, 1] })], { grades });
  expect(full.flatMap(({ hindrances }) => hindrances)).toEqual([]);
});
