import type { AskedReading, ParseOptions } from '@kreide/core/features/timetable-import';
import { describe, expect, it } from 'vitest';
import { UndecidedReading, UnreadableFile } from '../parser.ts';
import { ascParser } from './index.ts';

const fileOf = (content: string) => ({ name: 'asc.xml', bytes: new TextEncoder().encode(content) });
const parse = (content: string, options: ParseOptions = {}) => ascParser.parse([fileOf(content)], options);

const MASTER = `
  <periods><period period="0" starttime="7:05" endtime="7:50"/><period period="1" starttime="8:00" endtime="8:45"/></periods>
  <breaks><break break="1" starttime="7:50" endtime="8:00"/></breaks>
  <weeksdefs><weeksdef id="W1" name="Week A" short="A" weeks="10"/><weeksdef id="W3" weeks="10,01"/></weeksdefs>
  <subjects><subject id="S1" name="Mathe&#109;atik" short="Ma"/><subject id="S2" name="Chor" short=" .Ch  or "/></subjects>
  <teachers>
    <teacher id="*1" firstname="Ada" lastname="Weil" name="Ada Weil" short="We" color="#00FF7A" email="weil@example.org"/>
    <teacher id="T2" name="Otto Kern" short="" color="red"/>
  </teachers>
  <classrooms><classroom id="R1" short="R 5b" name="Raum"/><classroom id="R2" short="R 5b" name="Keller"/></classrooms>
  <classes><class id="K1" short="7a" name="Klasse 7a"/><class id="K2" short="7b" name="Klasse 7b"/></classes>
  <groups>
    <group id="G1" name="Alle" classid="K1" entireclass="1" divisiontag="0"/>
    <group id="G2" name="Alle" classid="K2" entireclass="1" divisiontag="0"/>
    <group id="G3" name="Latein" classid="K1" entireclass="0" divisiontag="1"/>
  </groups>`;
const plan2012 = (lessons: string, cards: string, master = MASTER) =>
  `<?xml version="1.0" encoding="UTF-8"?><timetable importtype="database" displayname="aSc Timetables 2012 XML">${master}
  <lessons>${lessons}</lessons><cards>${cards}</cards></timetable>`;

const LESSON = '<lesson id="L1" subjectid="S1" classids="K1" groupids="G1" teacherids="*1" classroomids="R1,R2"/>';

