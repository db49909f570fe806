import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableFile } from '../../parser.ts';
import { untisXmlParser } from '../index.ts';
import { readLessonId } from './lessons.ts';
import { toOccurrenceWeeks, toUntisYear } from './occurrence.ts';
import { splitReferences } from './references.ts';

/** Two weeks, Monday 7 to Sunday 20 September 2026, the Friday of the second week free. */
const WEEKS = '11111FF1111FFF';

function documentOf(parts: { lessons?: string; extra?: string } = {}): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<document version="3.5" xmlns="https://untis.at/untis/XmlInterface">
  <lessons>${parts.lessons ?? ''}</lessons>
  <students><student id="ST_Secret"><forename>Pia</forename></student></students>
  <general><schoolyearbegindate>20260907</schoolyearbegindate><schoolyearenddate>20260920</schoolyearenddate></general>
  <timeperiods>
    <timeperiod id="TP_1"><day>1</day><period>1</period><starttime>0750</starttime><endtime>0835</endtime></timeperiod>
    <timeperiod id="TP_2"><day>2</day><period>1</period><starttime>0750</starttime><endtime>0835</endtime></timeperiod>
    <timeperiod id="TP_3"><day>2</day><period>2</period><starttime>0845</starttime><endtime>0930</endtime></timeperiod>
  </timeperiods>
  <holidays><holiday id="HD_Free"><type>Public holiday</type><longname>Town day</longname><starttime>20260918</starttime><endtime>20260918</endtime></holiday></holidays>
  <classes><class id="CL_12 1"/><class id="CL_FOT 11B"><longname>Trades</longname></class></classes>
  <teachers><teacher id="TR_Abl"><forename>Ada</forename><surname>Ablas</surname></teacher></teachers>
  <rooms><room id="RM_R 1"/></rooms>
  <subjects><subject id="SU_D  G4"><longname>German</longname></subject></subjects>
  ${parts.extra ?? ''}
