import type { TimeRecord } from '@kreide/core/features/timetable-import';
import { describe, expect, it } from 'vitest';
import { createGrid, DEFAULT_GRID } from './grid.ts';

const row = (hour: string, begins_at: string, ends_at: string, more: Partial<TimeRecord> = {}): TimeRecord => ({
  hour,
  begins_at,
  ends_at,
  weekday: null,
  type: 'LESSON',
  ...more,
});
const slot = (begins_at: string, ends_at: string) => ({ begins_at, ends_at });
const MONDAY = '2026-11-16';
const WEEK = [row('1', '08:00', '08:45'), row('2', '09:00', '09:45'), row('2', '09:10', '09:55', { weekday: 5 })];

describe('the times of a period', () => {
  const grid = createGrid([WEEK]);

  it('are those of every day unless the weekday has its own', () => {
    expect(grid.at(1, '2')).toEqual(slot('09:00', '09:45'));
    expect(grid.at(5, '2')).toEqual(slot('09:10', '09:55'));
    expect(grid.at(5, '1')).toEqual(slot('08:00', '08:45'));
    expect(grid.at(null, '2')).toEqual(slot('09:00', '09:45'));
    expect(grid.on(MONDAY, '2')).toEqual(slot('09:00', '09:45'));
    expect(grid.on('2026-11-20', '2')).toEqual(slot('09:10', '09:55'));
  });

  it('are those of Monday where neither a weekday is asked for nor the school has times for every day', () => {
    const days = createGrid([[row('1', '07:30', '08:15', { weekday: 1 }), row('1', '08:00', '08:45', { weekday: 2 })]]);
    expect(days.at(null, '1')).toEqual(slot('07:30', '08:15'));
    expect(days.at(3, '1')).toBeNull();
  });

  it('are unknown for no period, for one that no grid has and for a break', () => {
    expect(grid.at(1, null)).toBeNull();
    expect(grid.at(1, '3')).toBeNull();
    expect(createGrid([[row('1', '08:45', '09:00', { type: 'BREAK' })]]).at(1, '1')).toBeNull();
    expect(createGrid([]).at(1, '1')).toBeNull();
  });

  it('of several are from the beginning of the first to the end of the last', () => {
    expect(grid.at(1, '1-2')).toEqual(slot('08:00', '09:45'));
    expect(grid.at(5, ' 1 - 2 ')).toEqual(slot('08:00', '09:55'));
    for (const hour of ['1-3', '0-1', 'x1-2', '1-2x', '1-2-3', '-']) expect(grid.at(1, hour), hour).toBeNull();
    expect(createGrid([[row('10', '16:00', '16:45'), row('11', '17:00', '17:45')]]).at(1, '10-11')).toEqual(
      slot('16:00', '17:45'),
    );
  });

  it('are those of a period that is called like a range, where there is one', () => {
    expect(createGrid([[...WEEK, row('1-2', '08:05', '09:40')]]).at(1, '1-2')).toEqual(slot('08:05', '09:40'));
  });

  it('come from the first grid that knows all of them', () => {
    const grids = createGrid([[row('1', '07:50', '08:35')], WEEK]);
    expect(grids.at(1, '1')).toEqual(slot('07:50', '08:35'));
    expect(grids.at(1, '2')).toEqual(slot('09:00', '09:45'));
    expect(grids.at(1, '1-2')).toEqual(slot('08:00', '09:45'));
  });
});

describe('the times of a whole day', () => {
  it('are from the first to the last period, whatever the order of the grid', () => {
    const grid = createGrid([[row('6', '13:00', '13:45'), row('1', '08:00', '08:45'), row('3', '10:00', '10:45')]]);
    expect(grid.day(MONDAY)).toEqual(slot('08:00', '13:45'));
  });

  it('leave out the periods of other weekdays', () => {
    const grid = createGrid([[...WEEK, row('9', '15:00', '15:45', { weekday: 5 })]]);
    expect(grid.day(MONDAY)).toEqual(slot('08:00', '09:45'));
    expect(grid.day('2026-11-20')).toEqual(slot('08:00', '15:45'));
  });

  it('come from the first grid that has any for the weekday', () => {
    const friday = [row('1', '07:00', '07:45', { weekday: 5 })];
    expect(createGrid([friday, WEEK]).day(MONDAY)).toEqual(slot('08:00', '09:45'));
    expect(createGrid([friday, WEEK]).day('2026-11-20')).toEqual(slot('07:00', '07:45'));
    expect(createGrid([friday]).day(MONDAY)).toBeNull();
    expect(createGrid([[]]).day(MONDAY)).toBeNull();
  });
});

describe('the grid of a school that has none', () => {
  it('has periods 0 to 13 of 45 minutes, one after the other, on every day', () => {
    expect(DEFAULT_GRID.map(({ hour }) => hour)).toEqual(Array.from({ length: 14 }, (_, hour) => String(hour)));
    const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    for (const [index, { begins_at, ends_at, weekday, type }] of DEFAULT_GRID.entries()) {
      expect([minutes(ends_at) - minutes(begins_at), weekday, type]).toEqual([45, null, 'LESSON']);
      if (index > 0) expect(begins_at > DEFAULT_GRID[index - 1]!.ends_at).toBe(true);
    }
  });
});
