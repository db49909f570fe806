import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectParser } from '../detect.ts';
import { parsers } from '../parsers.ts';
import { xhsttParser } from './index.ts';

const resource = (id: string, type: string) =>
  `<Resource Id="${id}"><Name>${id} name</Name><ResourceType Reference="${type}"/></Resource>\n`;
const time = (id: string, day: string) => `<Time Id="${id}"><Name>${id}</Name><Day Reference="${day}"/></Time>\n`;
const event = (id: string, inside = '') =>
  `<Event Id="${id}"><Name>${id}</Name><Duration>2</Duration><Resources><Resource Reference="T1"/><Resource Reference="C1"/>${inside}</Resources></Event>\n`;
const held = (id: string, at: string, duration = '1', inside = '') =>
  `<Event Reference="${id}"><Duration>${duration}</Duration><Time Reference="${at}"/>${inside}</Event>\n`;

const INSTANCE = (events: string, id = 'a') => `<Instance Id="${id}"><Times><TimeGroups>
<Day Id="d1"><Name>Mo</Name></Day><Day Id="d2"><Name>Tu</Name></Day></TimeGroups>
${time('Mo_1', 'd1')}${time('Mo_2', 'd1')}${time('Tu_1', 'd2')}</Times>
<Resources>${resource('T1', 'Teacher')}${resource('C1', 'Class')}${resource('R1', 'Room')}${resource('P1', 'Student')}</Resources>
<Events>${events}</Events><Constraints><Event Id="hidden"/></Constraints></Instance>`;
const solution = (events: string, of = 'a') => `<Solution Reference="${of}"><Events>${events}</Events></Solution>`;
const fileOf = (instances: string, solutions = '') => ({
  name: 'a.xml',
  bytes: new TextEncoder().encode(
    `<HighSchoolTimetableArchive><Instances>${instances}</Instances><SolutionGroups><SolutionGroup>${solutions}</SolutionGroup></SolutionGroups></HighSchoolTimetableArchive>`,
  ),
});
const parse = (instances: string, solutions?: string) => xhsttParser.parse([fileOf(instances, solutions)], {});

describe('XHSTT archives', () => {
  it('place the events of the first instance as its solution says, with the resources that it chose', () => {
    const room = '<Resources><Resource Reference="R1"><Role>Room</Role></Resource></Resources>';
    const file = fileOf(
      INSTANCE(event('E1', '<Resource><Role>Room</Role></Resource>')),
      solution(held('E1', 'Mo_1', '2', room)),
    );
    expect(detectParser([file], parsers)).toBe(xhsttParser);
    const plan = xhsttParser.parse([file], {});
    expect(plan.rejected).toEqual([]);
    expect(plan.lessons).toMatchObject([
      {
        external_id: 'E1',
        subject: 'E1',
        teachers: ['T1'],
        grades: ['C1'],
        placements: [
          { weekday: 1, hour: '1', bookables: ['R1'] },
          { weekday: 1, hour: '2', bookables: ['R1'] },
        ],
      },
    ]);
    expect(plan.teachers).toEqual([{ external_id: 'T1', code: 'T1 name', name: null }]);
    expect(plan.warnings).toContainEqual({ code: 'people_ignored', params: { count: 1 } });
  });

  it('take the solution of the instance, and report the other ones by their lines', () => {
    const plan = parse(
      `${INSTANCE(event('E1'))}\n${INSTANCE('', 'b')}`,
      `${solution(held('E1', 'Tu_1'), 'b')}\n${solution(held('E1', 'Mo_2'))}`,
    );
    expect(plan.lessons[0]?.placements).toMatchObject([{ weekday: 1, hour: '2' }]);
    expect(plan.rejected).toMatchObject([
      { column: 'Instance', value: 'b', reason: 'unsupported_row' },
      { column: 'Solution', value: 'b', reason: 'unsupported_row' },
    ]);
  });

  it('are asked which weekdays their days are where the names do not say it', () => {
    const named = INSTANCE(event('E1')).replace('>Mo<', '>I<').replace('>Tu<', '>II<');
    const files = [fileOf(named, solution(held('E1', 'Tu_1')))];
    expect(() => xhsttParser.parse(files, {})).toThrow('reading_undecided');
    const { lessons, asked } = xhsttParser.parse(files, { reading: { kind: 'days', weekdays: [7] } });
    expect(lessons[0]?.placements).toMatchObject([{ weekday: 1, hour: '1' }]);
    expect(asked?.question).toMatchObject({ kind: 'days', days: ['I', 'II'] });
  });

  it('keep events without a place, and take their own times where there is no solution', () => {
    const own = event('E2').replace('<Resources>', '<Time Reference="Mo_1"/><Resources>');
    const plan = parse(INSTANCE(event('E1') + own));
    expect(plan.lessons.map(({ placements }) => placements.length)).toEqual([0, 2]);
  });

  it.each<[string, string, string, object]>([
    ['an unknown resource', event('E1', '<Resource Reference="X"/>'), '', { value: 'X', reason: 'unknown_reference' }],
    ['an unknown time', event('E1'), held('E1', 'Xx'), { column: 'Time', value: 'Xx', reason: 'unknown_reference' }],
    [
      'an unknown event',
      event('E1'),
      held('E9', 'Mo_1'),
      { column: 'Event', value: 'E9', reason: 'unknown_reference' },
    ],
    [
      'more periods than the day has',
      event('E1'),
      held('E1', 'Mo_2', '2'),
      { column: 'Duration', reason: 'bad_range' },
    ],
    ['a duration that is none', event('E1'), held('E1', 'Mo_1', '0'), { column: 'Duration', reason: 'bad_number' }],
    ['an id that is taken', event('E1') + event('E1'), '', { column: 'Id', value: 'E1', reason: 'duplicate_id' }],
  ])('report with its line %s', (_name, events, places, expected) => {
    expect(parse(INSTANCE(events), places && solution(places)).rejected).toMatchObject([
      { file: 'a.xml', row: expect.any(Number), ...expected },
    ]);
  });

  it('whatever they hold: every event and every place is used or reported, without an error', () => {
    const id = fc.constantFrom('E1', 'E2', 'E3', '');
    const at = fc.constantFrom('Mo_1', 'Mo_2', 'Tu_1', 'x', '');
    const place = fc.record({ id, at, duration: fc.constantFrom('1', '2', 'x', '') });
    fc.assert(
      fc.property(fc.array(id, { maxLength: 5 }), fc.array(place, { maxLength: 8 }), (events, places) => {
        const plan = parse(
          INSTANCE(events.map((one) => event(one)).join('')),
          solution(places.map((one) => held(one.id, one.at, one.duration)).join('')),
        );
        const refused = plan.rejected.length;
        const withTime = places.filter((one) => one.at !== '').length;
        const periods = plan.lessons.reduce((total, lesson) => total + lesson.placements.length, 0);
        expect(plan.lessons.length + refused).toBeGreaterThanOrEqual(events.length);
        expect(plan.lessons.length + periods + refused).toBeGreaterThanOrEqual(events.length + withTime);
      }),
      { numRuns: 300 },
    );
  });
});
