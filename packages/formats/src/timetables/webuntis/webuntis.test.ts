import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ParsedPlan } from '@kreide/core/features/timetable-import';
import { describe, expect, it } from 'vitest';
import { describeSamples, SAMPLES } from '../../../../../tests/support/samples.ts';
import { detectParser } from '../detect.ts';
import { parsers } from '../parsers.ts';
import { webuntisParser } from './index.ts';
import { type Snapshot, writeSnapshot } from './snapshot.ts';

const RANGE = { begins_at: '2026-11-16', ends_at: '2026-12-04' };
const NONE: Snapshot['answers'] = {
  getKlassen: [],
  getTeachers: null,
  getSubjects: null,
  getRooms: null,
  getTimegridUnits: null,
  getHolidays: null,
  getTimetable: [],
  getSubstitutions: null,
};
const MASTERS = {
  getKlassen: [{ id: 1, name: '5a', longName: 'Klasse 5a' }],
  getTeachers: [{ id: 2, name: 'Ab', foreName: 'Ada', longName: 'Abel' }],
  getSubjects: [{ id: 3, name: 'MA', longName: 'Mathematik', backColor: 'FF8800' }],
  getRooms: [{ id: 4, name: 'R 1', longName: 'Raum 1' }],
};
const GRID = [2, 3].map((day) => ({ day, timeUnits: [{ name: '1', startTime: 755, endTime: 840 }] }));

function parse(answers: Partial<Snapshot['answers']>, range = RANGE): ParsedPlan {
  const bytes = writeSnapshot({ webuntis: 1, range, answers: { ...NONE, ...answers } });
  const files = [{ name: 'webuntis.json', bytes }];
  return detectParser(files, parsers).parse(files, {});
}

/** A lesson of 5a on a Monday, in the first period. */
const period = (date: number, more: object = {}) => ({
  date,
  startTime: 755,
  endTime: 840,
  lsnumber: 7,
  kl: [{ id: 1, name: '5a' }],
  te: [{ id: 2, name: 'Ab' }],
  su: [{ id: 3, name: 'MA' }],
  ro: [{ id: 4, name: 'R 1' }],
  ...more,
});
const MONDAYS = [20261116, 20261123, 20261130];
const changeOf = (more: object, listed: object[] | null = null) => {
  const plan = parse({ getTimetable: [period(20261116, more), period(20261123)], getSubstitutions: listed });
  return plan.substitutions[0];
};

