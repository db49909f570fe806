import { describe, expect, it } from 'vitest';
import { anOpenLesson, aPerson, aRule, busy, period } from './desk.fixtures.ts';
import { proposeDay } from './proposal.ts';

const teachersOf = (...args: Parameters<typeof proposeDay>) => proposeDay(...args).map(({ teacher_id }) => teacher_id);

describe('the proposal for a day [D-8.11]', () => {
  it('does not take the best for the first lesson where another one then has nobody', () => {
    const lessons = [
      anOpenLesson(3, { lesson_id: 1 }),
      anOpenLesson(3, { lesson_id: 2, grade_ids: [11], subject_id: 2 }),
    ];
    // Both can take the first, and 1 would be best there; only 1 can take the second.
    const people = [aPerson(1, { taught: new Set(['1|10']) }), aPerson(2, { busy: [busy(3, 1)] })];
    const first = { ...(lessons[0] as (typeof lessons)[number]), present_ids: [2] };
    expect(teachersOf([first, lessons[1]!], people, aRule())).toEqual([2, 1]);
  });

  it('names nobody twice at one time, and leaves open what nobody can take', () => {
    const lessons = [1, 2, 3].map((id) => anOpenLesson(2, { lesson_id: id, grade_ids: [id] }));
    const found = teachersOf(lessons, [aPerson(1), aPerson(2)], aRule());
    expect(found.filter((id) => id !== null).sort()).toEqual([1, 2]);
  });

  it('spreads what there is over those who are free', () => {
    const lessons = [1, 3, 5, 6].map((number) => anOpenLesson(number, { grade_ids: [number] }));
    const people = [1, 2, 3, 4].map((id) => aPerson(id, id === 1 ? { own_grade_ids: [1, 3, 5, 6] } : {}));
    expect(new Set(teachersOf(lessons, people, aRule())).size).toBe(4);
  });

  it('gives neighbouring hours of a class to one person, and says what they add up to', () => {
    const lessons = [anOpenLesson(2), anOpenLesson(3)];
    const people = [1, 2, 3].map((id) => aPerson(id, { share: 2 }));
    const proposed = proposeDay(lessons, people, aRule());
    expect(new Set(proposed.map(({ teacher_id }) => teacher_id)).size).toBe(1);
    expect(proposed.map(({ parts }) => parts.map(({ factor }) => factor))).toEqual([
      [],
      ['neighbouring_hour', 'this_day'],
    ]);
    // Worth more than it: the second one teaches the subject in the class.
    const skilled = aPerson(4, { taught: new Set(['1|10']), busy: [busy(2)] });
    expect(teachersOf(lessons, [...people, skilled], aRule())[1]).toBe(4);
  });

  it('keeps to what a person may be given at most', () => {
    const lessons = [1, 2, 4].map((number) => anOpenLesson(number));
    const limits = { daily_maximum: 2, weekly_maximum: null, only_present: false };
    const person = aPerson(1, { given: [{ ...period(6), grade_ids: [12] }] });
    expect(teachersOf(lessons, [person], aRule({ limits })).filter((id) => id !== null)).toEqual([1]);
    const ofWeek = { daily_maximum: null, weekly_maximum: 3, only_present: false };
    const known = aPerson(1, { given_in_week: 2 });
    expect(teachersOf(lessons, [known], aRule({ limits: ofWeek })).filter((id) => id !== null)).toEqual([1]);
  });
});
