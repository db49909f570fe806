/** The demo school as files of the programs that the demo has no writer for; as large as those of a real school. */
import type {
  LessonRecord,
  ParsedPlan,
  PlacementRecord,
  ReadingAnswer,
  SourceFile,
} from '@kreide/core/features/timetable-import';
import { addDays } from '@kreide/core/kernel';
import { element, escapeXml, utf8 } from '../../../packages/demo/src/exports/source.ts';
import { accessFile } from '../../support/access-file.ts';

type Plan = Pick<ParsedPlan, 'lessons' | 'times' | 'grades' | 'teachers' | 'bookables' | 'subjects'>;
interface Place {
  readonly lesson: LessonRecord;
  readonly placement: PlacementRecord;
  readonly number: number;
}

const MONDAY = '2026-09-07';
const WEEKS = 20;
/** Names that say which weekday a day is: nothing has to be asked. */
const WEEKDAYS = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag'];
const keyOf = ({ external_id, code }: { external_id: string | null; code: string }) => external_id ?? code;
const placesOf = ({ lessons }: Plan): Place[] =>
  lessons
    .flatMap((lesson) => lesson.placements.map((placement) => ({ lesson, placement })))
    .map((place, at) => ({ ...place, number: at + 1 }));
const hoursOf = ({ times }: Plan) => times.filter(({ type }) => type === 'LESSON');
const firstDayOf = ({ placement }: Place) => addDays(MONDAY, (placement.weekday ?? 1) - 1);
const bareOf = (text: string) => text.replaceAll(/[-:]/g, '');

/** FET: activities of one period each, all of them fixed. */
export function fetFile(plan: Plan): SourceFile {
  const named = (item: string, names: readonly string[]) =>
    names.map((name) => `<${item}>\n\t${element('Name', name)}\n</${item}>\n`).join('');
  const places = placesOf(plan);
  const activities = places.map(
    ({ lesson, number }) =>
      `<Activity>\n${lesson.teachers.map((one) => `\t${element('Teacher', one)}\n`).join('')}\t${element('Subject', lesson.subject ?? '-')}\n${lesson.grades.map((one) => `\t${element('Students', one)}\n`).join('')}\t${element('Duration', 1)}\n\t${element('Total_Duration', 1)}\n\t${element('Id', number)}\n\t${element('Activity_Group_Id', 0)}\n\t${element('Active', 'true')}\n\t<Comments></Comments>\n</Activity>\n`,
  );
  const fixed = places.map(
    ({ placement, number }) =>
      `<ConstraintActivityPreferredStartingTime>\n\t${element('Weight_Percentage', 100)}\n\t${element('Activity_Id', number)}\n\t${element('Preferred_Day', WEEKDAYS[(placement.weekday ?? 1) - 1] ?? '')}\n\t${element('Preferred_Hour', placement.hour ?? '1')}\n\t${element('Permanently_Locked', 'true')}\n\t${element('Active', 'true')}\n\t<Comments></Comments>\n</ConstraintActivityPreferredStartingTime>\n`,
  );
  const rooms = places.map(
    ({ placement, number }) =>
      `<ConstraintActivityPreferredRoom>\n\t${element('Weight_Percentage', 100)}\n\t${element('Activity_Id', number)}\n\t${element('Room', placement.bookables[0] ?? '-')}\n\t${element('Permanently_Locked', 'true')}\n\t${element('Active', 'true')}\n\t<Comments></Comments>\n</ConstraintActivityPreferredRoom>\n`,
  );
  const hours = hoursOf(plan).map(({ hour }) => hour);
  const content = [
    `<Days_List>\n${named('Day', WEEKDAYS)}</Days_List>\n<Hours_List>\n${named('Hour', hours)}</Hours_List>\n`,
    `<Subjects_List>\n${named('Subject', plan.subjects.map(keyOf))}</Subjects_List>\n<Teachers_List>\n${named('Teacher', plan.teachers.map(keyOf))}</Teachers_List>\n`,
    `<Students_List>\n${named('Year', plan.grades.map(keyOf))}</Students_List>\n<Rooms_List>\n${named('Room', plan.bookables.map(keyOf))}</Rooms_List>\n`,
    `<Activities_List>\n${activities.join('')}</Activities_List>\n<Time_Constraints_List>\n${fixed.join('')}</Time_Constraints_List>\n<Space_Constraints_List>\n${rooms.join('')}</Space_Constraints_List>\n`,
  ];
  return utf8('plan.fet', `<?xml version="1.0" encoding="UTF-8"?>\n<fet version="6.1">\n${content.join('')}</fet>\n`);
}

