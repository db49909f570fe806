import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableFile } from '../parser.ts';
import { davinciParser } from './index.ts';

const fileOf = (content: unknown) => ({
  name: 'plan.json',
  bytes: new TextEncoder().encode(`\uFEFF${typeof content === 'string' ? content : JSON.stringify(content)}`),
});
const MASTER = {
  teachers: [
    { id: '{1}', code: 'Mey', firstName: 'Ina', lastName: 'Meyer' },
    { id: '{2}', code: 'Sol', lastName: 'Sommer' },
  ],
  classes: [{ id: '{3}', code: '7a', description: 'Klasse 7a', color: '#FF0000' }],
  rooms: [{ id: '{4}', code: 'R 1' }],
  subjects: [{ id: '{5}', code: 'Ma', description: 'Mathematik' }],
  timeframes: [
    {
      code: 'Standard',
      timeslots: [
        { label: '1.', startTime: '0800', endTime: '0845' },
        { label: '2.', startTime: '0850', endTime: '0935' },
      ],
    },
  ],
};
const LESSON = {
  lessonRef: '{9}',
  subjectCode: 'Ma',
  classCodes: ['7a'],
  teacherCodes: ['Mey'],
  roomCodes: ['R 1'],
  startTime: '0800',
  endTime: '0845',
  dates: ['20260907', '20260914'],
};
const parse = (lessonTimes: unknown, more: object = {}, result: object = MASTER) =>
  davinciParser.parse(
    [fileOf({ about: { schemaVersion: '6' }, result: { ...result, displaySchedule: { lessonTimes, ...more } } })],
    {},
  );
const changed = (changes: object, more: object = {}) => ({ ...LESSON, dates: ['20260921'], ...more, changes });

