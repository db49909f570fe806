import { describe, expect, it } from 'vitest';
import { toTime } from '../../kernel/calendar/times.ts';
import type { Period } from '../structure/index.ts';
import { marksOf, percentOf, SCALE_DEFAULT, scaleOf } from './scale.ts';
import { aLesson } from './timetable.fixtures.ts';

const lesson = (begins: number, ends: number) =>
  aLesson({ time_begins_at: toTime(begins), time_ends_at: toTime(ends) });
const period = (hour: string, begins: number, ends: number, more: Partial<Period> = {}): Period => ({
  hour,
  weekday: null,
  begins_at: toTime(begins),
  ends_at: toTime(ends),
  type: 'LESSON',
  is_hidden: false,
  ...more,
});

describe('the scale of a plan', () => {
  it('fits all lessons, in steps of five minutes', () => {
    expect(scaleOf([lesson(601, 650), lesson(482, 527), lesson(560, 604)])).toEqual({ begins: 480, ends: 650 });
    expect(scaleOf([lesson(480, 525), lesson(540, 586)])).toEqual({ begins: 480, ends: 590 });
  });

  it('is that of the visible periods where there is no lesson, and they do not matter where there is one', () => {
    const periods = [period('1', 470, 515), period('0', 400, 445, { is_hidden: true }), period('2', 520, 565)];
    expect(scaleOf([], periods)).toEqual({ begins: 470, ends: 565 });
    expect(scaleOf([lesson(600, 700)], periods)).toEqual({ begins: 600, ends: 700 });
  });

  it('is from 8 to 14 where there is nothing', () => {
    expect(scaleOf([])).toEqual({ begins: 480, ends: 840 });
    expect(scaleOf([], [period('1', 470, 515, { is_hidden: true })])).toBe(SCALE_DEFAULT);
  });

  it('is an hour at least, and ends with the day', () => {
    expect(scaleOf([lesson(480, 500)])).toEqual({ begins: 480, ends: 540 });
    expect(scaleOf([lesson(1430, 1439)])).toEqual({ begins: 1380, ends: 1440 });
    expect(scaleOf([lesson(1380, 1438)])).toEqual({ begins: 1380, ends: 1440 });
  });

  it('goes from 0 percent at the top to 100 at the bottom', () => {
    const scale = { begins: 480, ends: 880 };
    expect([480, 580, 880].map((minutes) => percentOf(scale, minutes))).toEqual([0, 25, 100]);
  });
});

describe('the lines of the time axis', () => {
  const scale = { begins: 480, ends: 700 };

  it('are the lesson periods inside the scale, in time order', () => {
    const periods = [
      period('3', 600, 645),
      period('1', 480, 525),
      period('0', 430, 475),
      period('9', 700, 745),
      period('break', 525, 540, { type: 'BREAK' }),
      period('2', 540, 585, { is_hidden: true }),
    ];
    expect(marksOf(periods, scale)).toEqual([
      { begins: 480, ends: 525, hour: '1' },
      { begins: 600, ends: 645, hour: '3' },
    ]);
  });

  it('leave out a period that begins before the one above ends', () => {
    const hours = marksOf([period('1', 480, 525), period('1b', 524, 560), period('2', 525, 570)], scale).map(
      ({ hour }) => hour,
    );
    expect(hours).toEqual(['1']);
    expect(marksOf([period('1', 480, 525), period('2', 525, 570)], scale)).toHaveLength(2);
  });

  it('are those of every day, else those of the first weekday that has the most', () => {
    const [monday, sunday] = [{ weekday: 1 }, { weekday: 7 }];
    const days = [period('a', 480, 525, monday), period('b', 480, 525, sunday), period('c', 540, 585, sunday)];
    expect(marksOf(days, scale).map(({ hour }) => hour)).toEqual(['b', 'c']);
    expect(marksOf(days.slice(0, 2), scale).map(({ hour }) => hour)).toEqual(['a']);
    expect(marksOf([...days, period('d', 600, 645)], scale).map(({ hour }) => hour)).toEqual(['d']);
  });

  it('are full hours where the plan has no period inside the scale', () => {
    const hours = (begins: number, ends: number) => marksOf([], { begins, ends }).map((mark) => mark.begins);
    expect(hours(480, 660)).toEqual([480, 540, 600]);
    expect(hours(481, 661)).toEqual([540, 600, 660]);
    expect(marksOf([period('9', 700, 745)], scale)[0]).toEqual({ begins: 480, ends: 540, hour: null });
  });
});