describe('aSc master data', () => {
  const plan = parse(plan2012(LESSON, ''));

  it('keeps ids, codes, names, mail addresses and colours', () => {
    expect(plan.teachers).toEqual([
      {
        external_id: '*1',
        code: 'We',
        name: 'Ada Weil',
        firstname: 'Ada',
        lastname: 'Weil',
        email: 'weil@example.org',
        color: '#00ff7a',
      },
      expect.objectContaining({ external_id: 'T2', code: 'Otto Kern', color: null }),
    ]);
    expect(plan.subjects.map((subject) => subject.code)).toEqual(['Ma', '.Ch  or']);
    expect(plan.subjects[0]?.name).toBe('Mathematik');
  });

  it('does not say a name twice, wherever the school keeps it', () => {
    const teachers = [
      'firstname="Christine Tan" lastname="" name="Christine Tan"',
      'firstname="Siqueira" lastname="Siqueira" name="Siqueira Siqueira"',
      'firstname="Ada Weil" lastname="Weil" name="Ada Weil"',
      'firstname="Ada" lastname="Ada Weil" name="Ada Ada Weil"',
      'name="Otto Kern Otto Kern"',
      'firstname="Ada" lastname="" name="Ada Weil"',
      'firstname="Toey" lastname="Go" name="Go Toey"',
    ].map((names, index) => `<teacher id="T${index}" short="t${index}" ${names}/>`);
    const read = parse(plan2012('', '', `<teachers>${teachers.join('')}</teachers>`)).teachers;
    expect(read.map(({ firstname, lastname }) => [firstname, lastname])).toEqual([
      [null, 'Christine Tan'],
      [null, 'Siqueira'],
      [null, 'Ada Weil'],
      [null, 'Ada Weil'],
      [null, 'Otto Kern'],
      [null, 'Ada Weil'],
      ['Toey', 'Go'],
    ]);
  });

  it('calls periods as the school does, where each has a short name of its own [T-3.14]', () => {
    const periods = (names: string[]) =>
      `<periods>${names.map((name, index) => `<period period="${index + 1}" name="${name}" starttime="${index + 7}:00" endtime="${index + 7}:45"/>`).join('')}</periods>`;
    const master = MASTER.replace(/<periods>.*<\/periods>/, periods(['5.2', '5.3']));
    const plan = parse(plan2012(LESSON, '<card lessonid="L1" period="2" days="10000" classroomids="R1"/>', master));
    expect(plan.times.map(({ hour, type }) => [hour, type])).toEqual([
      ['5.2', 'LESSON'],
      ['5.3', 'LESSON'],
      ['5.2', 'BREAK'],
    ]);
    expect(plan.lessons[0]?.placements[0]?.hour).toBe('5.3');
    for (const names of [
      ['A', 'A'],
      ['9.00-9.30', 'B'],
      ['', 'B'],
    ])
      expect(parse(plan2012('', '', periods(names))).times.map(({ hour }) => hour)).toEqual(['1', '2']);
  });

  it('reads bell times, period 0 and breaks included', () => {
    expect(plan.times).toEqual([
      { hour: '0', weekday: null, begins_at: '07:05', ends_at: '07:50', type: 'LESSON' },
      { hour: '1', weekday: null, begins_at: '08:00', ends_at: '08:45', type: 'LESSON' },
      { hour: '1', weekday: null, begins_at: '07:50', ends_at: '08:00', type: 'BREAK' },
    ]);
  });

  it('tells of codes that two rooms share', () => {
    expect(plan.warnings).toContainEqual({
      code: 'duplicate_codes',
      params: { table: 'classrooms', count: 1, example: 'R 5b' },
    });
  });

  it('rejects ids and codes that no index could hold', () => {
    const long = 'x'.repeat(201);
    const { rejected, subjects } = parse(
      `<timetable importtype="d"><subjects><subject id="${long}" short="a"/><subject id="1" short="${long}"/>
      <subject id="2" short="b"/></subjects></timetable>`,
    );
    expect(rejected.map(({ column, reason }) => [column, reason])).toEqual([
      ['id', 'too_long'],
      ['short', 'too_long'],
    ]);
    expect(subjects.map((subject) => subject.code)).toEqual(['b']);
  });

  it('claims completeness only for tables with rows, and the whole weekly plan', () => {
    expect(plan.scope).toEqual({
      complete: ['grades', 'teachers', 'bookables', 'subjects', 'courses', 'times'],
      lessons: 'all',
      substitutions: null,
    });
    const empty = parse('<timetable importtype="database"><teachers/></timetable>');
    expect(empty.scope).toEqual({ complete: [], lessons: 'none', substitutions: null });
    expect(empty.warnings.map((warning) => warning.code)).toContain('no_lessons');
  });
});

