import type { Unit } from '@kreide/core/features/structure';
import type { Lesson } from '@kreide/core/features/timetable';
import { describe, expect, it } from 'vitest';
import { createPeriodIds, parseDateNumber, toDateNumber, toTimeNumber } from './numbers.ts';
import { type PeriodOptions, toElements, toPeriods } from './periods.ts';
import { toPieces, toRange } from './plan.ts';
import { toSubstitution } from './substitutions.ts';

const unit = (id: number, shortcut: string): Unit => ({ id, shortcut, name: `Name ${shortcut}` });
const FIELDS = ['id', 'name', 'longname'] as const;
const ALL: PeriodOptions = {
  fields: { kl: FIELDS, te: FIELDS, su: FIELDS, ro: FIELDS },
  showLsText: true,
  showSubstText: true,
  showInfo: true,
  showLsNumber: true,
  showStudentgroup: true,
};

function lesson(values: Partial<Lesson> = {}): Lesson {
  return {
    uuid: '00000000-0000-4000-8000-000000000001',

    lesson_id: 12,
    kind: null,
    comment: null,
    begins_at: '2026-11-18',
    ends_at: '2026-11-18',
    dates: ['2026-11-18'],
    meta: { displayname: 'Mathe', shortname: 'MA', displayname_kind: 'subject', moved_comment: null },
    hour: '1',
    time_begins_at: '08:00',
    time_ends_at: '08:45',

    substituted_lessons: [],
    substituted_target_lessons: [],
    substituted_pivot: null,
    referenced_target_lessons: [],
    teachers: [unit(1, 'Bg')],
    grades: [unit(2, '10b')],
    bookables: [unit(3, '204')],
    subject: { ...unit(4, 'MA'), color: 'blue' },
    course: null,
    ...values,
  };
}

/** The same lesson, replacing what it was. */
const changed = (before: Partial<Lesson['substituted_lessons'][number]>, values: Partial<Lesson> = {}) => {
  const { lesson_id, time_begins_at, time_ends_at, teachers, grades, bookables, subject } = lesson();
  const old = { lesson_uuid: null, lesson_id, lesson_date: '2026-11-18', time_begins_at, time_ends_at };
  return lesson({ substituted_lessons: [{ ...old, teachers, grades, bookables, subject, ...before }], ...values });
};

describe('elements of a changed lesson', () => {
  it('stand each in for one that is gone, and for nobody where it was there before [D-6.11]', () => {
    const [kept, fresh] = toElements([unit(1, 'Bg'), unit(5, 'Ta')], [unit(1, 'Bg'), unit(6, 'Wn')], FIELDS);
    expect(kept).toEqual({ id: 1, name: 'Bg', longname: 'Name Bg' });
    expect(fresh).toEqual({ id: 5, name: 'Ta', longname: 'Name Ta', orgid: 6, orgname: 'Wn' });
  });

  it('name whom nobody stands in for, as WebUntis writes it [D-6.11]', () => {
    expect(toElements([], [unit(6, 'Wn')], FIELDS)).toEqual([
      { id: 0, name: '---', longname: '---', orgid: 6, orgname: 'Wn' },
    ]);
  });

  it('tell only what was asked for [D-6.11]', () => {
    expect(toElements([unit(5, 'Ta')], [unit(6, 'Wn')], ['id'])).toEqual([{ id: 5, orgid: 6 }]);
    expect(toElements([unit(5, 'Ta')], [unit(6, 'Wn')], ['name', 'externalkey'])).toEqual([
      { name: 'Ta', orgname: 'Wn' },
    ]);
  });
});

