import { describe, expect, it } from 'vitest';
import { toOccurrences } from './occurrence.ts';
import type { Lesson } from './schema.ts';
import {
  changesAhead,
  countdownTo,
  daysAhead,
  freeDaysOf,
  nextLesson,
  openingDate,
  presentLesson,
} from './school-days.ts';
import { aLesson } from './timetable.fixtures.ts';
import { layoutWeek } from './week-layout.ts';

/** Monday to Friday, 08:00 to 08:45, on Friday until 10:00 as well; then holidays, then the Monday after. */
const lessons: Lesson[] = [
  aLesson({ dates: ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-30'] }),
  aLesson({ lesson_id: 2, dates: ['2026-11-20'], time_begins_at: '09:00', time_ends_at: '10:00' }),
];
const opening = (today: string, minutes: number, plan = lessons) => openingDate(plan, today, minutes, 5);

describe('the date that a plan opens with', () => {
  it('is today until the last lesson of the week has ended, and then the next school day', () => {
    expect(opening('2026-11-18', 1200)).toBe('2026-11-18');
    expect(opening('2026-11-20', 599)).toBe('2026-11-20');
    expect(opening('2026-11-20', 600)).toBe('2026-11-30');
    expect(opening('2026-11-21', 0)).toBe('2026-11-30');
    expect(opening('2026-11-24', 480)).toBe('2026-11-30');
  });

  it('does not wait for a lesson that is cancelled', () => {
    const plan = [lessons[0]!, { ...lessons[1]!, kind: 'CANCLED' as const }];
    expect(opening('2026-11-20', 524, plan)).toBe('2026-11-20');
    expect(opening('2026-11-20', 525, plan)).toBe('2026-11-30');
  });

  it('is the next Monday on a weekend of which nothing more is known, else today', () => {
    expect(opening('2026-12-05', 480)).toBe('2026-12-07');
    expect(opening('2026-12-02', 480)).toBe('2026-12-02');
    expect(openingDate([], '2026-12-05', 480, 6)).toBe('2026-12-05');
  });
});

describe('the next lesson', () => {
  it('begins later, is held, and is a whole double lesson', () => {
    const double = aLesson({ hour: '2', dates: ['2026-11-30'], time_begins_at: '08:50', time_ends_at: '09:35' });
    const plan = [...lessons, { ...double, lesson_id: 3 }];
    expect(nextLesson(plan, '2026-11-20', 480)?.lesson.time_begins_at).toBe('09:00');
    expect(nextLesson(plan, '2026-11-20', 540)).toMatchObject({ date: '2026-11-30', lesson: { hour: '1–2' } });
    // During the first half of a double lesson the second is not the next one.
    const third = aLesson({ hour: '3', dates: ['2026-11-30'], time_begins_at: '09:55', time_ends_at: '10:40' });
    const during = [...plan, { ...third, lesson_id: 4 }];
    expect([480, 520].map((at) => nextLesson(during, '2026-11-30', at)?.lesson.hour)).toEqual(['3', '3']);
    expect(nextLesson(plan, '2026-11-30', 530)).toBeNull();
    const gone = (['CANCLED', 'MOVED_TO', 'MESSAGE'] as const).map((kind) => ({ ...lessons[0]!, kind }));
    expect(nextLesson(gone, '2026-11-16', 0)).toBeNull();
  });
});

describe('free days', () => {
  const holidays = [
    { name: 'Winter', shortcut: null, begins_at: '2026-11-17', ends_at: '2026-11-18' },
    { name: 'Study day', shortcut: null, begins_at: '2026-11-19', ends_at: '2026-11-19' },
  ];
  const dates = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
  const told = (plan: Lesson[]) => {
    const occurrences = toOccurrences(plan, { begins_at: dates[0]!, ends_at: dates[4]! });
    return freeDaysOf(layoutWeek(occurrences, dates), holidays).map(
      ({ holiday, first, count }) => `${holiday.name} ${first}+${count}`,
    );
  };

  it('are one board each, over the columns without a lesson', () => {
    expect(told([])).toEqual(['Winter 1+2', 'Study day 3+1']);
    expect(told([aLesson({ dates: ['2026-11-17', '2026-11-20'] })])).toEqual(['Winter 2+1', 'Study day 3+1']);
  });
});

describe('how far away the next lesson is', () => {
  const now = { date: '2026-11-20', minutes: 600 };
  const to = (date: string, minutes_begins_at: number) => countdownTo({ date, minutes_begins_at }, now);

  it('is counted in minutes up to 90, then told by the time, the word tomorrow, the date', () => {
    expect([to('2026-11-20', 601), to('2026-11-20', 690)]).toEqual([
      { kind: 'minutes', count: 1 },
      { kind: 'minutes', count: 90 },
    ]);
    expect([to('2026-11-20', 691), to('2026-11-21', 0), to('2026-11-22', 0)].map(({ kind }) => kind)).toEqual([
      'time',
      'tomorrow',
      'date',
    ]);
  });

  it('is counted over midnight as well', () => {
    expect(countdownTo({ date: '2026-11-21', minutes_begins_at: 10 }, { ...now, minutes: 1430 })).toEqual({
      kind: 'minutes',
      count: 20,
    });
  });
});

describe('the present lesson', () => {
  const at = (minutes: number, plan = lessons) => {
    const now = { date: '2026-11-18', minutes };
    return presentLesson(daysAhead(plan, now)[0], now)?.lesson.time_begins_at;
  };

  it('is on from its first minute until before its end, and held', () => {
    expect([479, 480, 524, 525].map((minutes) => at(minutes))).toEqual([undefined, '08:00', '08:00', undefined]);
    expect(at(500, [{ ...lessons[0]!, kind: 'CANCLED' }])).toBeUndefined();
  });
});

describe('the changes ahead', () => {
  const times = (date: string, now: { date: string; minutes: number }, plan: Lesson[]) =>
    changesAhead(plan, date, now).map((one) => `${one.date} ${one.lesson.time_begins_at}–${one.lesson.time_ends_at}`);
  const cancelled = { ...lessons[0]!, kind: 'CANCLED' as const };

  it('are those of the week that are not over, without what is as planned and without supervisions', () => {
    expect(times('2026-11-18', { date: '2026-11-18', minutes: 524 }, [cancelled, lessons[1]!])).toEqual([
      '2026-11-18 08:00–08:45',
      '2026-11-19 08:00–08:45',
      '2026-11-20 08:00–08:45',
    ]);
    expect(times('2026-11-18', { date: '2026-11-18', minutes: 525 }, [cancelled])[0]).toContain('2026-11-19');
    expect(times('2026-11-30', { date: '2026-11-22', minutes: 0 }, [cancelled])).toEqual(['2026-11-30 08:00–08:45']);
    expect(times('2026-11-18', { date: '2026-11-18', minutes: 0 }, [{ ...cancelled, kind: 'SUPERVISION' }])).toEqual(
      [],
    );
  });

  it('have a double lesson once', () => {
    const second = { ...cancelled, lesson_id: 3, hour: '2', time_begins_at: '08:50', time_ends_at: '09:35' };
    expect(times('2026-11-20', { date: '2026-11-20', minutes: 0 }, [cancelled, second])).toEqual([
      '2026-11-20 08:00–09:35',
    ]);
  });
});

describe('the days ahead', () => {
  const dates = (today: string, minutes: number, plan = lessons) => {
    const [first, second] = daysAhead(plan, { date: today, minutes });
    return [first.date, first.occurrences.length, second?.date ?? null, second?.occurrences.length ?? null];
  };

  it('are today while a lesson is left, else the next day with lessons, and the one after it', () => {
    expect(dates('2026-11-18', 524)).toEqual(['2026-11-18', 1, '2026-11-19', 1]);
    expect(dates('2026-11-18', 525)).toEqual(['2026-11-19', 1, '2026-11-20', 2]);
    expect(dates('2026-11-20', 600)).toEqual(['2026-11-30', 1, null, null]);
  });

  it('stay today for a last lesson that is cancelled, and where nothing is known', () => {
    const plan = [lessons[0]!, { ...lessons[1]!, kind: 'CANCLED' as const }];
    expect(dates('2026-11-20', 599, plan)[0]).toBe('2026-11-20');
    expect(dates('2026-12-02', 480)).toEqual(['2026-12-02', 0, null, null]);
  });

  it('have double lessons as one', () => {
    const double = aLesson({ hour: '2', dates: ['2026-11-30'], time_begins_at: '08:50', time_ends_at: '09:35' });
    expect(dates('2026-11-30', 0, [...lessons, { ...double, lesson_id: 3 }])).toEqual(['2026-11-30', 1, null, null]);
  });
});