describe('aSc lessons and cards', () => {
  it('places one card a period; the rooms of the card count, those of the lesson are only allowed ones', () => {
    const cards =
      '<card lessonid="L1" period="0" days="00100" weeks="10" terms="1" classroomids="R2"/>' +
      '<card lessonid="L1" period="1" days="00100" weeks="11" terms="1" classroomids=""/>' +
      '<card lessonid="L1" period="1" days="10001" weeks="1" terms="1"/>';
    const plan = parse(plan2012(LESSON, cards), { anchor: '2026-09-07' });
    const of = (weekday: number, hour: string, bookables: string[], weeks: unknown) => ({
      weekday,
      hour,
      begins_at: null,
      ends_at: null,
      bookables,
      weeks,
    });
    expect(plan.lessons[0]?.placements).toEqual([
      of(3, '0', ['R2'], { kind: 'cycle', mask: [true, false], name: 'A' }),
      of(3, '1', [], { kind: 'every' }),
      of(1, '1', [], { kind: 'every' }),
      of(5, '1', [], { kind: 'every' }),
    ]);
    expect(plan.counts).toMatchObject({ lessons: 1, placements: 3 });
    expect(plan.rejected).toEqual([]);
    expect(plan.warnings.map((warning) => warning.code)).not.toContain('anchor_assumed');
  });

  it('keeps lessons without card, teacher, class or subject and says how many', () => {
    const plan = parse(plan2012('<lesson id="L9" subjectid="" classids="" groupids="" teacherids=""/>', ''));
    expect(plan.lessons).toEqual([
      expect.objectContaining({
        external_id: 'L9',
        subject: null,
        grades: [],
        teachers: [],
        course: null,
        placements: [],
      }),
    ]);
    expect(plan.warnings).toContainEqual({ code: 'lessons_unplaced', params: { count: 1 } });
    expect(plan.warnings).toContainEqual({ code: 'lessons_without_teacher', params: { count: 1 } });
  });

  it('says what it assumed about weeks, terms, long cycles and periods without times', () => {
    const cards =
      '<card lessonid="L1" period="1" days="000001" weeks="01" terms="10" classroomids=""/>' +
      '<card lessonid="L1" period="9" days="100000" weeks="10,01" terms="11" classroomids=""/>';
    const { warnings, lessons } = parse(plan2012(LESSON, cards));
    expect(lessons[0]?.placements.map(({ weekday, weeks }) => [weekday, weeks.kind])).toEqual([
      [6, 'cycle'],
      [1, 'every'],
    ]);
    expect(warnings).toEqual(
      expect.arrayContaining([
        { code: 'anchor_assumed', params: {} },
        { code: 'terms_as_whole_year', params: { count: 1 } },
        { code: 'day_beyond_friday', params: { days: 6 } },
        { code: 'periods_without_times', params: { periods: '9' } },
        { code: 'week_alternatives', params: {} },
      ]),
    );
  });

  it('makes one course for each subject and set of groups, required only for whole classes', () => {
    const lessons =
      '<lesson id="L1" subjectid="S1" classids="K1,K2" groupids="G1,G2" teacherids="*1"/>' +
      '<lesson id="L2" subjectid="S1" classids="K2,K1" groupids="G2,G1" teacherids="T2"/>' +
      '<lesson id="L3" subjectid="S2" classids="K1" groupids="G3" teacherids="T2"/>' +
      '<lesson id="L4" subjectid="S1" classids="K1" groupids="G1" seminargroup="2"/>';
    const plan = parse(plan2012(lessons, ''));
    expect(plan.courses).toEqual([
      expect.objectContaining({ code: 'Ma 7a, 7b', is_required: true, teachers: ['*1', 'T2'], grades: ['K1', 'K2'] }),
      expect.objectContaining({ code: '.Ch  or 7a Latein', is_required: false, grades: ['K1'], subject: 'S2' }),
      expect.objectContaining({ code: 'Ma 7a 2', is_required: false }),
    ]);
    const [first, second, third, fourth] = plan.lessons.map((lesson) => lesson.course);
    expect(first).toBe(second);
    expect(new Set([first, third, fourth]).size).toBe(3);
    expect(plan.courses.map((course) => course.external_id)).toEqual([first, third, fourth]);
    expect(parse(plan2012(lessons, '')).courses).toEqual(plan.courses);
    expect(plan.warnings).toContainEqual({ code: 'courses_need_enrolment', params: { count: 2 } });
  });

  it('fills periods without times from the given grid', () => {
    const time = { weekday: null, begins_at: '10:00', ends_at: '10:45', type: 'LESSON' } as const;
    const grid = [
      { ...time, hour: '1' },
      { ...time, hour: '9' },
    ];
    const plan = parse(plan2012(LESSON, '<card lessonid="L1" period="9" days="10000"/>'), { grid });
    expect(plan.times.filter((row) => row.type === 'LESSON').map((row) => [row.hour, row.begins_at])).toEqual([
      ['0', '07:05'],
      ['1', '08:00'],
      ['9', '10:00'],
    ]);
    expect(plan.warnings.map((warning) => warning.code)).not.toContain('periods_without_times');
  });
});

