import type { LessonRecord } from '@kreide/core/features/timetable-import';
import { attributes, type ExportSource, lessonLabel } from './source.ts';

/** Attributes of one element, in order. */
export type Row = Record<string, string | number>;

/** Names of the days of a week. */
export const DAY_NAMES = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag'];
/** Week label → mask of a two-week cycle. */
export const MASKS: Readonly<Record<string, string>> = { '': '11', A: '10', B: '01' };

/** `7:50`, aSc's form of `07:50`. */
export const shortTime = (time: string) => time.replace(/^0/, '');

/** A table with its columns and one empty element per row. */
export function table(
  name: string,
  row: string,
  options: string,
  columns: string,
  rows: readonly Row[],
  indent: string,
): string {
  const head = `${indent}<${name}${attributes({ options, columns })}`;
  if (rows.length === 0) return `${head}/>\n`;
  const body = rows.map((values) => `${indent}  <${row}${attributes(values)}/>\n`).join('');
  return `${head}>\n${body}${indent}</${name}>\n`;
}

/** Ids of one dialect: the same code always gets the same id. */
export type Ids = (kind: string, code: string) => string;

export interface Group {
  id: string;
  grade: string;
  name: string;
  division: number;
}

/** Every grade has its entire class, and each choice (religion, language …) is a division with one group per course. */
export function groupsOf(
  { school }: ExportSource,
  id: Ids,
): { groups: Group[]; idsOf: (lesson: LessonRecord) => string[] } {
  const groups: Group[] = [];
  const bandOf = new Map<string, string>();
  for (const coupling of school.couplings) for (const lesson of coupling) bandOf.set(lesson, coupling[0] as string);
  for (const { code: grade } of school.plan.grades) {
    groups.push({ id: id('group', `${grade} `), grade, name: 'Ganze Klasse', division: 0 });
    const divisions = new Map<string, number>();
    for (const course of school.plan.courses.filter((one) => one.grades.includes(grade))) {
      const lesson = school.plan.lessons.find((one) => one.course === course.code);
      const band = course.code.includes('/') ? 'halves' : (bandOf.get(lesson?.external_id ?? '') ?? course.code);
      const division = divisions.get(band) ?? divisions.size + 1;
      divisions.set(band, division);
      groups.push({ id: id('group', `${grade} ${course.code}`), grade, name: course.code, division });
    }
  }
  return { groups, idsOf: (lesson) => lesson.grades.map((grade) => id('group', `${grade} ${lesson.course ?? ''}`)) };
}

/** The attributes of a lesson that both dialects have. */
export function lessonRow(lesson: LessonRecord, id: Ids, groups: readonly string[]): Row {
  const label = lessonLabel(lesson);
  const rooms = [...new Set(lesson.placements.flatMap((placement) => placement.bookables))];
  const hours = lesson.placements.length * (label === '' ? 1 : 0.5);
  return {
    id: id('lesson', lesson.external_id),
    subjectid: id('subject', lesson.subject ?? ''),
    classids: lesson.grades.map((code) => id('class', code)).join(','),
    groupids: groups.join(','),
    teacherids: lesson.teachers.map((code) => id('teacher', code)).join(','),
    classroomids: rooms.map((code) => id('room', code)).join(','),
    periodspercard: 1,
    periodsperweek: hours.toFixed(1),
  };
}
