import type { LessonRecord, SourceFile } from '@kreide/core/features/timetable-import';
import { addDays, isoWeekOf, mondayOf, weekdayOf } from '@kreide/core/kernel';
import { isSchoolDay, weekIndex } from '../calendar.ts';
import type { DemoSchool } from '../school.ts';
import { type ExportSource, element, german, utf8, weekLabel } from './source.ts';

export const WEEKDAY_NAMES = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'];
const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');

/** `Mittwoch, 18. November 2026` */
export function longDate(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${WEEKDAY_NAMES[weekdayOf(date) - 1]}, ${day}. ${MONTHS[Number(month) - 1]} ${year}`;
}

/** `YYMMDD` of every weekday without school. */
export function freeDays({ plan }: DemoSchool): string[] {
  const days = new Set<string>();
  for (const holiday of plan.holidays) {
    for (let date = holiday.begins_at; date <= holiday.ends_at; date = addDays(date, 1)) {
      if (weekdayOf(date) <= 5) days.add(date);
    }
  }
  return [...days].sort().map((date) => date.slice(2).replaceAll('-', ''));
}

/** `7a-7c` for consecutive classes, else `8a,9a`. */
function classRange(grades: readonly string[], all: readonly string[]): string {
  const places = grades.map((code) => all.indexOf(code));
  const isRun = grades.length > 2 && places.every((place, i) => i === 0 || place === (places[i - 1] as number) + 1);
  return isRun ? `${grades[0]}-${grades[grades.length - 1]}` : grades.join(',');
}

/** Indiware's subject of a lesson: its course, if any. */
export function subjectOrCourse(lesson: LessonRecord): string {
  return lesson.course ?? lesson.subject ?? '';
}

/** Weeks with at least one school day, counted from 1: holiday weeks do not count. */
function schoolWeeks({ school_year, anchor, plan }: DemoSchool): string[] {
  const rows: string[] = [];
  for (let monday = mondayOf(school_year.begins_at); monday <= school_year.ends_at; monday = addDays(monday, 7)) {
    const days = [0, 1, 2, 3, 4].map((day) => addDays(monday, day));
    if (!days.some((day) => isSchoolDay(day, school_year, plan.holidays))) continue;
    const kw = isoWeekOf(monday);
    const week = weekIndex(monday, anchor) === 0 ? 'A' : 'B';
    const values = { SwKw: String(kw), SwDatumVon: german(monday), SwDatumBis: german(addDays(monday, 4)), SwWo: week };
    rows.push(element('Sw', rows.length + 1, values));
  }
  return rows;
}

/** The weekly plan of all classes, root `<splan>` (docs/import-formats.md, Indiware splan). */
export function splankFile({ school }: ExportSource): SourceFile {
  const { plan, school_year } = school;
  const all = plan.grades.map((grade) => grade.code);
  const entry = (lesson: LessonRecord) =>
    lesson.placements.map((slot) =>
      [
        '        <Std>',
        element('PlTg', slot.weekday ?? ''),
        element('PlSt', slot.hour ?? ''),
        element('PlFa', subjectOrCourse(lesson)),
        element('PlKl', classRange(lesson.grades, all)),
        element('PlLe', lesson.teachers.join(',')),
        element('PlRa', slot.bookables.join(',')),
        element('PlWo', weekLabel(slot)),
        '</Std>\n',
      ].join(''),
    );
  const hours = plan.times
    .filter((time) => time.type === 'LESSON')
    .map((time) => element('St', time.hour, { StZeit: time.begins_at, StZeitBis: time.ends_at }))
    .join('');
  const classes = all.map((code) => {
    const own = plan.lessons.filter((lesson) => lesson.grades.includes(code)).flatMap(entry);
    return `    <Kl>\n      ${element('Kurz', code)}\n      <Stunden>${hours}</Stunden>\n      <Pl>\n${own.join('')}      </Pl>\n    </Kl>\n`;
  });
  const text = [
    '<?xml version="1.0" encoding="utf-8"?>\n<splan>\n  <Kopf>',
    element('PlanArt', 'K'),
    element('zeitstempel', `${german(school_year.begins_at)}, 06:40`),
    element('datei', 'splank.xml'),
    element('gueltigab', german(school_year.begins_at)),
    element('schulname', school.name),
    element('schulort', 'Amselfeld'),
    element('upname', 'Indiware'),
    element('upversion', '7'),
    '</Kopf>\n  <Basisdaten>',
    element('BaDatumVon', german(school_year.begins_at)),
    element('BaDatumBis', german(school_year.ends_at)),
    element('BaTageProWoche', 5),
    '</Basisdaten>\n  <FreieTage>',
    ...freeDays(school).map((day) => element('ft', day)),
    '</FreieTage>\n  <Schulwochen>',
    ...schoolWeeks(school),
    '</Schulwochen>\n  <Klassen>\n',
    ...classes,
    '  </Klassen>\n</splan>\n',
  ].join('');
  return utf8('splank.xml', text);
}
