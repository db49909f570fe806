import type { ParseOptions } from '@kreide/core/features/timetable-import';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectParser } from '../detect.ts';
import { UnreadableFile } from '../parser.ts';
import { parsers } from '../parsers.ts';
import { fetParser } from './index.ts';

const fileOf = (text: string, name = 'plan.fet') => ({ name, bytes: new TextEncoder().encode(text) });
const tag = (name: string, ...inside: (string | number)[]) => `<${name}>${inside.join('')}</${name}>\n`;
const named = (item: string, names: readonly string[]) => names.map((name) => tag(item, tag('Name', name))).join('');

const activity = (id: string, inside = '', more = '') =>
  tag('Activity', inside || '<Teacher>Mey</Teacher><Subject>Ma</Subject><Students>7a</Students>', tag('Id', id), more);
const fixed = (id: string, day: string, hour: string, more = '') =>
  tag(
    'ConstraintActivityPreferredStartingTime',
    '<Weight_Percentage>100</Weight_Percentage>',
    tag('Activity_Id', id),
    tag('Preferred_Day', day),
    tag('Preferred_Hour', hour),
    more,
  );
const room = (id: string, name: string) =>
  tag(
    'ConstraintActivityPreferredRoom',
    '<Weight_Percentage>100</Weight_Percentage>',
    tag('Activity_Id', id),
    tag('Room', name),
  );

interface Parts {
  days?: string[];
  hours?: string[];
  years?: string;
  activities?: string;
  constraints?: string;
}
function planOf({
  days = ['Mo', 'Di'],
  hours = ['1', '2', '3'],
  years = '',
  activities = '',
  constraints = '',
}: Parts) {
  return fileOf(
    `<?xml version="1.0"?>\n<fet version="6.1">\n${tag('Days_List', named('Day', days))}${tag('Hours_List', named('Hour', hours))}${tag(
      'Subjects_List',
      named('Subject', ['Ma']),
    )}${tag('Teachers_List', named('Teacher', ['Mey', 'Sol']))}${tag('Rooms_List', named('Room', ['R 1']))}${tag('Students_List', years)}${tag(
      'Activities_List',
      activities,
    )}${tag('Time_Constraints_List', constraints)}</fet>`,
  );
}
const parse = (parts: Parts, timetable?: string, options: ParseOptions = {}) =>
  fetParser.parse(
    [
      planOf(parts),
      ...(timetable === undefined ? [] : [fileOf(tag('Activities_Timetable', timetable), 'activities.xml')]),
    ],
    options,
  );
const YEARS = tag('Year', tag('Name', '7'), tag('Group', tag('Name', '7a'), tag('Subgroup', tag('Name', '7a Nord'))));