describe('aSc rows that cannot be used', () => {
  it('are named with line, column, value and reason while everything else stays', () => {
    const lessons = `\n${LESSON}\n${LESSON}\n<lesson subjectid="S1"/>\n<lesson id="L2" subjectid="S9" teacherids="*1,T9"/>\n`;
    const cards = [
      '<card lessonid="LX" period="1" days="10000"/>',
      '<card lessonid="L1" period="x" days="10000"/>',
      '<card lessonid="L1" period="1" days="12000"/>',
      '<card lessonid="L1" period="1" days="00000001"/>',
      '<card lessonid="L1" period="1"/>',
      '<card lessonid="L1" period="1" days="10000" weeks="00"/>',
      '<card lessonid="L1" period="1" days="10000" classroomids="R1,R9"/>',
    ].join('\n');
    const plan = parse(plan2012(lessons, cards));
    expect(plan.rejected.map(({ column, value, reason }) => [column, value, reason])).toEqual([
      ['id', 'L1', 'duplicate_id'],
      ['id', null, 'missing_value'],
      ['subjectid', 'S9', 'unknown_reference'],
      ['teacherids', 'T9', 'unknown_reference'],
      ['lessonid', 'LX', 'unknown_reference'],
      ['period', 'x', 'bad_period'],
      ['days', '12000', 'bad_day_mask'],
      ['days', '00000001', 'unknown_weekday'],
      ['days', null, 'missing_value'],
      ['weeks', '00', 'bad_weeks'],
      ['classroomids', 'R9', 'unknown_reference'],
    ]);
    const lines = plan.rejected.map((rejected) => rejected.row ?? 0);
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
    expect(plan.rejected.every((rejected) => rejected.file === 'asc.xml')).toBe(true);
    expect(plan.counts).toMatchObject({ lessons: 2, placements: 1 });
    expect(plan.lessons[1]).toMatchObject({ external_id: 'L2', subject: null, teachers: ['*1'] });
  });
});

describe('the older aSc dialect', () => {
  const legacy = `<timetable importtype="database" options="idprefix:XML">
    <days><day day="0" name="Montag"/><day day="1"/></days>${MASTER}
    <lessons><lesson id="L1" subjectid="S1" classids="K1" groupids="G1" teacherids="*1" weeks="01"/></lessons>
    <cards><card lessonid="L1" classroomids="R1" day="0" period="1"/><card lessonid="L1" classroomids="" day="4" period="0"/>
    <card lessonid="L1" classroomids="" day="9" period="0"/></cards></timetable>`;

  it('counts days from 0 = Monday and takes the weeks from the lesson', () => {
    const plan = parse(legacy);
    expect(plan.format).toBe('asc-legacy');
    expect(plan.lessons[0]?.placements.map(({ weekday, hour, weeks }) => [weekday, hour, weeks])).toEqual([
      [1, '1', { kind: 'cycle', mask: [false, true], name: 'B' }],
      [5, '0', { kind: 'cycle', mask: [false, true], name: 'B' }],
    ]);
    expect(plan.rejected).toEqual([expect.objectContaining({ column: 'day', value: '9', reason: 'unknown_weekday' })]);
  });
});