/** XHSTT: one instance with its solution. */
export function xhsttFile(plan: Plan): SourceFile {
  const hours = hoursOf(plan).map(({ hour }) => hour);
  const days = [1, 2, 3, 4, 5];
  const times = days.flatMap((day) =>
    hours.map((hour) => `<Time Id="${day}_${hour}"><Name>${day}_${hour}</Name><Day Reference="d${day}"/></Time>\n`),
  );
  const resources = (units: Plan['grades'], type: string) =>
    units
      .map(
        (unit) =>
          `<Resource Id="${escapeXml(`${type} ${keyOf(unit)}`)}">\n${element('Name', unit.code)}\n<ResourceType Reference="${type}"/>\n</Resource>\n`,
      )
      .join('');
  const refer = (type: string, keys: readonly string[]) =>
    keys.map((key) => `<Resource Reference="${escapeXml(`${type} ${key}`)}"/>\n`).join('');
  const places = placesOf(plan);
  const events = places.map(
    ({ lesson, number }) =>
      `<Event Id="E${number}">\n${element('Name', lesson.subject ?? '-')}\n${element('Duration', 1)}\n<Resources>\n${refer('Teacher', lesson.teachers)}${refer('Class', lesson.grades)}<Resource><Role>Room</Role></Resource>\n</Resources>\n</Event>\n`,
  );
  const held = places.map(
    ({ placement, number }) =>
      `<Event Reference="E${number}">\n${element('Duration', 1)}\n<Time Reference="${placement.weekday}_${placement.hour}"/>\n<Resources>\n${placement.bookables.map((room) => `<Resource Reference="${escapeXml(`Room ${room}`)}"><Role>Room</Role></Resource>`).join('')}\n</Resources>\n</Event>\n`,
  );
  return utf8(
    'plan.xml',
    `<HighSchoolTimetableArchive><Instances><Instance Id="a"><Times><TimeGroups>${days.map((day) => `<Day Id="d${day}"><Name>${WEEKDAYS[day - 1]}</Name></Day>`).join('')}</TimeGroups>${times.join('')}</Times><Resources>${resources(plan.teachers, 'Teacher')}${resources(plan.grades, 'Class')}${resources(plan.bookables, 'Room')}</Resources><Events>${events.join('')}</Events></Instance></Instances><SolutionGroups><SolutionGroup><Solution Reference="a"><Events>${held.join('')}</Events></Solution></SolutionGroup></SolutionGroups></HighSchoolTimetableArchive>`,
  );
}

/** iCalendar: a weekly event for each placement. */
export function icalFile(plan: Plan): SourceFile {
  const times = new Map(hoursOf(plan).map((time) => [time.hour, time]));
  const events = placesOf(plan).map((place) => {
    const { lesson, placement, number } = place;
    const time = times.get(placement.hour ?? '');
    const at = (wall: string) => `${bareOf(firstDayOf(place))}T${bareOf(wall)}00`;
    return [
      'BEGIN:VEVENT',
      `UID:lesson-${number}@school.example`,
      'DTSTAMP:20260801T060000Z',

      `DTSTART;TZID=Europe/Berlin:${at(time?.begins_at ?? '08:00')}`,
      `DTEND;TZID=Europe/Berlin:${at(time?.ends_at ?? '08:45')}`,

      `RRULE:FREQ=WEEKLY;UNTIL=20270730T220000Z`,
      `SUMMARY:${lesson.subject ?? '-'}`,
      `LOCATION:${placement.bookables.join('\\, ')}`,
      `DESCRIPTION:Lehrer: ${lesson.teachers.join('\\, ')}\\nKlassen: ${lesson.grades.join('\\, ')}`,
      'END:VEVENT',
    ].join('\r\n');
  });
  return utf8(
    'school.ics',
    ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//bench//EN', ...events, 'END:VCALENDAR', ''].join('\r\n'),
  );
}

/** A transfer file of Davinci: a lesson with one appointment for each placement. */
export function sdtfFile(plan: Plan): SourceFile {
  const times = hoursOf(plan);
  const units = (type: string, list: Plan['grades']) =>
    list.map((one, at) => [type, at + 1, `"${keyOf(one)}"`, `"${one.name ?? ''}"`].join(';'));
  const lessons = placesOf(plan).flatMap((place) => {
    const { lesson, placement, number } = place;
    const time = times.find(({ hour }) => hour === placement.hour);
    const [room = ''] = placement.bookables;
    const line = ['U1', number, lesson.grades[0] ?? '', lesson.teachers[0] ?? '', '', '', lesson.subject ?? '-', room];
    const at = (wall: string) => bareOf(firstDayOf(place)) + bareOf(wall);
    return [
      [...line, ...Array.from({ length: 15 }, () => ''), `B${number}`, '', '', '', '', '', lesson.subject ?? '-'].join(
        ';',
      ),
      ['U6', number, lesson.grades.length, ...lesson.grades].join(';'),
      [
        'U8',
        `B${number}`,
        1,
        at(time?.begins_at ?? '08:00'),
        at(time?.ends_at ?? '08:45'),
        placement.weekday ?? 1,
        0,
        '45,0',
        `T${number}`,
        lesson.teachers[0] ?? '',
        room,
        'f',
        '',
      ].join(';'),
    ];
  });
  const frame = ['U0', '20260803', '20270730', '', '', '', '', times.length, 1, 1, 5, 45];
  return utf8(
    'school.txt',
    [
      'V1;6.0.100;DAVINCI6;6.5.80',
      ...units('R1', plan.bookables),
      ...units('F1', plan.subjects),
      ...units('L1', plan.teachers),
      ...units('K1', plan.grades),
      [...frame, ...times.map(({ begins_at }) => begins_at)].join(';'),
      ...lessons,
      '',
    ].join('\r\n'),
  );
}

