import { describe, expect, it } from 'vitest';
import { defaultAnchor, mondaysOf, resolveWeeks } from './weeks.ts';

/** From a Wednesday to a Monday: five weeks, the first and the last in part. */
const YEAR = { begins_at: '2026-09-02', ends_at: '2026-09-28' };
const MONDAYS = ['2026-08-31', '2026-09-07', '2026-09-14', '2026-09-21', '2026-09-28'];
const EVERY_WEEK = { pattern: null, dates: null, assumed: null };
const at = (...weeks: number[]) => weeks.map((week) => MONDAYS[week]);

describe('the weeks of a school year', () => {
  it('begin with the week of its first day and end with that of its last', () => {
    expect(mondaysOf(YEAR)).toEqual(MONDAYS);
    expect(mondaysOf({ ...YEAR, ends_at: '2026-09-27' })).toEqual(MONDAYS.slice(0, -1));
    expect(mondaysOf({ begins_at: '2026-09-06', ends_at: '2026-09-06' })).toEqual(['2026-08-31']);
  });

  it('count as week A from the first full one on, unless the school says otherwise', () => {
    expect(defaultAnchor(YEAR)).toBe('2026-09-07');
    expect(defaultAnchor({ begins_at: '2026-08-31' })).toBe('2026-08-31');
  });
});

describe('the weeks of a lesson', () => {
  it('are all of them where the file names none', () => {
    expect(resolveWeeks({ kind: 'every' }, YEAR, null)).toEqual(EVERY_WEEK);
  });

  it('are the dates of the file in order, its list untouched', () => {
    const dates = ['2026-09-17', '2026-09-08'];
    expect(resolveWeeks({ kind: 'dates', dates }, YEAR, null)).toEqual({
      ...EVERY_WEEK,
      dates: ['2026-09-08', '2026-09-17'],
    });
    expect(dates[0]).toBe('2026-09-17');
  });

  it('are counted from 1, the week of the first day', () => {
    const chosen = resolveWeeks({ kind: 'school_weeks', weeks: [1, 3, 5, 9] }, YEAR, null);
    expect(chosen).toEqual({ ...EVERY_WEEK, pattern: { name: '', weeks: at(0, 2, 4) } });
    expect(resolveWeeks({ kind: 'school_weeks', weeks: [5, 4, 3, 2, 1] }, YEAR, null)).toEqual(EVERY_WEEK);
    expect(resolveWeeks({ kind: 'school_weeks', weeks: [] }, YEAR, null).pattern?.weeks).toEqual([]);
  });

  it('of a cycle are counted from the anchor, before and after it', () => {
    const cycle = { kind: 'cycle' as const, name: 'B', mask: [false, true] };
    const dated = (anchor: string | null) => resolveWeeks(cycle, YEAR, anchor);
    expect(dated('2026-08-31')).toEqual({ ...EVERY_WEEK, pattern: { name: 'B', weeks: at(1, 3) } });
    expect(dated('2026-09-14').pattern?.weeks).toEqual(at(1, 3));
    expect(dated('2026-09-21').pattern?.weeks).toEqual(at(0, 2, 4));
    // Any day of the week will do.
    expect(dated('2026-09-25')).toEqual(dated('2026-09-21'));
  });

  it('of a cycle of three weeks repeat every third', () => {
    const weeksOf = (mask: boolean[]) =>
      resolveWeeks({ kind: 'cycle', name: '', mask }, YEAR, '2026-09-21').pattern?.weeks;
    expect(weeksOf([true, false, false])).toEqual(at(0, 3));
    expect(weeksOf([false, true, false])).toEqual(at(1, 4));
    expect(weeksOf([false, false, true])).toEqual(at(2));
  });

  it('of a cycle without an anchor are assumed to begin with the first full week', () => {
    const cycle = { kind: 'cycle' as const, name: 'A', mask: [true, false] };
    expect(resolveWeeks(cycle, YEAR, null)).toEqual({
      pattern: { name: 'A', weeks: at(1, 3) },
      dates: null,
      assumed: 'anchor',
    });
    expect(resolveWeeks({ ...cycle, mask: [true, true] }, YEAR, null)).toEqual(EVERY_WEEK);
  });

  it('called A and B take turns, however the letter is written', () => {
    const label = (text: string, anchor: string | null = '2026-09-07') =>
      resolveWeeks({ kind: 'label', label: text }, YEAR, anchor);
    expect(label('A')).toEqual({ ...EVERY_WEEK, pattern: { name: 'A', weeks: at(1, 3) } });
    expect(label(' b ')).toEqual({ ...EVERY_WEEK, pattern: { name: ' b ', weeks: at(0, 2, 4) } });
    expect(label('a', null).assumed).toBe('anchor');
  });

  it('with any other name are all of them, and that is reported', () => {
    for (const text of ['C', 'AB', 'BC', '', ' ', 'P2'])
      expect(resolveWeeks({ kind: 'label', label: text }, YEAR, '2026-09-07'), text).toEqual({
        ...EVERY_WEEK,
        assumed: 'label',
      });
  });
});