</document>`;
}

function lessonOf(
  id: string,
  inside: string,
  times = '<time><assigned_day>1</assigned_day><assigned_period>1</assigned_period></time>',
): string {
  return `<lesson id="${id}"><lesson_subject id="SU_D  G4"/><lesson_teacher id="TR_Abl"/>
    <lesson_classes id=" CL_FOT 11B CL_12 1"/>${inside}<times>${times}</times></lesson>`;
}

const parse = (text: string) =>
  untisXmlParser.parse([{ name: 'untis.xml', bytes: new TextEncoder().encode(text) }], {});
const weeksOf = (inside: string, times?: string) =>
  parse(documentOf({ lessons: lessonOf('LS_4200', inside, times) })).lessons[0]?.placements.map(
    (placement) => placement.weeks,
  );

describe('the Untis XML export', () => {
  it('leaves out single dates before the lesson begins and after it ended [T-3.92]', () => {
    const on = (date: string) =>
      `<time><assigned_date>${date}</assigned_date><assigned_period>1</assigned_period></time>`;
    const validity = '<effectivebegindate>20260909</effectivebegindate><effectiveenddate>20260915</effectiveenddate>';
    const times = on('20260908') + on('20260909') + on('20260915') + on('20260916');
    const plan = parse(documentOf({ lessons: lessonOf('LS_4200', validity, times) }));
    expect(plan.lessons[0]?.placements.map(({ weeks }) => weeks)).toEqual([
      { kind: 'dates', dates: ['2026-09-09', '2026-09-15'] },
    ]);
    expect(plan.rejected.map(({ column, value, reason }) => [column, value, reason])).toEqual([
      ['assigned_date', '20260908', 'outside_validity'],
      ['assigned_date', '20260916', 'outside_validity'],
    ]);
  });

  it('reads sections in any order, with ids as codes, and no pupil', () => {
    const plan = parse(documentOf({ lessons: lessonOf('LS_4200', '') }));
    expect(plan.lessons).toMatchObject([
      {
        external_id: '42/D  G4~Abl',
        subject: 'D  G4',
        grades: ['FOT 11B', '12 1'],
        teachers: ['Abl'],
        begins_at: null,
      },
    ]);
    expect(plan.grades.map(({ code, name }) => [code, name])).toEqual([
      ['12 1', null],
      ['FOT 11B', 'Trades'],
    ]);
    expect(plan.school_year).toEqual({ begins_at: '2026-09-07', ends_at: '2026-09-20', by: 'stated' });
    expect(plan.holidays).toMatchObject([
      { name: 'Town day', shortcut: 'Free', begins_at: '2026-09-18', is_public: true },
    ]);
    expect(JSON.stringify(plan)).not.toMatch(/Secret|Pia/);
    expect(plan.counts).toEqual({
      lessons: 1,
      placements: 1,
      grades: 2,
      teachers: 1,
      bookables: 1,
      subjects: 1,
      substitutions: 0,
    });
  });

  it('joins equal days of the grid and keeps the rest apart', () => {
    expect(parse(documentOf()).times).toMatchObject([
      { hour: '1', weekday: null, begins_at: '07:50', ends_at: '08:35' },
      { hour: '2', weekday: 2, begins_at: '08:45', ends_at: '09:30' },
    ]);
  });

  it('takes the largest of several grids and says so', () => {
    const extra =
      '<timeperiods><timeperiod><timegrid>Primary</timegrid><day>1</day><period>1</period><starttime>0900</starttime><endtime>0945</endtime></timeperiod></timeperiods>';
    const plan = parse(documentOf({ extra }));
    expect(plan.times[0]).toMatchObject({ begins_at: '07:50' });
    expect(plan.warnings).toContainEqual({ code: 'time_grids_ignored', params: { name: '', count: 1 } });
  });

  it('reads the occurrence string day by day: every week, or exactly the dates', () => {
    expect(weeksOf(`<occurence>${WEEKS}</occurence>`)).toEqual([{ kind: 'every' }]);
    expect(weeksOf('<occurence>00000FF1111FFF</occurence>')).toEqual([{ kind: 'dates', dates: ['2026-09-14'] }]);
    const friday = '<time><assigned_day>5</assigned_day><assigned_period>1</assigned_period></time>';
    expect(weeksOf(`<occurence>${WEEKS}</occurence>`, friday)).toEqual([{ kind: 'every' }]);
    expect(weeksOf('<occurence>11111FF11111FF</occurence>', friday)).toEqual([
      { kind: 'dates', dates: ['2026-09-11', '2026-09-18'] },
    ]);
  });

  it('takes the date scheme where the lesson has no string, and the week label where neither is there', () => {
    const extra =
      '<lesson_date_schemes><lesson_date_scheme id="UG_B"><date_scheme>00000FF1111FFF</date_scheme></lesson_date_scheme></lesson_date_schemes>';
    const lessons = lessonOf('LS_4200', '<lesson_date_scheme id="UG_B"/>');
    expect(parse(documentOf({ lessons, extra })).lessons[0]?.placements[0]).toMatchObject({
      weekday: null,
      weeks: { kind: 'dates', dates: ['2026-09-14'] },
    });
    expect(weeksOf('<week>A</week>')).toEqual([{ kind: 'label', label: 'A' }]);
  });

  it('folds single dates of one slot, and rejects what it cannot read', () => {
    const dated = (date: string) =>
      `<time><assigned_date>${date}</assigned_date><assigned_period>2</assigned_period><assigned_room id="RM_R 1"/></time>`;
    const plan = parse(
      documentOf({
        lessons: lessonOf(
          'LS_4200',
          '<occurence>101</occurence>',
          dated('20260908') + dated('20260915') + dated('20261399'),
        ),
      }),
    );
    expect(plan.lessons[0]?.placements).toMatchObject([
      { weekday: null, hour: '2', bookables: ['R 1'], weeks: { kind: 'dates', dates: ['2026-09-08', '2026-09-15'] } },
    ]);
    expect(plan.rejected.map(({ row, column, value, reason }) => [row, column, value, reason])).toEqual([
      [4, 'assigned_date', '20261399', 'bad_date'],
      [3, 'occurence', '101', 'bad_weeks'],
    ]);
  });

  it('keeps coupling lines apart and couples them by number', () => {
    expect(readLessonId('LS_141807')).toEqual({ number: '1418', line: '07' });
    expect(readLessonId('LS_x')).toBeNull();
    const lessons = lessonOf('LS_4200', '') + lessonOf('LS_4201', '') + lessonOf('LS_bad', '');
    const plan = parse(documentOf({ lessons }));
    expect(plan.lessons.map((lesson) => lesson.external_id)).toEqual(['42/D  G4~Abl', '42/D  G4~Abl#01']);
    expect(plan.rejected).toMatchObject([{ row: 5, column: 'id', value: 'LS_bad', reason: 'bad_number' }]);
  });

  it('refuses another document and a truncated one', () => {
    const failure = (text: string) => {
      try {
        parse(text);
      } catch (error) {
        return error instanceof UnreadableFile ? error.reason : error;
      }
    };
    expect(failure('<document xmlns="urn:other"><lessons/></document>')).toBe('wrong_root');
    expect(failure(documentOf().slice(0, 900))).toBe('xml_truncated');
    expect(untisXmlParser.recognise([{ name: 'a.xml', bytes: new TextEncoder().encode(documentOf()) }])).toBe(1);
    expect(untisXmlParser.recognise([{ name: 'a.xml', bytes: new TextEncoder().encode('<timetable/>') }])).toBe(0);
  });
});

describe('lists of ids', () => {
  it('gives back every list of codes, blanks inside codes and before the list', () => {
    const code = fc.stringMatching(/^[A-Za-z0-9ÄÖÜ./+()]( ?[A-Za-z0-9ÄÖÜ./+()]){0,6}$/);
    fc.assert(
      fc.property(fc.uniqueArray(code, { maxLength: 6 }), fc.constantFrom('', ' '), (codes, before) => {
        expect(splitReferences(before + codes.map((item) => `CL_${item}`).join(' '), 'CL_')).toEqual(codes);
      }),
    );
  });
});

describe('occurrence strings', () => {
  it('holds exactly the marked days of the weekday, and every week means nothing was left out', () => {
    const year = toUntisYear('2026-09-07', '2026-12-20', []);
    const days = fc.array(fc.constantFrom('0', '1', 'F'), { minLength: year.days.length, maxLength: year.days.length });
    fc.assert(
      fc.property(days, fc.constantFrom(1, 2, 3, 4, 5), (marks, weekday) => {
        const held = year.days
          .filter((day, index) => day.weekday === weekday && marks[index] === '1')
          .map((day) => day.date);
        const weeks = toOccurrenceWeeks(marks.join(''), weekday as 1, year, null, null);
        const all = year.days.filter((day) => day.weekday === weekday).length;
        expect(weeks).toEqual(held.length === all ? { kind: 'every' } : { kind: 'dates', dates: held });
      }),
    );
  });
});