/** daVinci JSON: a lesson time with its dates for each placement. */
export function davinciFile(plan: Plan): SourceFile {
  const times = hoursOf(plan);
  const unit = (one: Plan['grades'][number], at: number) => ({
    id: `{${at}}`,
    code: keyOf(one),
    description: one.name,
  });
  const clock = (wall: string | undefined) => bareOf(wall ?? '08:00');
  const lessonTimes = placesOf(plan).map((place) => {
    const { lesson, placement, number } = place;
    const time = times.find(({ hour }) => hour === placement.hour);
    return {
      lessonRef: `{${number}}`,
      courseRef: `{c${number}}`,
      lessonBlock: '',
      courseTitle: lesson.subject,

      subjectCode: lesson.subject,
      classCodes: lesson.grades,
      teacherCodes: lesson.teachers,
      roomCodes: placement.bookables,
      startTime: clock(time?.begins_at),
      endTime: clock(time?.ends_at),
      dates: Array.from({ length: WEEKS }, (_, week) => bareOf(addDays(firstDayOf(place), 7 * week))),
    };
  });
  const timeslots = times.map(({ hour, begins_at, ends_at }) => ({
    label: `${hour}.`,
    startTime: clock(begins_at),
    endTime: clock(ends_at),
  }));
  const result = {
    teachers: plan.teachers.map(unit),
    classes: plan.grades.map(unit),
    rooms: plan.bookables.map(unit),
    subjects: plan.subjects.map(unit),
    timeframes: [{ code: 'Standard', timeslots }],
    displaySchedule: { lessonTimes },
  };
  return utf8('plan.json', JSON.stringify({ about: { schemaVersion: '6' }, result }, null, 1));
}

/** A project file of Untis: lessons of one row each, with the master data before them. */
export function gpnFile(plan: Plan): SourceFile {
  const named = (key: string, units: Plan['grades']) =>
    units.map((one) => `${key}   ,"${keyOf(one)}","${one.name ?? ''}",,,,,,,,,,,0`);
  const lessons = plan.lessons.flatMap((lesson, at) => [
    '0pU ,1-',
    'PE ,1-',
    `0U ,${at + 1},UW,,,,,,,20260803,20270730,,,Bc,,,,${at + 1},402251226`,
    `Uf ,,"${lesson.subject ?? '-'}"`,
    `Uk ${lesson.grades.map((one) => `,,"${one}"`).join('')}`,
    `Ul ${lesson.teachers.map((one) => `,,"${one}"`).join('')}`,
    `Uz${lesson.teachers.length > 0 ? '1 ' : '  '}1 ${String(lesson.grades.length).padEnd(2)}1 1  0    0   n,,,,,0,,`,
    ...lesson.placements.map(
      ({ weekday, hour, bookables }) =>
        `UZ00 ,${weekday ?? 1}/${hour ?? 1},,${bookables.map((one) => `"${one}"`).join(',')}`,
    ),
  ]);
  const head = 'AA02 20260803 20270730 2 5 8  2  0  01 0  0   0     2         DE';
  return utf8(
    'school.gpn',
    [
      head,
      ...named('00R', plan.bookables),
      ...named('00F', plan.subjects),
      ...named('00L', plan.teachers),
      ...lessons,
      '',
    ].join('\r\n'),
  );
}

/** A database of TIME 2007 with a row for each class and place. */
export function accessSchool(plan: Plan): SourceFile {
  const rows = plan.lessons.flatMap((lesson, at) =>
    lesson.placements.flatMap((placement) =>
      (lesson.grades.length > 0 ? lesson.grades : ['']).map((grade) => [
        at + 1,
        grade,
        lesson.teachers[0] ?? '',
        lesson.subject ?? '-',
        placement.bookables[0] ?? '',
        placement.weekday ?? 1,
        placement.hour ?? '1',
      ]),
    ),
  );
  return { name: 'time.mdb', bytes: accessFile([{ name: 'Plan', columns: ACCESS_COLUMNS, rows }]) };
}

const ACCESS_COLUMNS = ['UNr', 'Klasse', 'Lehrer', 'Fach', 'Raum', 'Tag', 'Stunde'];
export const ACCESS_READING: ReadingAnswer = {
  kind: 'table',
  table: 'Plan',
  monday: 1,
  columns: {
    lesson: 'UNr',
    classes: 'Klasse',
    teachers: 'Lehrer',
    subject: 'Fach',
    rooms: 'Raum',
    weekday: 'Tag',
    period: 'Stunde',
  },
};