describe('the days of an aSc file', () => {
  const days = (names: string[]) =>
    names
      .map((name, at) => `<daysdef name="${name}" days="${names.map((_, one) => Number(one === at)).join('')}"/>`)
      .join('');
  const first = (names: string[], mask: string) => {
    const card = `<card lessonid="L1" period="1" days="${mask}"/>`;
    return parse(plan2012(LESSON, card, `<daysdefs>${days(names)}</daysdefs>${MASTER}`)).lessons[0]?.placements[0];
  };

  it('are those that it names, wherever its week begins', () => {
    expect(first(['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday'], '10000')?.weekday).toBe(7);
    expect(first(['السبت', 'الأحد', 'الإثنين'], '001')?.weekday).toBe(1);
    // The list goes on beyond the names that are shown.
    expect(first(['Sunday', 'Monday'], '001')?.weekday).toBe(2);
  });

  it('are asked about where their names say no weekday, once for all files with the same names', () => {
    const named = `<daysdefs>${days(['Day A', '', 'Day C'])}</daysdefs>${MASTER}`;
    const plan = plan2012(LESSON, '<card lessonid="L1" period="1" days="001"/>', named);
    let asked: AskedReading | null = null;
    try {
      parse(plan);
    } catch (error) {
      if (error instanceof UndecidedReading) asked = error.asked;
    }
    expect(asked).toMatchObject({ question: { kind: 'days', days: ['Day A', '2', 'Day C'] }, answer: null });
    const placed = (options: ParseOptions) => parse(plan, options).lessons[0]?.placements[0]?.weekday;
    const said = (...weekdays: number[]) => ({ kind: 'days' as const, weekdays });
    expect(placed({ reading: said(7) })).toBe(2);
    expect(placed({ readings: { [asked!.make]: said(6, 1, 4) } })).toBe(4);
    // An answer about this upload comes first and stays visible.
    const both = { reading: said(1), readings: { [asked!.make]: said(6) } };
    expect([placed(both), parse(plan, both).asked?.answer]).toEqual([3, said(1)]);
    for (const wrong of [said(1, 2, 3, 4), said(1, 3, 1)])
      expect(() => parse(plan, { reading: wrong })).toThrow('reading_undecided');
    // An answer about these names says nothing about other names.
    const renamed = plan.replace('Day A', 'Day X');
    expect(() => parse(renamed, { readings: { [asked!.make]: said(6, 1, 4) } })).toThrow('reading_undecided');
  });

  it('begin on Monday without names, with a warning where there are six, unless somebody says otherwise', () => {
    const on = (mask: string, options: ParseOptions = {}) => {
      const plan = parse(plan2012(LESSON, `<card lessonid="L1" period="1" days="${mask}"/>`), options);
      const told = plan.warnings.map(({ code }) => code).filter((code) => /day/.test(code));
      return [plan.lessons[0]?.placements[0]?.weekday, ...told];
    };
    expect(on('00001')).toEqual([5, 'weekdays_assumed']);
    expect(on('000001')).toEqual([6, 'day_beyond_friday']);
    expect(on('0000001')).toEqual([7, 'day_beyond_friday']);
    expect(on('00001', { reading: { kind: 'days', weekdays: [7] } })).toEqual([4]);
    const { asked } = parse(plan2012(LESSON, '<card lessonid="L1" period="1" days="001"/>'));
    expect(asked).toMatchObject({ question: { kind: 'days', days: ['1', '2', '3'] }, answer: null });
  });

  it('are counted from 1 where its options or its table say so', () => {
    const card = '<card lessonid="L1" day="1" period="1"/><card lessonid="L1" day="5" period="1"/>';
    const legacy = (options: string, table: string) =>
      parse(
        `<timetable importtype="database" options="${options}"><days>${table}</days>${MASTER}<lessons>${LESSON}</lessons><cards>${card}</cards></timetable>`,
      );
    const places = (plan: ReturnType<typeof parse>) =>
      plan.lessons.flatMap(({ placements }) => placements.map(({ weekday }) => weekday));
    const named = '<day day="1" name="Montag"/><day day="2" name="Dienstag"/>';
    expect(places(legacy('idprefix:X,daynumbering1', named))).toEqual([1, 5]);
    expect(places(legacy('', named))).toEqual([1, 5]);
    const unnamed = legacy('daynumbering1', '');
    expect(places(unnamed)).toEqual([1, 5]);
    expect(unnamed.warnings).toContainEqual({ code: 'weekdays_assumed', params: {} });
  });
});

describe('aSc supervisions', () => {
  it('stand before the period of their break; others are counted', () => {
    const master = `${MASTER}<classroomsupervisions>
      <classroomsupervision classroomid="R1" teacherid="*1" day="01000" week="10" term="1" period="" break="1"/>
      <classroomsupervision classroomid="R1" teacherid="*1" day="01000" week="1" term="1" period="1" break=""/>
    </classroomsupervisions>`;
    const plan = parse(plan2012(LESSON, '', master));
    expect(plan.supervisions).toEqual([
      {
        area: 'R 5b',
        teacher: '*1',
        weekday: 2,
        before_hour: '1',
        minutes: null,
        weeks: { kind: 'cycle', mask: [true, false], name: 'A' },
      },
    ]);
    expect(plan.warnings).toContainEqual({ code: 'supervisions_skipped', params: { count: 1 } });
  });
});

describe('recognising aSc files', () => {
  it('looks at the root', () => {
    expect(ascParser.recognise([fileOf('<timetable importtype="database">')])).toBe(1);
    for (const other of ['<splan/>', '<document/>', 'a;b', '<timetable xmlns="urn:x" importtype="d"/>']) {
      expect(ascParser.recognise([fileOf(other)])).toBe(0);
    }
  });

  it('refuses a second plan, another root and a cut-off file', () => {
    const file = fileOf(plan2012(LESSON, ''));
    const reasonOf = (run: () => unknown) => {
      try {
        run();
      } catch (error) {
        return error instanceof UnreadableFile ? error.reason : error;
      }
      return null;
    };
    expect(reasonOf(() => ascParser.parse([file, { ...file, name: 'b.xml' }], {}))).toBe('one_file_only');
    expect(reasonOf(() => parse('<fet/>'))).toBe('wrong_root');
    expect(reasonOf(() => parse(plan2012(LESSON, '').slice(0, -20)))).toBe('xml_truncated');
  });
});
