import { describe, expect, it } from 'vitest';
import { contentOf, isSameLesson, peopleOf, slotOf, toCandidates } from './lesson-keys.ts';
import { aRow } from './plan.fixtures.ts';
import type { LessonRow } from './state.ts';

const PATTERN = { name: 'A', weeks: ['2026-09-07', '2026-09-21'] };
const DATED = { weekday: null, dates: ['2026-11-16'] };

describe('the place of a lesson', () => {
  it('is weekday and period, or the time where there is no period', () => {
    expect(slotOf(aRow(1))).toBe('1|1|');
    expect(slotOf(aRow(1, { weekday: 2, hour: null }))).toBe('2|08:00|');
    expect(slotOf(aRow(1, { weekday: null, hour: null, time_begins_at: null }))).toBe('||');
  });

  it('differs by weeks: by name, number and first of a pattern, by the dates themselves', () => {
    const slots = [
      aRow(1),
      aRow(1, { pattern: PATTERN }),
      aRow(1, { pattern: { ...PATTERN, name: 'B' } }),
      aRow(1, { pattern: { name: 'A', weeks: ['2026-09-07'] } }),
      aRow(1, { pattern: { name: 'A', weeks: ['2026-09-14', '2026-09-21'] } }),
      aRow(1, { pattern: { name: 'A', weeks: [] } }),
      aRow(1, { dates: ['2026-11-16'] }),
      aRow(1, { dates: ['2026-11-16', '2026-11-17'] }),
    ].map(slotOf);
    expect(new Set(slots).size).toBe(slots.length);
    expect(slotOf(aRow(1, { pattern: { name: 'A', weeks: [] } }))).toBe('1|1|wA#0:');
    expect(slotOf(aRow(1, { dates: ['2026-11-16', '2026-11-17'] }))).toBe('1|1|d2026-11-16,2026-11-17');
  });
});

describe('a lesson without the key of its source', () => {
  it('is told by people, subject and slot', () => {
    const same = contentOf(aRow(1));
    expect(contentOf(aRow(2, { external_lesson: 'other', bookable_ids: [2], pattern: PATTERN }))).toBe(same);
    for (const other of [
      { grade_ids: [1, 2] },
      { subject_id: 2 },
      { teacher_ids: [] },
      { weekday: 2 as const },
      { hour: '2' },
      { hour: null },
    ])
      expect(contentOf(aRow(1, other))).not.toBe(same);
    expect(contentOf(aRow(1, { hour: null }))).toBe('1|1|1|1|08:00');
    expect(contentOf(aRow(1, { grade_ids: [1, 2], weekday: null, hour: null, time_begins_at: null }))).toBe(
      '1,2|1|1||',
    );
  });

  it('is told by people and subject when it moved, but not if it has no place at all', () => {
    expect(peopleOf(aRow(1, { weekday: 4, hour: '6', grade_ids: [1, 2] }))).toBe('1,2|1|1');
    expect(peopleOf(aRow(1, { ...DATED, teacher_ids: [1, 3] }))).toBe('1|1|1,3');
    expect(peopleOf(aRow(1, { weekday: null }))).toBe('');
  });
});

describe('the rows of a file', () => {
  it('have the lesson of the source and its slot as their key, counted where that is the same', () => {
    const rows = [
      aRow(0, { external_lesson: '5' }),
      aRow(0, { external_lesson: '5', hour: '2' }),
      aRow(0, { external_lesson: '5' }),
      aRow(0, { external_lesson: '5' }),
      aRow(0, { external_lesson: '6', weekday: null, hour: null, time_begins_at: null }),
    ];
    expect(toCandidates(rows)).toEqual([
      { key: '5|1|1|', row: rows[0] },
      { key: '5|1|2|', row: rows[1] },
      { key: '5|1|1||1', row: rows[2] },
      { key: '5|1|1||2', row: rows[3] },
      { key: '6|unplaced', row: rows[4] },
    ]);
  });
});

describe('a difference that a reader would notice', () => {
  const isSame = (before: Partial<LessonRow>, after: Partial<LessonRow>, free: number[] = []) =>
    isSameLesson(aRow(1, before), aRow(1, after), (course) => course === 9, new Set(free));

  it.each<[Partial<LessonRow>]>([
    [{ subject_id: 2 }],
    [{ weekday: 2 }],
    [{ hour: '2' }],
    [{ time_begins_at: '08:05' }],
    [{ time_ends_at: '08:50' }],
    [{ begins_at: '2026-09-01' }],
    [{ ends_at: '2027-01-31' }],
    [{ comment: 'Bring your books' }],
    [{ grade_ids: [1, 2] }],
    [{ teacher_ids: [2] }],
    [{ bookable_ids: [] }],
    [{ course_id: 3 }],
    [{ pattern: PATTERN }],
  ])('is each value of a lesson: %j', (after) => {
    expect(isSame({}, after)).toBe(false);
    expect(isSame(after, {})).toBe(false);
    expect(isSame(after, structuredClone(after))).toBe(true);
  });

  it('is none in what the source calls it', () => {
    expect(isSame({}, { lesson_id: 2, source: 'asc', external_lesson: 'x' })).toBe(true);
    expect(isSame({ pattern: PATTERN }, { pattern: { ...PATTERN, name: '1' } })).toBe(true);
    expect(isSame({ pattern: PATTERN }, { pattern: { ...PATTERN, weeks: ['2026-09-07'] } })).toBe(false);
  });

  it('is none between no course and one of the whole grade', () => {
    expect(isSame({}, { course_id: 9 })).toBe(true);
    expect(isSame({ course_id: 3 }, { course_id: 9 })).toBe(false);
    expect(isSame({ course_id: 3 }, { course_id: 4 })).toBe(false);
  });

  it('is none between weeks and their dates, holidays left out', () => {
    const weekly = { pattern: { name: 'A', weeks: ['2026-11-09', '2026-11-16', '2026-11-23'] } };
    const november = [20766, 20773, 20780].map((day) => day);
    const days = ['2026-11-09', '2026-11-23'];
    const dated = { weekday: null, dates: days };
    expect(isSame(weekly, dated)).toBe(false);
    expect(isSame(weekly, dated, [november[1]!])).toBe(true);
    expect(isSame(dated, weekly, [november[1]!])).toBe(true);
    expect(isSame(weekly, { ...dated, hour: '2' }, [november[1]!])).toBe(false);
    expect(isSame(weekly, { ...dated, bookable_ids: [2] }, [november[1]!])).toBe(false);
    const short = { begins_at: '2026-11-09', ends_at: '2026-11-22' };
    expect(isSame(short, { ...short, weekday: null, dates: ['2026-11-09', '2026-11-16'] })).toBe(true);
    expect(isSame({ dates: days }, { dates: ['2026-11-09'] })).toBe(false);
  });
});