describe('what WebUntis answers', () => {
  it('is recognised by what it says, and by nothing else', () => {
    const file = (text: string) => [{ name: 'plan.json', bytes: new TextEncoder().encode(text) }];
    expect(webuntisParser.recognise(file('{"webuntis":1,"range":{},"answers":{}}'))).toBe(1);
    expect(webuntisParser.recognise(file('{"jsonrpc":"2.0","result":[]}'))).toBe(0);
    expect(() => webuntisParser.parse(file('{"webuntis":1,"range":{}'), {})).toThrow('json_malformed');
    expect(() => webuntisParser.parse(file('{"webuntis":1,"range":{},"answers":{}}'), {})).toThrow('date_missing');
  });

  it('is a weekly lesson where it is held on every one of its weekdays, else one of its dates [T-3.87]', () => {
    const weekly = parse({ getTimetable: MONDAYS.map((date) => period(date)) });
    expect(weekly.lessons).toEqual([
      expect.objectContaining({
        subject: 'MA',
        grades: ['5a'],
        teachers: ['Ab'],
        course: null,
        comment: null,
        placements: [
          {
            weekday: 1,
            hour: null,
            begins_at: '07:55',
            ends_at: '08:40',
            bookables: ['R 1'],
            weeks: { kind: 'every' },
          },
        ],
      }),
    ]);
    expect(weekly.scope).toEqual({
      complete: [],
      lessons: 'all',
      substitutions: { from: '2026-11-16', to: '2026-12-04' },
    });
    const second = parse({ getTimetable: [period(20261116), period(20261130)] });
    expect(second.lessons[0]?.placements[0]).toMatchObject({
      weekday: null,
      weeks: { kind: 'dates', dates: ['2026-11-16', '2026-11-30'] },
    });
    const holidays = [{ id: 1, name: 'frei', longName: 'Freier Tag', startDate: 20261123, endDate: 20261123 }];
    const free = parse({ getTimetable: [period(20261116), period(20261130)], getHolidays: holidays });
    expect(free.lessons[0]?.placements[0]).toMatchObject({ weekday: 1, weeks: { kind: 'every' } });
    expect(free.holidays).toEqual([
      { name: 'Freier Tag', shortcut: 'frei', begins_at: '2026-11-23', ends_at: '2026-11-23', is_public: false },
    ]);
    expect(free.scope.complete).toEqual(['holidays']);
  });

  it('makes courses of student groups, with the classes and teachers of all their lessons', () => {
    const other = { lsnumber: 8, kl: [{ name: '5b' }], te: [{ name: 'Cd' }], startTime: 845, endTime: 930 };
    const plan = parse({
      getTimetable: [
        period(20261116, { sg: 'MA_5_1' }),
        // What is off names no group in some versions.
        period(20261123, { code: 'cancelled' }),
        period(20261116, { ...other, sg: ' MA_5_1 ' }),
        period(20261117, { lsnumber: 9, su: [{ name: 'D' }] }),
      ],
    });
    expect(plan.courses).toEqual([
      {
        external_id: null,
        code: 'MA_5_1',
        name: null,
        subject: 'MA',
        grades: ['5a', '5b'],
        teachers: ['Ab', 'Cd'],
        is_required: false,
      },
    ]);
    expect(plan.lessons.map(({ subject, course }) => [subject, course])).toEqual([
      ['MA', 'MA_5_1'],
      ['MA', 'MA_5_1'],
      ['D', null],
    ]);
    expect(plan.substitutions).toMatchObject([{ kind: 'CANCLED', lesson: plan.lessons[0]?.external_id }]);
    expect(plan.warnings).toContainEqual({ code: 'courses_need_enrolment', params: { count: 1 } });
  });

  it('leaves a lesson to its whole class where several groups take turns, or where the group is none', () => {
    const turns = parse({ getTimetable: [period(20261116, { sg: 'A' }), period(20261123, { sg: 'B' })] });
    expect(turns.lessons).toMatchObject([{ course: null }]);
    expect(turns.courses).toEqual([]);
    const [longest, long] = ['x'.repeat(200), 'x'.repeat(201)];
    expect(parse({ getTimetable: [period(20261116, { sg: longest })] }).courses).toMatchObject([{ code: longest }]);
    const plan = parse({ getTimetable: [period(20261116, { sg: long }), period(20261117, { sg: ' ' })] });
    expect(plan.lessons).toMatchObject([{ course: null }]);
    expect(plan.courses).toEqual([]);
    expect(plan.rejected).toMatchObject([{ column: 'getTimetable[0] sg', reason: 'too_long' }]);
  });

  it('keeps a lesson and its place when it is cancelled once', () => {
    const all = MONDAYS.map((date) => period(date, date === 20261123 ? { code: 'cancelled' } : {}));
    const plan = parse({ getTimetable: all });
    expect(plan.lessons[0]?.placements).toMatchObject([{ weeks: { kind: 'every' } }]);
    expect(plan.substitutions).toMatchObject([
      {
        date: '2026-11-23',
        kind: 'CANCLED',
        begins_at: '07:55',
        lesson: plan.lessons[0]?.external_id,
        from: { subject: 'MA', grades: ['5a'], teachers: ['Ab'], bookables: ['R 1'] },
        to: { subject: null, grades: null, teachers: null, bookables: null },
      },
    ]);
  });

  it('knows the person and the subject that a replacement replaces, so that the lesson stays the same', () => {
    const te = [{ id: 5, name: 'Zi', orgid: 2, orgname: 'Ab' }];
    const plan = parse({
      getTimetable: [period(20261116, { code: 'irregular', te, substText: 'Bitte lesen' }), period(20261123)],
    });
    expect(plan.lessons).toHaveLength(1);
    expect(plan.lessons[0]?.teachers).toEqual(['Ab']);
    expect(plan.substitutions).toMatchObject([
      {
        kind: null,
        comment: 'Bitte lesen',
        from: { teachers: ['Ab'] },
        to: { teachers: ['Zi'], subject: null, grades: null, bookables: null },
      },
    ]);
    expect(plan.teachers.map(({ code }) => code)).toEqual(['Ab', 'Zi']);
  });

  it('takes id 0 and `---` for nobody', () => {
    const nobody = { id: 0, name: '---' };
    expect(changeOf({ code: 'irregular', te: [{ ...nobody, orgid: 2, orgname: 'Ab' }] })?.to.teachers).toEqual([]);
    expect(changeOf({ code: 'irregular', ro: [{ id: 4, name: 'R 1', orgid: 0 }] })).toMatchObject({
      from: { bookables: [] },
      to: { bookables: ['R 1'] },
    });
  });

  it('tells an extra lesson, an event and a move apart by the list of substitutions', () => {
    const listed = (type: string, more: object = {}) => [{ ...period(20261116, { lsid: 7, type }), ...more }];
    const irregular = { code: 'irregular' };
    const move = { reschedule: { date: 20261120, startTime: 945, endTime: 1030 } };
    const other = { date: '2026-11-20', hour: null, begins_at: '09:45', ends_at: '10:30', external_id: null };
    const extra = { ...irregular, lsnumber: 8 };
    expect(changeOf(extra)).toMatchObject({ kind: 'ADDITIONAL', lesson: null, to: { teachers: ['Ab'] } });
    expect(changeOf(irregular, listed('add'))).toMatchObject({ kind: 'ADDITIONAL', lesson: null });
    expect(changeOf(irregular, listed('ac', { txt: 'Museum' }))).toMatchObject({ kind: 'EVENT', comment: 'Museum' });
    expect(changeOf(irregular, listed('shift', move))).toMatchObject({ kind: 'MOVED_FROM', counterpart: other });
    expect(changeOf({ code: 'cancelled' }, listed('cancel', move))).toMatchObject({
      kind: 'MOVED_TO',
      counterpart: other,
    });
    expect(changeOf(irregular, listed('rmchg'))).toMatchObject({ kind: null, from: { teachers: ['Ab'] } });
  });

  it('knows a lesson that an event takes the place of, and one that is only irregular, by its number', () => {
    const of = (listed: object[] | null) =>
      parse({
        getTimetable: MONDAYS.map((date) => period(date, date === 20261116 ? { code: 'irregular' } : {})),
        getSubstitutions: listed,
      });
    const event = of([period(20261116, { lsid: 7, type: 'ac', txt: 'Museum' })]);
    expect(event.lessons[0]?.placements).toMatchObject([{ weekday: 1, weeks: { kind: 'every' } }]);
    expect(event.substitutions).toMatchObject([
      { kind: 'EVENT', comment: 'Museum', lesson: event.lessons[0]?.external_id },
    ]);
    expect(of(null).lessons[0]?.placements).toMatchObject([{ weekday: 1, weeks: { kind: 'every' } }]);
    expect(of(null).substitutions).toMatchObject([{ kind: null }]);
  });

  it('makes a message of a text on a lesson that is held as planned', () => {
    expect(changeOf({ substText: 'Bücher mitbringen' })).toMatchObject({ kind: null, comment: 'Bücher mitbringen' });
    expect(changeOf({})).toBeUndefined();
  });

  it('finds codes by number, names periods of the grid, and reads names and colours of master data', () => {
    const bare = period(20261116, { kl: [{ id: 1 }], te: [{ id: 2 }], su: [{ id: 3 }], ro: [{ id: 4 }] });
    const plan = parse({ ...MASTERS, getTimegridUnits: GRID, getTimetable: [bare] });
    expect(plan.lessons[0]).toMatchObject({ grades: ['5a'], teachers: ['Ab'], subject: 'MA' });
    expect(plan.lessons[0]?.placements[0]).toMatchObject({ hour: '1', bookables: ['R 1'] });
    expect(plan.times).toEqual([{ hour: '1', weekday: null, begins_at: '07:55', ends_at: '08:40', type: 'LESSON' }]);
    expect(plan.grades).toEqual([{ external_id: null, code: '5a', name: 'Klasse 5a' }]);
    expect(plan.teachers[0]).toMatchObject({ code: 'Ab', firstname: 'Ada', lastname: 'Abel' });
    expect(plan.subjects[0]).toMatchObject({ code: 'MA', name: 'Mathematik', color: '#ff8800' });
    const apart = parse({ getTimegridUnits: [GRID[0], { ...GRID[1], timeUnits: [] }], getTimetable: [bare] });
    expect(apart.times).toEqual([{ hour: '1', weekday: 1, begins_at: '07:55', ends_at: '08:40', type: 'LESSON' }]);
  });

  it('gives parallel lessons of the same codes keys of their own, and the same answer the same keys', () => {
    const twice = {
      getTimetable: [period(20261116, { code: 'cancelled' }), period(20261116, { code: 'cancelled', substText: 'x' })],
    };
    const ids = () => parse(twice).substitutions.map(({ external_id }) => external_id);
    expect(new Set(ids()).size).toBe(2);
    expect(ids()).toEqual(ids());
  });

  it('leaves out entries that are no lesson or cannot be read, and keeps the rest', () => {
    const plan = parse({
      getTimetable: [
        period(20261116),
        period(20261117, { lstype: 'bs' }),
        period(20261131),
        period(20261118, { startTime: 2460 }),
        period(20261119, { endTime: 755 }),
        'nothing',
        period(20261120, { lstype: 'ex', code: 'irregular' }),
      ],
    });
    expect(plan.lessons).toHaveLength(1);
    expect(plan.rejected.map(({ column, reason }) => [column, reason])).toEqual([
      ['getTimetable[5]', 'missing_value'],
      ['getTimetable[2] date', 'bad_date'],
      ['getTimetable[3] startTime', 'bad_time'],
      ['getTimetable[4] endTime', 'bad_range'],
    ]);
    expect(plan.substitutions).toMatchObject([{ kind: 'EVENT' }]);
    expect(plan.warnings).toEqual(
      expect.arrayContaining([
        { code: 'supervisions_skipped', params: { count: 1 } },
        { code: 'exams_as_events', params: { count: 1 } },
        { code: 'master_data_incomplete', params: {} },
      ]),
    );
  });

  it('touches nothing where the account sees no lesson', () => {
    expect(parse(MASTERS).scope).toEqual({ complete: [], lessons: 'none', substitutions: null });
  });
});

describeSamples('a recorded answer of a real school', () => {
  const read = (name: string) => JSON.parse(readFileSync(join(SAMPLES, 'webuntis', `${name}_result.json`), 'utf8'));

  it('is read whole: every period of two weeks, with the codes of the master data', () => {
    const plan = parse(
      {
        getKlassen: read('getklassen'),
        getTeachers: read('getteachers'),
        getSubjects: read('getsubjects'),
        getRooms: read('getrooms'),
        getHolidays: read('getholidays'),
        getTimetable: read('gettimetables'),
      },
      { begins_at: '2013-01-07', ends_at: '2013-01-18' },
    );
    expect(plan.rejected).toEqual([]);
    expect(plan.counts).toMatchObject({ grades: 20, teachers: 63, bookables: 54, subjects: 64, substitutions: 2 });
    const held = plan.lessons.flatMap(({ placements }) => placements);
    expect(held.length).toBeGreaterThan(30);
    expect(plan.lessons.every(({ grades }) => grades.length > 0)).toBe(true);
    expect(plan.substitutions.map(({ kind }) => kind).toSorted()).toEqual(['ADDITIONAL', 'CANCLED']);
  });
});