describe('the JSON export of Davinci', () => {
  it('gives lessons on their dates, with period, codes and master data', () => {
    const plan = parse([LESSON]);
    expect(plan.rejected).toEqual([]);
    expect(plan.lessons).toMatchObject([
      {
        subject: 'Ma',
        grades: ['7a'],
        teachers: ['Mey'],
        placements: [
          {
            weekday: null,
            hour: '1',
            begins_at: '08:00',
            ends_at: '08:45',
            bookables: ['R 1'],
            weeks: { kind: 'dates', dates: ['2026-09-07', '2026-09-14'] },
          },
        ],
      },
    ]);
    expect(plan.teachers[0]).toMatchObject({ code: 'Mey', firstname: 'Ina', lastname: 'Meyer' });
    expect(plan.grades).toMatchObject([{ code: '7a', name: 'Klasse 7a', color: '#ff0000' }]);
    expect(plan.times).toHaveLength(2);
    expect(plan.scope.lessons).toEqual({ from: '2026-09-07', to: '2026-09-14' });
    expect(plan.school_year).toMatchObject({ begins_at: '2026-09-07', ends_at: '2026-09-14' });
  });

  it('keeps lists apart that begin and end alike, and reads each as if it were alone', () => {
    const lists = [
      ['20260907', '20260914', '20260928'],
      ['20260907', '20260921', '20260928'],
      ['20260907', '2026', '20260928'],

      ['20260928', '20260914', '20260907'],
      ['20260907', '20260914', '20260928'],
      [{ toString: 1 }, '20260907'],
    ];
    const plan = parse(lists.map((dates, at) => ({ ...LESSON, lessonRef: `{${at}}`, dates })));
    const weeks = (...dates: string[]) => [{ weeks: { kind: 'dates', dates } }];
    const first = weeks('2026-09-07', '2026-09-14', '2026-09-28');
    expect(plan.lessons.map(({ placements }) => placements)).toMatchObject([
      first,
      weeks('2026-09-07', '2026-09-21', '2026-09-28'),
      first,
      first,
      weeks('2026-09-07'),
    ]);
    expect(plan.rejected).toMatchObject([{ column: 'lessonTimes[2].dates', reason: 'bad_date' }]);
  });

  it('gives a weekly plan where the export has no dates, and says that weeks cannot be told apart', () => {
    const plan = parse([{ ...LESSON, dates: undefined, weekday: 3 }]);
    expect(plan.lessons[0]?.placements).toMatchObject([{ weekday: 3, weeks: { kind: 'every' } }]);
    expect(plan.scope).toMatchObject({ lessons: 'all', substitutions: null });
    expect(plan.warnings.map(({ code }) => code)).toContain('weeks_assumed_every');
  });

  it('takes a changed day into the plan as it was, and its change beside it', () => {
    const change = {
      changeType: 0,
      absentTeacherCodes: ['Mey'],
      newTeacherCodes: ['Sol'],
      caption: 'Vertretung',
      reasonCode: 'krank',
    };
    const plan = parse([LESSON, changed(change, { teacherCodes: ['Sol'] })]);
    expect(plan.lessons).toMatchObject([
      { teachers: ['Mey'], placements: [{ weeks: { dates: ['2026-09-07', '2026-09-14', '2026-09-21'] } }] },
    ]);
    expect(plan.substitutions).toMatchObject([
      {
        date: '2026-09-21',
        hour: '1',
        kind: null,
        lesson: plan.lessons[0]?.external_id,
        from: { subject: 'Ma', teachers: ['Mey'] },
        to: { subject: null, grades: null, teachers: ['Sol'], bookables: null },
        comment: 'Vertretung',
      },
    ]);
    // Nobody learns why somebody is absent.
    expect(JSON.stringify(plan)).not.toContain('krank');
  });

  it.each<[string, object, object]>([
    ['a cancelled lesson', { cancelled: 'classFree' }, { kind: 'CANCLED', to: { teachers: null } }],
    ['one that only its caption cancels', { caption: 'Klasse frei' }, { kind: 'CANCLED' }],
    [
      'a new room',
      { absentRoomCodes: ['R 1'], newRoomCodes: ['R 2'] },
      { kind: null, from: { bookables: ['R 1'] }, to: { teachers: null, bookables: ['R 2'] } },
    ],
    ['a room that is taken away', { absentRoomCodes: ['R 1'] }, { kind: null, to: { bookables: [] } }],
    ['another subject', { newSubjectCode: 'De' }, { kind: null, from: { subject: 'Ma' }, to: { subject: 'De' } }],
    [
      'a note',
      { changeType: 4, message: 'Buch!' },
      { kind: null, comment: 'Buch!', to: { teachers: null, bookables: null } },
    ],
    [
      'an extra lesson',
      { changeType: 3 },
      { kind: 'ADDITIONAL', lesson: null, to: { subject: 'Ma', grades: ['7a'], teachers: ['Mey'] } },
    ],
    [
      'a lesson that leaves',
      { changeType: 6, newDate: '20260922', newStartTime: '0850' },
      { kind: 'MOVED_TO', counterpart: { date: '2026-09-22', begins_at: '08:50' } },
    ],
    [
      'a lesson that arrives',
      { changeType: 7, oldDate: '20260918', oldStartTime: '0800' },
      {
        kind: 'MOVED_FROM',
        lesson: null,
        counterpart: { date: '2026-09-18' },
        to: { subject: 'Ma', teachers: ['Mey'] },
      },
    ],
  ])('tells %s', (_name, changes, expected) => {
    const plan = parse([LESSON, changed(changes)]);
    expect(plan.substitutions).toMatchObject([{ date: '2026-09-21', ...expected }]);
    const weeks = plan.lessons[0]?.placements[0]?.weeks;
    const isPlanned = !('lesson' in expected);
    expect(weeks?.kind === 'dates' && weeks.dates.includes('2026-09-21')).toBe(isPlanned);
    expect(plan.rejected).toEqual([]);
  });

  it('gives supervisions before their period, free days and events', () => {
    const plan = parse([LESSON], {
      supervisionTimes: [{ areaCode: 'Hof', teacherCodes: ['Sol'], weekday: 2, startTime: '0845', endTime: '0850' }],
      eventTimes: [
        { eventCaption: 'Herbstferien', startDate: '20261005', endDate: '20261009', wholeDay: true, noLessons: true },
        { eventCaption: 'Ausflug', startDate: '20260910', endDate: '20260911', wholeDay: true, classCodes: ['7a'] },
        { eventCaption: 'Konferenz', startDate: '20260910', endDate: '20260910' },
      ],
      effectivity: { startDate: '20260901', endDate: '20270731' },
    });
    expect(plan.supervisions).toEqual([
      { area: 'Hof', teacher: 'Sol', weekday: 2, before_hour: '2', minutes: 5, weeks: { kind: 'every' } },
    ]);
    expect(plan.holidays).toMatchObject([{ name: 'Herbstferien', begins_at: '2026-10-05', ends_at: '2026-10-09' }]);
    expect(plan.substitutions.map(({ kind, date, comment }) => [kind, date, comment])).toEqual([
      ['EVENT', '2026-09-10', 'Ausflug'],
      ['EVENT', '2026-09-11', 'Ausflug'],
    ]);
    expect(plan.rejected).toMatchObject([{ column: 'eventTimes[2].classCodes', reason: 'unsupported_row' }]);
    expect(plan.scope.substitutions).toEqual({ from: '2026-09-01', to: '2027-07-31' });
    expect(plan.scope.complete).toEqual(['supervisions', 'holidays', 'times']);
  });

  it('says that absences are left out', () => {
    const plan = parse([LESSON], {}, { ...MASTER, teacherAbsences: [{ id: 1, reason: 'Kur' }] });
    expect(plan.warnings).toContainEqual({ code: 'table_ignored', params: { table: 'teacherAbsences' } });
    expect(JSON.stringify(plan)).not.toContain('Kur');
  });

  it.each<[string, unknown, object]>([
    ['no times', { ...LESSON, startTime: '' }, { column: 'lessonTimes[0].startTime', reason: 'bad_time' }],
    [
      'an end before the beginning',
      { ...LESSON, endTime: '0700' },
      { column: 'lessonTimes[0].endTime', value: '"0700"', reason: 'bad_range' },
    ],
    [
      'a date that is none',
      { ...LESSON, dates: ['20260931'] },
      { column: 'lessonTimes[0].dates', value: '"20260931"', reason: 'bad_date' },
    ],
    ['no day at all', { ...LESSON, dates: [] }, { column: 'lessonTimes[0].dates', reason: 'missing_value' }],
    ['an unknown weekday', { ...LESSON, dates: [], weekday: 9 }, { reason: 'unknown_weekday' }],
    ['a change without a date', changed({ cancelled: 'x' }, { dates: [], weekday: 1 }), { reason: 'missing_value' }],
    [
      'nothing that is taught',
      { startTime: '0800', endTime: '0845', weekday: 1 },
      { column: 'lessonTimes[0].subjectCode', reason: 'missing_value' },
    ],
    ['no object', 'x', { column: 'lessonTimes[0]', value: '"x"', reason: 'missing_value' }],
  ])('reports an entry with its place: %s', (_name, entry, expected) => {
    const plan = parse([entry]);
    expect(plan.lessons).toEqual([]);
    expect(plan.rejected).toMatchObject([{ file: 'plan.json', ...expected }]);
  });

  it('reports an entry that is there already', () => {
    expect(parse([LESSON, LESSON]).rejected).toMatchObject([
      { column: 'lessonTimes[1].dates', reason: 'duplicate_row' },
    ]);
  });

  it.each(['{"result":{"displaySchedule":', '{"displaySchedule":{}}', '{"result":{"displaySchedule":[]}}'])(
    'refuses %s',
    (content) => {
      expect(() => davinciParser.parse([fileOf(content)], {})).toThrow(UnreadableFile);
    },
  );

  it('whatever it holds: every entry is a place, a change or reported, without an error', () => {
    const value = fc.oneof(
      fc.constantFrom('0800', '0845', '7a', 'Mey', '20260907', '20260914', '1', 3, '', null, true),
      fc.array(fc.constantFrom('7a', 'Mey', '20260907', '20260914', '', 7, null), { maxLength: 3 }),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const names = [...Object.keys(LESSON), 'weekday', 'courseTitle', 'constructor', '__proto__'];
    const changes = fc.dictionary(
      fc.constantFrom(
        'changeType',
        'cancelled',
        'newDate',
        'oldDate',
        'newTeacherCodes',
        'absentTeacherCodes',
        'caption',
      ),
      value,
    );
    const entry = fc
      .tuple(fc.dictionary(fc.constantFrom(...names), value), fc.option(changes), fc.boolean())
      .map(([fields, change, isWhole]) => ({
        ...(isWhole ? LESSON : {}),
        ...fields,
        ...(change ? { changes: change } : {}),
      }));
    fc.assert(
      fc.property(fc.array(fc.oneof(entry, value), { maxLength: 6 }), value, (entries, teachers) => {
        const plan = parse(entries, { eventTimes: entries, supervisionTimes: entries }, { ...MASTER, teachers });
        for (const list of ['lessonTimes', 'eventTimes', 'supervisionTimes']) {
          const refused = plan.rejected.filter(({ column }) => column?.startsWith(`${list}[`)).length;
          expect(refused).toBeLessThanOrEqual(entries.length);
        }
        const refused = plan.rejected.filter(({ column }) => column?.startsWith('lessonTimes[')).length;
        if (refused < entries.length) expect(plan.lessons.length + plan.substitutions.length).toBeGreaterThan(0);
        const known = new Set(plan.teachers.map(({ code }) => code));
        for (const lesson of plan.lessons) expect(lesson.teachers.every((code) => known.has(code))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
