import type { ParsedPlan, Weeks } from '@kreide/core/features/timetable-import';
import { describe, expect, it } from 'vitest';
import { toEnd } from '../../../kernel/process/slices.ts';
import { toLessonRows } from './lesson-rows.ts';
import { resolveMasters } from './masters.ts';
import { aPlan, aRecord, aRow, aState, toResolution, UNITS } from './plan.fixtures.ts';

function toRows(lessons: ParsedPlan['lessons'], { anchor = null as string | null, warnings = [] as never[] } = {}) {
  const resolution = toResolution(aState(), aPlan({ ...UNITS, lessons, warnings }), { anchor });
  const rows = toEnd(toLessonRows(resolution, resolveMasters(resolution)));
  const { warnings: said, rejected } = resolution.notes;
  return { rows, warnings: said, rejected: rejected.map(({ column, value, reason }) => [column, value, reason]) };
}

describe('a lesson of a file', () => {
  it('is one row for each of its places', () => {
    const lesson = aRecord('5', {
      comment: 'Lab',
      placements: [{}, { weekday: 3, hour: '2', bookables: ['112', '204'] }],
    });
    expect(toRows([lesson]).rows).toEqual([
      aRow(0, { external_lesson: '5', comment: 'Lab' }),
      aRow(0, {
        external_lesson: '5',
        comment: 'Lab',
        weekday: 3,
        hour: '2',
        bookable_ids: [1, 2],
        time_begins_at: '08:50',
        time_ends_at: '09:35',
      }),
    ]);
  });

  it('without a place is one row without a slot', () => {
    expect(toRows([aRecord('5', { placements: [] })]).rows).toEqual([
      aRow(0, {
        external_lesson: '5',
        weekday: null,
        hour: null,
        time_begins_at: null,
        time_ends_at: null,
        bookable_ids: [],
      }),
    ]);
  });

  it('has the teachers of the slot where these differ', () => {
    const lesson = aRecord('5', { teachers: ['Brg', 'Krn'], placements: [{}, { hour: '2', teachers: ['Krn'] }] });
    expect(toRows([lesson]).rows.map(({ teacher_ids }) => teacher_ids)).toEqual([[1, 2], [2]]);
  });

  it('refers to its course', () => {
    const course = {
      external_id: null,
      code: 'M1',
      name: null,
      subject: 'M',
      grades: [],
      teachers: [],
      is_required: false,
    };
    const resolution = toResolution(
      aState(),
      aPlan({ ...UNITS, courses: [course], lessons: [aRecord('5', { course: 'M1' })] }),
    );
    expect(toEnd(toLessonRows(resolution, resolveMasters(resolution)))[0]?.course_id).toBe(-1);
  });
});

describe('the validity of a lesson', () => {
  const validity = (begins_at: string | null, ends_at: string | null) =>
    toRows([aRecord('5', { begins_at, ends_at })]).rows.map((row) => `${row.begins_at} ${row.ends_at}`);

  it('is the school year where the file has none, and never reaches beyond it', () => {
    expect(validity(null, null)).toEqual(['2026-08-31 2027-07-16']);
    expect(validity('2026-08-01', '2027-07-31')).toEqual(['2026-08-31 2027-07-16']);
    expect(validity('2026-09-01', '2027-07-15')).toEqual(['2026-09-01 2027-07-15']);
    expect(validity('2026-11-16', '2026-11-16')).toEqual(['2026-11-16 2026-11-16']);
  });

  it('outside of the school year is reported, and the lesson left out', () => {
    const found = toRows([aRecord('5', { begins_at: '2025-09-01', ends_at: '2026-07-31' })]);
    expect(found.rows).toEqual([]);
    expect(found.rejected).toEqual([['date', '9b M Brg: 2025-09-01–2026-07-31', 'outside_school_year']]);
  });
});

describe('the time of a lesson', () => {
  it('is that of the file, or of the grid where the file has it in part only', () => {
    const placements = [{ begins_at: '08:05', ends_at: '08:40' }, { begins_at: '08:05' }, { ends_at: '08:40' }];
    expect(
      toRows([aRecord('5', { placements })]).rows.map((row) => `${row.time_begins_at}–${row.time_ends_at}`),
    ).toEqual(['08:05–08:40', '08:00–08:45', '08:00–08:45']);
  });

  it('that nobody knows is reported, and the lesson keeps its other places', () => {
    const placements = [{ hour: '9' }, {}, { weekday: null, hour: null }];
    const found = toRows([aRecord('5', { placements })]);
    expect(found.rows).toHaveLength(1);
    expect(found.rejected).toEqual([
      ['period', '9b M Brg: 1/9', 'no_grid_time'],
      ['period', '9b M Brg: /', 'no_grid_time'],
    ]);
  });
});

describe('the weeks of a lesson', () => {
  const inWeeks = (...all: Weeks[]) => toRows([aRecord('5', { placements: all.map((weeks) => ({ weeks })) })]);
  const cycle: Weeks = { kind: 'cycle', name: 'A', mask: [true, false] };

  it('that are dates take the place of the weekday', () => {
    const { rows } = inWeeks({ kind: 'dates', dates: ['2026-11-17', '2026-11-16'] });
    expect(rows[0]).toMatchObject({ weekday: null, pattern: null, dates: ['2026-11-16', '2026-11-17'] });
  });

  it('that are a pattern stand beside the weekday', () => {
    const { rows } = inWeeks(cycle);
    expect(rows[0]).toMatchObject({ weekday: 1, dates: null, pattern: { name: 'A' } });
    expect(rows[0]?.pattern?.weeks.slice(0, 2)).toEqual(['2026-08-31', '2026-09-14']);
  });

  it('without an anchor are assumed, which is said once', () => {
    expect(inWeeks(cycle, cycle, { ...cycle, name: 'B' }).warnings).toEqual([{ code: 'anchor_assumed', params: {} }]);
    const said = { code: 'anchor_assumed', params: {} } as never;
    expect(toRows([aRecord('5', { placements: [{ weeks: cycle }] })], { warnings: [said] }).warnings).toEqual([said]);
    expect(toRows([aRecord('5', { placements: [{ weeks: cycle }] })], { anchor: '2026-09-07' }).warnings).toEqual([]);
    expect(inWeeks({ kind: 'every' }).warnings).toEqual([]);
    const other = { code: 'no_lessons', params: {} } as never;
    expect(toRows([aRecord('5', { placements: [{ weeks: cycle }] })], { warnings: [other] }).warnings).toHaveLength(2);
  });

  it('with names that nobody knows are all of them, and the names are told, each once', () => {
    const label = (text: string): Weeks => ({ kind: 'label', label: text });
    const { rows, warnings } = inWeeks(label('X'), label('Y'), label('X'));
    expect(rows.map(({ pattern }) => pattern)).toEqual([null, null, null]);
    expect(warnings).toEqual([{ code: 'week_labels_unresolved', params: { labels: 'X, Y' } }]);
  });
});