describe('FET plans', () => {
  it('place what is fixed in them, a double period twice, with the room', () => {
    const plan = parse({
      years: YEARS,
      activities: activity('1', '', tag('Duration', 2)) + activity('2'),
      constraints: fixed('1', 'Di', '2') + room('1', 'R 1'),
    });
    expect(plan.rejected).toEqual([]);
    expect(plan.lessons).toMatchObject([
      {
        subject: 'Ma',
        grades: ['7a'],
        teachers: ['Mey'],
        course: null,
        placements: [
          { weekday: 2, hour: '2', bookables: ['R 1'], weeks: { kind: 'every' } },
          { weekday: 2, hour: '3', bookables: ['R 1'] },
        ],
      },
    ]);
    expect(plan.teachers.map(({ code }) => code)).toEqual(['Mey', 'Sol']);
    expect(plan.scope).toEqual({ complete: [], lessons: 'all', substitutions: null });
  });

  it('take the finished timetable of the activities before what is fixed', () => {
    const at = (id: string, day: string, hour: string) =>
      tag('Activity', tag('Id', id), tag('Day', day), tag('Hour', hour), tag('Room', 'R 1'));
    const parts = { activities: activity('1') + activity('2'), constraints: fixed('1', 'Di', '2') };
    const plan = parse(parts, at('1', 'Mo', '1') + at('2', '', '') + at('9', 'Mo', '1') + at('1', 'Mo', '2'));
    expect(plan.lessons[0]?.placements).toMatchObject([{ weekday: 1, hour: '1', bookables: ['R 1'] }]);
    expect(plan.rejected).toMatchObject([
      { file: 'activities.xml', column: 'Id', value: '1', reason: 'duplicate_id' },
      { file: 'activities.xml', column: 'Id', value: '9', reason: 'unknown_reference' },
    ]);
  });

  it('are two files of one upload, and the second alone is refused with what is missing', () => {
    const timetable = fileOf(tag('Activities_Timetable', ''), 'activities.xml');
    const view = fileOf(tag('Teachers_Timetable', ''), 'teachers.xml');
    const files = [timetable, planOf({}), view];
    expect(detectParser(files, parsers)).toBe(fetParser);
    expect(fetParser.parse(files, {}).warnings).toContainEqual({
      code: 'file_ignored',
      params: { file: 'teachers.xml' },
    });
    const refuse = (list: typeof files) => {
      try {
        fetParser.parse(list, {});
      } catch (error) {
        if (error instanceof UnreadableFile) return error.reason;
      }
      return null;
    };
    expect(refuse([timetable])).toBe('fet_plan_missing');
    expect(refuse([planOf({}), planOf({})])).toBe('one_file_only');
  });

  it('have classes where lessons are given: to years with groups as parts, or to groups', () => {
    const to = (students: string) => `<Subject>Ma</Subject><Students>${students}</Students>`;
    const byGroup = parse({ years: YEARS, activities: activity('1', to('7a')) + activity('2', to('7a Nord')) });
    expect(byGroup.lessons.map(({ grades, course }) => [grades, course])).toEqual([
      [['7a'], null],
      [['7a'], 'Ma|7a Nord'],
    ]);
    expect(byGroup.courses).toMatchObject([{ code: 'Ma 7a Nord', grades: ['7a'], is_required: false }]);
    const byYear = parse({ years: YEARS, activities: activity('1', to('7')) + activity('2', to('7a')) });
    expect(byYear.lessons.map(({ grades, course }) => [grades, course])).toEqual([
      [['7'], null],
      [['7'], 'Ma|7a'],
    ]);
  });

  it('name days in any language, and times in the names of periods', () => {
    const parts = { activities: activity('1'), hours: ['8.00 - 8.45', '9:00–9:45'] };
    const on = (days: string[]) =>
      parse({ ...parts, days, constraints: fixed('1', days[1]!, '9:00–9:45') }).lessons[0]?.placements[0];
    expect(on(['Sunday', 'Monday'])).toMatchObject({ weekday: 1, hour: '2' });
    expect(on(['Lundi', 'Mardi'])).toMatchObject({ weekday: 2 });
    expect(on(['الأحد', 'الإثنين'])).toMatchObject({ weekday: 1 });
    expect(parse(parts).times).toEqual([
      { hour: '1', weekday: null, begins_at: '08:00', ends_at: '08:45', type: 'LESSON' },
      { hour: '2', weekday: null, begins_at: '09:00', ends_at: '09:45', type: 'LESSON' },
    ]);
  });

  it('of half days hold their periods one after the other on the same weekday', () => {
    const days = ['Mo Vormittag', 'Mo Nachmittag', 'Di Vormittag', 'Di Nachmittag', 'Mi Vormittag'];
    const activities = days.map((_, at) => activity(String(at + 1))).join('');
    const constraints = days.map((day, at) => fixed(String(at + 1), day, '1')).join('');
    const { lessons, warnings } = parse({ days, activities, constraints });
    expect(lessons.flatMap(({ placements }) => placements.map(({ weekday, hour }) => `${weekday} ${hour}`))).toEqual([
      '1 1',
      '1 4',
      '2 1',
      '2 4',
      '3 1',
    ]);
    expect(warnings).toContainEqual({ code: 'half_days_joined', params: { period: '4' } });
    // Times of one half say nothing about a whole day.
    expect(() => parse({ days, activities, constraints, hours: ['8:00-8:45'] })).toThrow('half_days_unclear');
  });

  it('of days, or halves of days, that somebody names are read so', () => {
    const on = (days: string[], weekdays: number[]) => {
      const constraints = fixed('1', days.at(-1)!, '1');
      const plan = parse({ days, activities: activity('1'), constraints }, undefined, {
        reading: { kind: 'days', weekdays },
      });
      return [plan.asked?.question, ...(plan.lessons[0]?.placements ?? [])];
    };
    expect(on(['I', 'II', 'III'], [7])).toMatchObject([{ days: ['I', 'II', 'III'] }, { weekday: 2, hour: '1' }]);
    expect(on(['I am', 'I pm', 'II am', 'II pm'], [1, 3])).toMatchObject([
      { days: ['I', 'II'] },
      { weekday: 3, hour: '4' },
    ]);
    expect(() => parse({ days: ['I', 'II'], activities: activity('1') })).toThrow('reading_undecided');
    const eight = Array.from({ length: 8 }, (_, at) => `${at}`);
    expect(() => on(eight, [1])).toThrow('weekdays_unclear');
  });

  it.each<[string, Parts, object]>([
    [
      'an inactive activity',
      { activities: activity('1', '', '<Active>false</Active>') },
      { column: 'Active', value: '1', reason: 'unsupported_row' },
    ],
    ['an id that is taken', { activities: activity('1') + activity('1') }, { column: 'Id', reason: 'duplicate_id' }],
    [
      'an activity without an id',
      { activities: tag('Activity', '<Subject>Ma</Subject>') },
      { column: 'Id', reason: 'missing_value' },
    ],
    [
      'a length that is none',
      { activities: activity('1', '', tag('Duration', 'x')) },
      { column: 'Duration', reason: 'bad_number' },
    ],
    [
      'a day beyond the list',
      { activities: activity('1'), constraints: fixed('1', 'Mi', '1') },
      { column: 'Day', value: 'Mi', reason: 'unknown_weekday' },
    ],
    [
      'a period beyond the list',
      { activities: activity('1'), constraints: fixed('1', 'Mo', '9') },
      { column: 'Hour', reason: 'bad_period' },
    ],
    [
      'periods beyond the day',
      { activities: activity('1', '', tag('Duration', 2)), constraints: fixed('1', 'Mo', '3') },
      { reason: 'bad_range' },
    ],
    [
      'a place of nothing',
      { constraints: fixed('7', 'Mo', '1') },
      { column: 'Id', value: '7', reason: 'unknown_reference' },
    ],
    [
      'two places',
      { activities: activity('1'), constraints: fixed('1', 'Mo', '1') + fixed('1', 'Mo', '2') },
      { reason: 'conflicting_rows' },
    ],
  ])('report with their line %s', (_name, parts, expected) => {
    const plan = parse(parts);
    expect(plan.rejected).toMatchObject([{ file: 'plan.fet', row: expect.any(Number), ...expected }]);
  });

  it('do not take wishes and inactive constraints for places', () => {
    const wish = fixed('1', 'Mo', '1').replace('>100<', '>80<');
    const off = fixed('1', 'Mo', '1', '<Active>false</Active>');
    const plan = parse({ activities: activity('1'), constraints: wish + off });
    expect(plan.lessons[0]?.placements).toEqual([]);
    expect(plan.rejected).toEqual([]);
  });

  const word = fc.constantFrom('1', '2', 'Mo', 'Di', '7a', '7', '', 'x'.repeat(300), '-1', '99');
  it('whatever they hold: every activity and every place is used or reported, without an error', () => {
    const one = fc.record({ id: word, students: word, duration: word });
    const place = fc.record({ id: word, day: word, hour: word });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 6 }), fc.array(place, { maxLength: 6 }), (activities, places) => {
        const plan = parse({
          years: YEARS,
          activities: activities
            .map(({ id, students, duration }) => activity(id, tag('Students', students), tag('Duration', duration)))
            .join(''),
          constraints: places.map(({ id, day, hour }) => fixed(id, day, hour)).join(''),
        });
        const refused = plan.rejected.filter(({ column }) => ['Id', 'Duration', 'Subject'].includes(column ?? ''));
        const groups = new Set(activities.map(({ students }) => students)).size;
        expect(plan.lessons.length + refused.length).toBeGreaterThanOrEqual(
          activities.length === 0 ? 0 : Math.min(groups, 1),
        );
        const known = new Set(plan.grades.map(({ code }) => code));
        for (const lesson of plan.lessons) expect(lesson.grades.every((code) => known.has(code))).toBe(true);
        for (const { placements } of plan.lessons) {
          for (const { weekday, hour } of placements) {
            expect([1, 2]).toContain(weekday);
            expect(['1', '2', '3']).toContain(hour);
          }
        }
        // Each activity of its own id is a lesson's or reported; so is each place.
        const ids = new Set(activities.map(({ id }) => id).filter(Boolean));
        for (const { id, hour } of places) {
          // A constraint without a period fixes the day only.
          if (id !== '' && hour !== '' && !ids.has(id))
            expect(plan.rejected.map(({ value }) => value)).toContain(id.length > 200 ? `${id.slice(0, 200)}…` : id);
        }
      }),
      { numRuns: 300 },
    );
  });
});
