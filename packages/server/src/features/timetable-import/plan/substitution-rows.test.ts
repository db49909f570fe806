import { describe, expect, it } from 'vitest';
import { createLessonCalendar } from './lesson-calendar.ts';
import { resolveMasters } from './masters.ts';
import { aChange, aPlan, aRow, aState, toResolution, UNITS } from './plan.fixtures.ts';
import type { LessonRow } from './state.ts';
import { toSubstitutionRow } from './substitution-rows.ts';

const MONDAY = '2026-11-16';
const NOTHING = { subject: null, grades: null, teachers: null, bookables: null };
const LESSON = aRow(5, { course_id: 4, bookable_ids: [2, 1] });

function toRow(more: Parameters<typeof aChange>[1], lessons: LessonRow[] = [LESSON]) {
  const resolution = toResolution(aState(), aPlan(UNITS));
  const masters = resolveMasters(resolution);
  const row = toSubstitutionRow(aChange('s1', more), resolution, masters, createLessonCalendar(lessons, new Set()));
  return { row, rejected: resolution.notes.rejected };
}

describe('a substitution of a file', () => {
  it('names the planned lesson as the file does, and the rest as the lesson that it replaces', () => {
    expect(toRow({ comment: 'Bring a compass', is_hidden: true, moved_comment: 'later', kind: 'CANCLED' }).row).toEqual(
      {
        id: 0,
        source: 'untis',
        external_key: 's1',
        kind: 'CANCLED',
        is_hidden: true,
        date: MONDAY,
        hour: '1',
        time_begins_at: '08:00',
        time_ends_at: '08:45',
        from_subject_id: 1,
        from_grade_ids: [1],
        from_teacher_ids: [1],
        from_bookable_ids: [1, 2],
        course_id: 4,
        subject_id: 1,
        grade_ids: [1],
        teacher_ids: [2],
        bookable_ids: [1, 2],
        comment: 'Bring a compass',
        moved_comment: 'later',
        target_date: null,
        target_hour: null,
        target_time_begins_at: null,
        target_time_ends_at: null,
        replaces: [{ lesson_id: 5, lesson_date: MONDAY }],
      },
    );
  });

  it('takes what it does not name from all lessons that it replaces, each once', () => {
    const lessons = [
      aRow(5, { external_lesson: '9', grade_ids: [2], teacher_ids: [2] }),
      aRow(6, { external_lesson: '9', grade_ids: [1, 2], teacher_ids: [1, 2], bookable_ids: [2] }),
    ];
    const { row } = toRow({ from: NOTHING, to: NOTHING, lesson: '9' }, lessons);
    expect(row).toMatchObject({ from_grade_ids: [1, 2], from_teacher_ids: [1, 2], from_bookable_ids: [1, 2] });
    expect(row).toMatchObject({ grade_ids: [1, 2], teacher_ids: [1, 2], bookable_ids: [1, 2], subject_id: 1 });
    expect(row?.replaces.map(({ lesson_id }) => lesson_id)).toEqual([5, 6]);
  });

  it('names nobody and nothing where the file says so', () => {
    const nobody = { subject: null, grades: [], teachers: [], bookables: [] };
    expect(toRow({ to: nobody }).row).toMatchObject({ grade_ids: [], teacher_ids: [], bookable_ids: [] });
    const from = { ...nobody, grades: ['9b'] };
    expect(toRow({ from }).row).toMatchObject({ from_teacher_ids: [], from_bookable_ids: [], from_grade_ids: [1] });
  });

  it('names the new lesson as the file does', () => {
    const to = { subject: 'D', grades: ['10a'], teachers: ['Krn'], bookables: ['112'] };
    expect(toRow({ to }).row).toMatchObject({ subject_id: 2, grade_ids: [2], teacher_ids: [2], bookable_ids: [2] });
  });

  it('without a lesson in force has only what the file says', () => {
    expect(toRow({}, []).row).toMatchObject({
      from_bookable_ids: [],
      bookable_ids: [],
      course_id: null,
      replaces: [],
      hour: '1',
      subject_id: 1,
    });
    const from = { ...NOTHING, grades: ['9b'] };
    expect(toRow({ from, to: NOTHING }, []).row).toMatchObject({ from_subject_id: null, subject_id: null });
  });
});

describe('the time of a substitution', () => {
  const timesOf = (more: Parameters<typeof aChange>[1], lessons?: LessonRow[]) => {
    const { row } = toRow(more, lessons);
    return row && `${row.hour} ${row.time_begins_at}–${row.time_ends_at}`;
  };

  it('is that of the file before that of the grid', () => {
    expect(timesOf({ begins_at: '08:10', ends_at: '08:30' })).toBe('1 08:10–08:30');
    expect(timesOf({ begins_at: '08:10' })).toBe('1 08:00–08:45');
    expect(timesOf({ ends_at: '08:30' })).toBe('1 08:00–08:45');
    expect(timesOf({ begins_at: '08:00', ends_at: '08:30', hour: null })).toBe('1 08:00–08:30');
  });

  it('is that of the lesson where neither knows one', () => {
    const odd = { hour: '9', time_begins_at: '15:00', time_ends_at: '15:45' };
    expect(timesOf({ hour: '9' }, [aRow(5, odd)])).toBe('9 15:00–15:45');
    expect(timesOf({ hour: '9' }, [aRow(5, { ...odd, time_ends_at: null })])).toBeNull();
  });

  it('is the whole day for a message or an event without a period', () => {
    expect(timesOf({ hour: null, kind: 'MESSAGE' }, [])).toBe('null 08:00–11:30');
    expect(timesOf({ hour: null, kind: 'EVENT' }, [])).toBe('null 08:00–11:30');
    expect(timesOf({ hour: null, kind: 'CANCLED' }, [])).toBeNull();
    expect(timesOf({ hour: '9', kind: 'EVENT' }, [])).toBeNull();
  });

  it('is reported where nobody knows it', () => {
    const found = (hour: string | null) =>
      toRow({ hour }, []).rejected.map(({ column, value, reason }) => [column, value, reason]);
    expect(found('9')).toEqual([['period', `9b M Brg: ${MONDAY}/9`, 'no_grid_time']]);
    expect(found(null)).toEqual([['period', `9b M Brg: ${MONDAY}`, 'no_grid_time']]);
    expect(found('1')).toEqual([]);
  });
});

describe('the other end of a move', () => {
  const end = { date: '2026-11-17', hour: '3', begins_at: null, ends_at: null, external_id: null };

  it('has the times of its period, or those of the file', () => {
    expect(toRow({ counterpart: end }).row).toMatchObject({
      target_date: '2026-11-17',
      target_hour: '3',
      target_time_begins_at: '09:55',
      target_time_ends_at: '10:40',
    });
    expect(toRow({ counterpart: { ...end, hour: null, begins_at: '10:00', ends_at: '10:30' } }).row).toMatchObject({
      target_date: '2026-11-17',
      target_hour: null,
      target_time_begins_at: '10:00',
      target_time_ends_at: '10:30',
    });
  });

  it('is left out where its times are unknown', () => {
    expect(toRow({ counterpart: { ...end, hour: '9' } }).row).toMatchObject({
      target_date: null,
      target_hour: null,
      target_time_begins_at: null,
      target_time_ends_at: null,
    });
  });
});
