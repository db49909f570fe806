import { expect, it } from 'vitest';
import { minutesToPick, PICKED_HOURS, PICKED_MINUTES, pickedMomentAfter, toPickedDate } from './picked.ts';

const BOUNDS = { min: '2026-11-18', max: '2026-12-31' };

it('a picked date outside its bounds becomes the bound, on it stays', () => {
  const kept = ['2026-11-17', '2026-11-18', '2026-12-24', '2026-12-31', '2027-01-01', '0002-11-18'];
  expect(kept.map((date) => toPickedDate(date, BOUNDS, ''))).toEqual([
    '2026-11-18',
    '2026-11-18',
    '2026-12-24',
    '2026-12-31',
    '2026-12-31',
    '2026-11-18',
  ]);
  expect(toPickedDate('1999-01-01', { min: '', max: undefined }, '')).toBe('1999-01-01');
  expect(toPickedDate('2026-11-18', { min: '2026-11-20', max: '2026-11-19' }, '')).toBe('2026-11-20');
});

it('what is no date becomes the fallback within the bounds', () => {
  for (const wrong of ['', '2026-02-30', 'soon']) {
    expect(toPickedDate(wrong, BOUNDS, '2026-11-19')).toBe('2026-11-19');
    expect(toPickedDate(wrong, BOUNDS, '2027-11-19')).toBe('2026-12-31');
    expect(toPickedDate(wrong, BOUNDS, '')).toBe('');
  }
});

it('date and time begin tomorrow at 12:00, in steps of five minutes [T-5.23] [T-9.15]', () => {
  expect(pickedMomentAfter('2026-12-31')).toEqual({ date: '2027-01-01', time: '12:00' });
  expect(PICKED_MINUTES).toBe(5);
});

it('hours are 00 to 23, minutes 00 to 55 and the one that is kept [T-5.22]', () => {
  expect([PICKED_HOURS.length, PICKED_HOURS[0], PICKED_HOURS[23]]).toEqual([24, '00', '23']);
  const steps = ['00', '05', '10', '15', '20', '25', '30', '35', '40', '45', '50', '55'];
  for (const time of ['', '07:50', '00:00']) expect(minutesToPick(time)).toEqual(steps);
  expect(minutesToPick('07:52').join()).toContain('50,52,55');
});
