import type { ReadingAnswer } from '@kreide/core/features/timetable-import';
import { describe, expect, it } from 'vitest';
import { readTimetable } from './read.ts';

const read = async (name: string, text: string, reading?: ReadingAnswer, source: string | null = null) => {
  const files = [{ name, bytes: new TextEncoder().encode(text) }];
  const said = await readTimetable(files, { options: reading ? { reading } : {}, source });
  if (!said.ok) return [said.reason, ...Object.values(said.params)].join(': ');
  return said.records.lessons.flatMap(({ placements }) => placements.map(({ weekday }) => weekday)).join(' ');
};
const days = (...weekdays: number[]): ReadingAnswer => ({ kind: 'days', weekdays });

const FET = (...names: string[]) =>
  `<fet version="6.1"><Days_List>${names.map((name) => `<Day><Name>${name}</Name></Day>`).join('')}</Days_List>
<Hours_List><Hour><Name>1</Name></Hour></Hours_List><Activities_List><Activity><Teacher>Mey</Teacher><Subject>Ma</Subject>
<Students>7a</Students><Id>1</Id></Activity></Activities_List><Time_Constraints_List><ConstraintActivityPreferredStartingTime>
<Weight_Percentage>100</Weight_Percentage><Activity_Id>1</Activity_Id><Preferred_Day>${names[1]}</Preferred_Day>
<Preferred_Hour>1</Preferred_Hour></ConstraintActivityPreferredStartingTime></Time_Constraints_List></fet>`;
const ASC = (...names: string[]) =>
  `<timetable importtype="database"><days>${names.map((name, at) => `<day day="${at}" name="${name}"/>`).join('')}</days>
<subjects><subject id="S1" name="Ma" short="Ma"/></subjects><classes><class id="C1" name="7a" short="7a"/></classes>
<lessons><lesson id="L1" classids="C1" subjectid="S1"/></lessons><cards><card lessonid="L1" day="1" period="1"/></cards></timetable>`;
const XHSTT = (...names: string[]) =>
  `<HighSchoolTimetableArchive><Instances><Instance Id="a"><Times><TimeGroups>${names.map((name, at) => `<Day Id="${at}"><Name>${name}</Name></Day>`).join('')}
</TimeGroups>${names.map((_, at) => `<Time Id="t${at}"><Name>t</Name><Day Reference="${at}"/></Time>`).join('')}</Times><Events><Event Id="E1">
<Name>E1</Name><Duration>1</Duration><Time Reference="t1"/></Event></Events></Instance></Instances></HighSchoolTimetableArchive>`;
const CSV = 'lesson_id;classes;teachers;subject;rooms;weekday;period\nL1;7a;We;Ma;R 1;Di;3\n';

describe('what is said about a file', () => {
  it.each([
    ['FET', 'plan.fet', FET],
    ['aSc', 'plan.xml', ASC],
    ['XHSTT', 'plan.xml', XHSTT],
  ])('is refused where the names of its days say something else, and may say the same: %s', async (_, name, file) => {
    for (const same of [days(7), days(7, 1), days(7, 1, 2)])
      expect(await read(name, file('Sunday', 'Monday', 'Tuesday'), same)).toBe('1');
    for (const other of [days(1), days(7, 2), days(7, 1, 2, 3)])
      expect(await read(name, file('Sunday', 'Monday', 'Tuesday'), other)).toBe(
        'days_contradicted: Sunday, Monday, Tuesday',
      );
    expect(await read(name, file('I', 'II', 'III'), days(7, 2))).toBe('2');
  });

  it('is refused where the format leaves nothing of the kind open', async () => {
    expect(await read('plan.csv', CSV, days(1))).toBe('2');
    expect(await read('plan.csv', CSV, days(7))).toBe('reading_not_asked');
    expect(await read('plan.fet', FET('Mo', 'Di'), { kind: 'periods', reading: 'place' })).toBe('reading_not_asked');
  });

  it('is refused where the content is certainly that of another program', async () => {
    expect(await read('plan.csv', CSV, undefined, 'csv')).toBe('2');
    expect(await read('plan.csv', CSV, undefined, 'untis')).toBe('other_source: CSV: Untis');
    expect(await read('plan.xml', ASC('Mo', 'Di'), undefined, 'indiware')).toBe('other_source: aSc: Indiware 4/5/6');
    expect(await read('plan.fet', FET('Mo', 'Di'), undefined, 'asc')).toBe('other_source: FET: aSc');
    // Files of programs without a described format are those of others.
    expect(await read('plan.csv', CSV, undefined, 'pupil')).toBe('2');
    expect(await read('plan.txt', 'hello', undefined, 'asc')).toMatch(/^unknown_format/);
  });
});
