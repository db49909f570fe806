import { describe, expect, it } from 'vitest';
import { anOpenLesson, aPerson, aRule, busy, period } from './desk.fixtures.ts';
import type { DeskPerson } from './people.ts';
import { lotOf, rankPeople } from './ranking.ts';
import { DEFAULT_WEIGHTS } from './weights.ts';

const lesson = anOpenLesson(3, { present_ids: [7] });
const partsOf = (person: DeskPerson, rules = aRule()) =>
  rankPeople(lesson, [person], rules).suggestions[0]?.parts.map(({ factor, points }) => `${factor} ${points}`);

describe('the ranking of people for a lesson [D-8.10]', () => {
  it('says of everybody who cannot take it why', () => {
    const limits = { daily_maximum: 1, weekly_maximum: 2, only_present: true };
    const given = [{ ...period(1), grade_ids: [11] }];
    const people = [
      aPerson(1, { absent: [period(3)], busy: [busy(3)] }),
      aPerson(2, { busy: [busy(3, 99)] }),
      aPerson(3, { busy: [busy(3, null, 'supervising')] }),
      aPerson(4, { takes_none: true, busy: [busy(1)] }),
      aPerson(5),
      aPerson(6, { given }),
      aPerson(8, { busy: [busy(1)], given_in_week: 2 }),
      // Holds the lesson with the absent one: neither teaching elsewhere nor asked for more than before.
      aPerson(7, { takes_none: true, busy: [busy(3, lesson.lesson_id)] }),
    ];
    const { suggestions, excluded } = rankPeople(lesson, people, aRule({ limits }));
    expect(excluded.map(({ teacher_id, reason }) => `${teacher_id} ${reason}`)).toEqual([
      '1 absent',
      '2 teaching',
      '3 supervising',
      '4 no_substitution',
      '5 off_day',
      '6 daily_maximum',
      '8 weekly_maximum',
    ]);
    expect(suggestions.map(({ teacher_id }) => teacher_id)).toEqual([7]);
  });

  it('adds up what speaks for somebody, of what they know only the best', () => {
    const knows = {
      taught: new Set(['1|10']),
      subject_ids: new Set([1]),
      grade_ids: new Set([10]),
      own_grade_ids: [10],
    };
    expect(partsOf(aPerson(1, { standby: [period(3)], set_free: [period(3)], ...knows }))).toEqual([
      'standby 40',
      'set_free 30',
      'subject_in_class 20',
    ]);
    expect(partsOf(aPerson(1, { ...knows, taught: new Set() }))).toEqual(['subject 15']);
    expect(partsOf(aPerson(1, { grade_ids: new Set([10]), own_grade_ids: [10] }))).toEqual(['class 12']);
    expect(partsOf(aPerson(1, { own_grade_ids: [10] }))).toEqual(['class_teacher 5']);
    expect(partsOf(aPerson(7, { busy: [busy(3, lesson.lesson_id)] }))).toEqual(['second_teacher 25']);
    expect(partsOf(aPerson(1, { busy: [busy(2), busy(5)] }))).toEqual(['closes_gap 10']);
    expect(partsOf(aPerson(1, { busy: [busy(4)] }))).toEqual(['adjacent 5']);
    expect(partsOf(aPerson(1, { busy: [busy(5)] }))).toEqual([]);
  });

  it('takes away for each above the average, of the day, and above five lessons', () => {
    const given = [{ ...period(2), grade_ids: [10] }];
    const long = { busy: [1, 4, 5, 6].map((number) => busy(number)), given };
    expect(partsOf(aPerson(1, { ...long, given_in_window: 4, share: 1.6 }))).toEqual([
      'closes_gap 10',
      'neighbouring_hour 12',
      'above_average -12',
      'this_day -8',
    ]);
    expect(partsOf(aPerson(1, { busy: [1, 2, 4, 5, 6].map((number) => busy(number)) }))).toEqual([
      'closes_gap 10',
      'long_day -3',
    ]);
    expect(partsOf(aPerson(1, { given_in_window: 1, share: 3 }))).toEqual([]);
  });

  it('takes away for each way to another building right before or after, not behind a free period, nor where one is not known', () => {
    const there = anOpenLesson(3, { buildings: ['A'] });
    const waysOf = (lessons: DeskPerson['busy'], lesson = there) =>
      rankPeople(lesson, [aPerson(1, { busy: lessons })], aRule()).suggestions[0]?.parts.filter(
        ({ factor }) => factor === 'other_building',
      );
    const at = (number: number, ...buildings: string[]) => busy(number, null, 'teaching', buildings);
    expect(waysOf([at(2, 'B')])).toEqual([{ factor: 'other_building', count: 1, points: -4 }]);
    expect(waysOf([at(2, 'B'), at(4, 'C')])).toEqual([{ factor: 'other_building', count: 2, points: -8 }]);
    expect(waysOf([at(4, 'B'), at(4, 'C')])).toMatchObject([{ count: 1 }]);
    expect(waysOf([at(1, 'B'), at(5, 'B')])).toEqual([]);
    expect(waysOf([at(2, 'A'), at(4, 'B', 'A')])).toEqual([]);
    expect(waysOf([at(2), at(4, 'B')], anOpenLesson(3))).toEqual([]);
    expect(waysOf([at(2)])).toEqual([]);
    // A duty in another building is a way as well.
    expect(waysOf([busy(4, null, 'supervising', ['B'])])).toMatchObject([{ count: 1 }]);
    expect(waysOf([at(5, 'B')], { ...there, ends_at: '11:15' })).toMatchObject([{ count: 1 }]);
  });

  it('goes by the weights of the school', () => {
    const weights = { ...DEFAULT_WEIGHTS, adjacent: 0, this_day: 50 };
    const given = [{ ...period(2), grade_ids: [11] }];
    expect(partsOf(aPerson(1, { given }), aRule({ weights }))).toEqual(['adjacent 0', 'this_day -50']);
  });

  it('puts fewer in the year first where the sums are equal, then goes by the lot of the day, and says so', () => {
    const people = [aPerson(1, { given_in_year: 2 }), aPerson(2), aPerson(3), aPerson(4, { own_grade_ids: [10] })];
    const { suggestions } = rankPeople(lesson, people, aRule());
    const [second, third] = lotOf('2026-11-16', 2) < lotOf('2026-11-16', 3) ? [2, 3] : [3, 2];
    expect(suggestions.map(({ teacher_id, tie }) => [teacher_id, tie])).toEqual([
      [4, null],
      [second, 'lot'],
      [third, 'year'],
      [1, null],
    ]);
    const days = Array.from({ length: 20 }, (_, day) => `2026-11-${10 + day}`);
    const first = days.map((date) => rankPeople(lesson, [aPerson(2), aPerson(3)], aRule({ date })).suggestions[0]);
    expect(new Set(first.map((one) => one?.teacher_id))).toEqual(new Set([2, 3]));
  });
});
