import { toTranslate } from '@kreide/core/kernel';
import { expect, it } from 'vitest';
import { iconOf, rangeText, STATUS_LOOKS, typeLookOf } from './words.ts';

const t = toTranslate((key: string, values: object = {}) => [key, ...Object.values(values)].join(' | ')) as never;
const range = (begins_at: string, ends_at: string) =>
  rangeText({ begins_at, ends_at }, { t, language: 'en', zone: 'Europe/Berlin' });

it('the badges have these colours [T-4.15]', () => {
  expect(STATUS_LOOKS).toMatchObject({
    MISSING_PARENTS: { look: 'danger' },
    READ: { look: 'info', isOutlined: true },
    UPDATED: { look: 'warning' },
    CONTACTED: { look: 'outline' },
  });
  expect(STATUS_LOOKS.MISSING_PARENTS.isOutlined ?? STATUS_LOOKS.UPDATED.isOutlined ?? false).toBe(false);
});

it('types are outlined whatever their state, but who is missing has a ground of danger [T-4.16] [T-4.17]', () => {
  for (const state of ['EXCUSED', 'UNEXCUSED', 'PENDING'] as const)
    expect(typeLookOf({ state, key: 'sick' }).isOutlined).toBe(true);
  expect(typeLookOf({ state: 'UNEXCUSED', key: 'missing' })).toEqual({ look: 'danger' });
});

it('the edges of a day are words, a whole day and whole days need none [T-5.17] [T-5.18]', () => {
  const midnight = '2026-11-17T23:00:00.000Z';
  expect(range(midnight, '2026-11-18T22:59:00.000Z')).toBe('Wed 18 November');
  expect(range(midnight, '2026-11-19T22:59:00.000Z')).toBe('times.range | Wed 18 November | Thu 19 November');
  expect(range(midnight, '2026-11-18T22:58:00.000Z')).toBe('Wed 18 November, times.range | times.start | 23:58');
  expect(range('2026-11-17T23:01:00.000Z', '2026-11-18T22:59:00.000Z')).toBe(
    'Wed 18 November, times.range | 00:01 | times.end',
  );
  expect(range(midnight, '2026-11-19T11:00:00.000Z')).toBe(
    'times.range | Wed 18 November, times.start | Thu 19 November, 12:00',
  );
});

it('a category without an icon of the app is a question', () => {
  expect(['heart-pulse', 'calendar-check', 'bus', 'circle-help', ''].map(iconOf)).toEqual([
    'heartPulse',
    'calendarCheck',
    'bus',
    'help',
    'help',
  ]);
});