describe('a period', () => {
  it('of a course without subject is told by its text and its group [D-6.11]', () => {
    const meta = {
      displayname: 'AG Theater',
      shortname: 'AG',
      displayname_kind: 'course' as const,
      moved_comment: null,
    };
    const [period] = toPeriods([lesson({ subject: null, course: unit(9, 'AG'), meta, comment: 'Aula' })], ALL);
    expect(period).toMatchObject({ su: [], sg: 'AG', lstext: 'AG Theater: Aula', lsnumber: 12, statflags: '' });
    expect(period).not.toHaveProperty('substText');
  });

  it('of a change carries its text as that, and what the source says of a move as info [D-6.11]', () => {
    const meta = { ...lesson().meta, moved_comment: 'von Dienstag' };
    const [period] = toPeriods([lesson({ kind: 'MOVED_FROM', meta, comment: 'Heft nicht vergessen' })], ALL);
    expect(period).toMatchObject({ code: 'irregular', substText: 'Heft nicht vergessen', info: 'von Dienstag' });
    expect(period).not.toHaveProperty('lstext');
  });

  it('is there once for each date, in order of time [D-6.11]', () => {
    const late = lesson({
      uuid: '00000000-0000-4000-8000-000000000002',
      time_begins_at: '13:35',
      time_ends_at: '14:20',
    });
    const periods = toPeriods([late, lesson({ dates: ['2026-11-18', '2026-11-25'] })], ALL);
    expect(periods.map(({ date, startTime }) => [date, startTime])).toEqual([
      [20261118, 800],
      [20261118, 1335],
      [20261125, 800],
    ]);
    expect(new Set(periods.map(({ id }) => id)).size).toBe(3);
  });
});

describe('the type of a substitution', () => {
  it('follows from what is different [D-6.11]', () => {
    const other = [unit(7, 'X')];
    expect(toSubstitution(changed({ teachers: other })).type).toBe('subst');
    expect(toSubstitution(changed({ subject: { ...unit(8, 'DE'), color: 'red' } })).type).toBe('subst');
    expect(toSubstitution(changed({ bookables: other })).type).toBe('rmchg');
    expect(toSubstitution(changed({}, { comment: 'Bücher mitbringen' }))).toMatchObject({
      type: 'stxt',
      txt: 'Bücher mitbringen',
    });
    expect(toSubstitution(changed({ time_begins_at: '09:55', time_ends_at: '10:40' }))).toMatchObject({
      type: 'shift',
      reschedule: { date: 20261118, startTime: 955, endTime: 1040 },
    });
  });
});

describe('numbers', () => {
  it('are dates and times without their marks [D-6.11]', () => {
    expect([toDateNumber('2026-01-05'), toTimeNumber('00:05'), toTimeNumber('07:55')]).toEqual([20260105, 5, 755]);
    expect([parseDateNumber(20260228), parseDateNumber('20240229')]).toEqual(['2026-02-28', '2024-02-29']);
    for (const wrong of [20260229, 2026228, '2026-02-28', 18991231, 22000101, -20260228, 20260228.5, Number.NaN])
      expect(parseDateNumber(wrong), String(wrong)).toBeNull();
  });

  it('of periods are the same in every answer, and never given twice in one [D-6.11]', () => {
    const first = createPeriodIds()('a', '2026-11-18', '08:00');
    expect(createPeriodIds()('a', '2026-11-18', '08:00')).toBe(first);
    expect(createPeriodIds()('a', '2026-11-25', '08:00')).not.toBe(first);
    // Everything has the same first hash: the worst case.
    const idOf = createPeriodIds((text) => Number(/ (\d+)$/.exec(text.slice(17))?.[1] ?? 0) + 1);
    const ids = ['a', 'b', 'c'].map((uuid) => idOf(uuid, '2026-11-18', '08:00'));
    expect(new Set(ids).size).toBe(3);
    expect(idOf('b', '2026-11-18', '08:00')).toBe(ids[1]);
  });
});

describe('a range', () => {
  it('is today where nothing is said, one day where only one is named [D-6.11]', () => {
    const today = '2026-11-18';
    const day = (date: string) => ({ begins_at: date, ends_at: date });
    expect(toRange(undefined, null, today)).toEqual(day(today));
    expect(toRange('20261120', undefined, today)).toEqual(day('2026-11-20'));
    expect(toRange(null, 20261116, today)).toEqual(day('2026-11-16'));
    expect(toRange(null, 20261120, today)).toEqual({ begins_at: today, ends_at: '2026-11-20' });
  });

  it('is read in pieces that touch and do not overlap [D-6.11]', () => {
    expect(toPieces({ begins_at: '2026-11-01', ends_at: '2026-11-05' }, 2)).toEqual([
      { begins_at: '2026-11-01', ends_at: '2026-11-02' },
      { begins_at: '2026-11-03', ends_at: '2026-11-04' },
      { begins_at: '2026-11-05', ends_at: '2026-11-05' },
    ]);
  });
});
