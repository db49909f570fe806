import type { LessonRecord, SourceFile } from '@kreide/core/features/timetable-import';
import { addDays } from '@kreide/core/kernel';
import { isSchoolDay, weekIndex } from '../calendar.ts';
import type { DemoSchool } from '../school.ts';
import { compact, type ExportSource, element, escapeXml, lessonLabel, utf8 } from './source.ts';
import { lessonNumbers } from './untis-gpu.ts';

const clock = (time: string) => time.replace(':', '');
const reference = (name: string, prefix: string, codes: readonly string[]) =>
  `<${name} id="${codes.map((code) => `${prefix}_${escapeXml(code)}`).join(' ')}"/>`;

function node(indent: string, name: string, id: string, children: readonly string[]): string {
  const head = `${indent}<${name} id="${escapeXml(id)}"`;
  if (children.length === 0) return `${head}/>\n`;
  return `${head}>\n${children.map((child) => `${indent}  ${child}\n`).join('')}${indent}</${name}>\n`;
}

/** One character per day of the school year: `1` held, `0` not this week, `F` no school. */
function occurrence({ school_year, anchor, plan }: DemoSchool, label: string): string {
  let text = '';
  for (let date = school_year.begins_at; date <= school_year.ends_at; date = addDays(date, 1)) {
    if (!isSchoolDay(date, school_year, plan.holidays)) text += 'F';
    else text += label === '' || 'AB'.indexOf(label) === weekIndex(date, anchor) ? '1' : '0';
  }
  return text;
}

function lessonNode(school: DemoSchool, lesson: LessonRecord, id: string, occurs: ReadonlyMap<string, string>): string {
  const label = lessonLabel(lesson);
  const times = lesson.placements.flatMap(({ weekday, hour, begins_at, ends_at, bookables }) => [
    '  <time>',
    `    ${element('assigned_day', weekday ?? '')}`,
    `    ${element('assigned_period', hour ?? '')}`,
    `    ${element('assigned_starttime', clock(begins_at ?? ''))}`,
    `    ${element('assigned_endtime', clock(ends_at ?? ''))}`,
    `    ${reference('assigned_room', 'RM', bookables)}`,
    '  </time>',
  ]);
  return node('    ', 'lesson', id, [
    element('periods', lesson.placements.length),
    reference('lesson_subject', 'SU', [lesson.subject ?? '']),
    reference('lesson_teacher', 'TR', lesson.teachers),
    reference('lesson_classes', 'CL', lesson.grades),
    ...(lesson.course === null ? [] : [reference('lesson_studentgroups', 'SG', [lesson.course])]),
    element('effectivebegindate', compact(school.school_year.begins_at)),
    element('effectiveenddate', compact(school.school_year.ends_at)),
    ...(label === '' ? [] : [reference('lesson_date_scheme', 'UG', [`Woche ${label}`]), element('week', label)]),
    element('occurence', occurs.get(label) ?? ''),
    '<times>',
    ...times,
    '</times>',
  ]);
}

/**
 * Untis XML 3.5 (docs/import-formats.md, Untis XML) with the whole plan. The last two digits of a lesson's id are its
 * coupling line.
 */
export function untisXmlFile({ school, days }: ExportSource): SourceFile {
  const { plan, class_teachers, school_year } = school;
  const numbers = lessonNumbers(school);
  const occurs = new Map(['', 'A', 'B'].map((label) => [label, occurrence(school, label)]));
  const lines = new Map<number, number>();
  const lessons = plan.lessons.map((lesson) => {
    const number = numbers.get(lesson.external_id) ?? 0;
    const line = lines.get(number) ?? 0;
    lines.set(number, line + 1);
    return lessonNode(school, lesson, `LS_${number}${String(line).padStart(2, '0')}`, occurs);
  });
  const periods = plan.times.filter((time) => time.type === 'LESSON');
  const section = (name: string, nodes: readonly string[]) => `  <${name}>\n${nodes.join('')}  </${name}>\n`;
  const text = [
    '<?xml version="1.0" encoding="utf-8"?>\n',
    `<document version="3.5" xmlns="https://untis.at/untis/XmlInterface" date="${compact(days[0] ?? school_year.begins_at)}" time="064000">\n`,
    section('general', [
      `    ${element('schoolname', school.name)}\n`,
      `    ${element('schoolnumber', '00815')}\n`,
      `    ${element('schoolyearbegindate', compact(school_year.begins_at))}\n`,
      `    ${element('schoolyearenddate', compact(school_year.ends_at))}\n`,
      `    ${element('termname', 'Schuljahr')}\n`,
      `    ${element('termbegindate', compact(school_year.begins_at))}\n`,
      `    ${element('termenddate', compact(school_year.ends_at))}\n`,
      `    ${element('week_periodicity', 2)}\n`,
    ]),
    section(
      'timeperiods',
      [1, 2, 3, 4, 5].flatMap((day) =>
        periods.map(({ hour, begins_at, ends_at }, i) =>
          node('    ', 'timeperiod', `TP_${(day - 1) * periods.length + i + 1}`, [
            element('day', day),
            element('period', hour),
            element('starttime', clock(begins_at)),
            element('endtime', clock(ends_at)),
          ]),
        ),
      ),
    ),
    section(
      'holidays',
      plan.holidays.map((day) =>
        node('    ', 'holiday', `HD_${day.shortcut ?? day.name}`, [
          element('type', day.is_public ? 'Public holiday' : 'School holidays'),
          element('longname', day.name),
          element('starttime', compact(day.begins_at)),
          element('endtime', compact(day.ends_at)),
        ]),
      ),
    ),
    section(
      'rooms',
      plan.bookables.map(({ code, name }) => node('    ', 'room', `RM_${code}`, [element('longname', name ?? code)])),
    ),
    section(
      'subjects',
      plan.subjects.map(({ code, name }) => node('    ', 'subject', `SU_${code}`, [element('longname', name ?? code)])),
    ),
    section(
      'teachers',
      school.teachers.map(({ code, firstname, lastname, title, sex }) =>
        node('    ', 'teacher', `TR_${code}`, [
          element('forename', firstname),
          element('surname', lastname),
          ...(title === null ? [] : [element('title', title)]),
          element('gender', sex === 'FEMALE' ? 'F' : 'M'),
        ]),
      ),
    ),
    section(
      'classes',
      plan.grades.map(({ code, name }) => {
        const leader = class_teachers[code];
        const level = element('classlevel', Number.parseInt(code, 10));
        const teacher = leader === undefined ? [] : [reference('class_teacher', 'TR', [leader])];
        return node('    ', 'class', `CL_${code}`, [element('longname', name ?? code), level, ...teacher]);
      }),
    ),
    section(
      'studentgroups',
      plan.courses.map(({ code, subject, grades }) =>
        node('    ', 'studentgroup', `SG_${code}`, [
          ...(subject === null ? [] : [`<subject id="SU_${escapeXml(subject)}"/>`]),
          '<classes>',
          ...grades.map((grade) => `  <class id="CL_${escapeXml(grade)}"/>`),
          '</classes>',
        ]),
      ),
    ),
    section(
      'lesson_date_schemes',
      ['A', 'B'].map((label) =>
        node('    ', 'lesson_date_scheme', `UG_Woche ${label}`, [
          element('longname', `Woche ${label}`),
          element('date_scheme', occurs.get(label) ?? ''),
        ]),
      ),
    ),
    section('lessons', lessons),
    '</document>\n',
  ].join('');
  return utf8('untis.xml', text);
}
