import type { SourceFile } from '@kreide/core/features/timetable-import';
import { DAYS } from '../house.ts';
import { DAY_NAMES, groupsOf, type Ids, lessonRow, MASKS, type Row, shortTime, table } from './asc-tables.ts';
import { attributes, type ExportSource, lessonLabel, utf8 } from './source.ts';

function hexIds(): Ids {
  return (kind, code) => {
    let high = 0x811c9dc5;
    let low = 0x1b873593;
    for (const letter of `${kind} ${code}`) {
      high = Math.imul(high ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
      low = Math.imul(low ^ high, 0x85ebca6b) >>> 0;
    }
    return `${high.toString(16).padStart(8, '0')}${low.toString(16).padStart(8, '0')}`.toUpperCase();
  };
}

const ascii = (text: string) => text.replace(/[^\0-\x7f]/gu, (letter) => `&#${letter.codePointAt(0)};`);
const dayMask = (day: number) => Array.from({ length: DAYS }, (_, i) => (i + 1 === day ? '1' : '0')).join('');

/** "aSc Timetables 2012 XML" (docs/import-formats.md, aSc): UTF-8, ASCII bytes only, one card per period, no dates. */
export function ascFile(source: ExportSource): SourceFile {
  const { plan, class_teachers } = source.school;
  const id = hexIds();
  const { groups, idsOf } = groupsOf(source, id);
  const options = 'canadd,export:silent';
  const add = (name: string, row: string, columns: string, rows: readonly Row[]) =>
    table(name, row, options, columns, rows, '  ');
  const week = { '': id('weeks', '11'), A: id('weeks', '10'), B: id('weeks', '01') };
  const times = plan.times.map((time) => ({
    ...time,
    starttime: shortTime(time.begins_at),
    endtime: shortTime(time.ends_at),
  }));
  const lessons = plan.lessons.map(
    (lesson): Row => ({
      ...lessonRow(lesson, id, idsOf(lesson)),
      daysdefid: id('days', 'any'),
      weeksdefid: week[lessonLabel(lesson) as keyof typeof week],
      termsdefid: id('terms', '1'),
      seminargroup: '',
      capacity: '*',
      partner_id: '',
    }),
  );
  const cards = plan.lessons.flatMap((lesson) =>
    lesson.placements.map(
      (placement): Row => ({
        lessonid: id('lesson', lesson.external_id),
        classroomids: placement.bookables.map((code) => id('room', code)).join(','),
        period: placement.hour ?? '',
        weeks: MASKS[lessonLabel(lesson)] ?? '11',
        terms: '1',
        days: dayMask(placement.weekday ?? 1),
      }),
    ),
  );
  const text = [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    `<timetable${attributes({
      importtype: 'database',
      options:
        'export:idprefix:%CHRID,import:idprefix:%TEMPID,groupstype1,decimalseparatordot,lessonsincludeclasseswithoutstudents',
      defaultexport: '1',
      displayname: 'aSc Timetables 2012 XML',
      displaycountries: '',
    })}>\n`,
    add(
      'periods',
      'period',
      'period,name,short,starttime,endtime',
      times
        .filter((time) => time.type === 'LESSON')
        .map(({ hour, starttime, endtime }) => ({ name: hour, short: hour, period: hour, starttime, endtime })),
    ),
    add(
      'breaks',
      'break',
      'break,name,short,starttime,endtime',
      times
        .filter((time) => time.type === 'BREAK')
        .map(({ starttime, endtime }, i) => ({
          name: `Pause ${i + 1}`,
          short: `P${i + 1}`,
          break: i + 1,
          starttime,
          endtime,
        })),
    ),
    add('daysdefs', 'daysdef', 'id,days,name,short', [
      ...DAY_NAMES.map(
        (name, i): Row => ({ id: id('days', name), name, short: name.slice(0, 2), days: dayMask(i + 1) }),
      ),
      {
        id: id('days', 'any'),
        name: 'Beliebiger Tag',
        short: 'X',
        days: DAY_NAMES.map((_, i) => dayMask(i + 1)).join(','),
      },
      { id: id('days', 'all'), name: 'Jeden Tag', short: 'T', days: '1'.repeat(DAYS) },
    ]),
    add('weeksdefs', 'weeksdef', 'id,weeks,name,short', [
      { id: week.A, name: 'Woche A', short: 'A', weeks: '10' },
      { id: week.B, name: 'Woche B', short: 'B', weeks: '01' },
      { id: id('weeks', 'any'), name: 'Beliebige Woche', short: 'X', weeks: '10,01' },
      { id: week[''], name: 'Alle Wochen', short: 'Alle', weeks: '11' },
    ]),
    add('termsdefs', 'termsdef', 'id,terms,name,short', [
      { id: id('terms', '1'), name: 'Ganzes Jahr', short: 'Jahr', terms: '1' },
    ]),
    add(
      'subjects',
      'subject',
      'id,name,short,partner_id',
      plan.subjects.map(({ code, name }) => ({
        id: id('subject', code),
        name: name ?? code,
        short: code,
        partner_id: '',
      })),
    ),
    add(
      'teachers',
      'teacher',
      'id,name,short,gender,color,email,mobile,partner_id,firstname,lastname',
      source.school.teachers.map(({ code, firstname, lastname, sex }, i) => ({
        id: id('teacher', code),
        firstname,
        lastname,
        name: `${lastname} ${firstname}`,
        short: code,
        gender: sex === 'FEMALE' ? 'F' : 'M',
        color: `#${((i * 2654435) % 0xffffff).toString(16).padStart(6, '0').toUpperCase()}`,
        email: '',
        mobile: '',
        partner_id: '',
      })),
    ),
    add('buildings', 'building', 'id,name,partner_id', []),
    add(
      'classrooms',
      'classroom',
      'id,name,short,capacity,buildingid,partner_id',
      plan.bookables.map(({ code, name }) => ({
        id: id('room', code),
        name: name ?? code,
        short: code,
        capacity: '*',
        buildingid: '',
        partner_id: '',
      })),
    ),
    add(
      'classes',
      'class',
      'id,name,short,classroomids,teacherid,grade,partner_id',
      plan.grades.map(({ code, name }) => {
        const leader = class_teachers[code];
        const teacherid = leader === undefined ? '' : id('teacher', leader);
        return {
          id: id('class', code),
          name: name ?? code,
          short: code,
          teacherid,
          classroomids: '',
          grade: '',
          partner_id: '',
        };
      }),
    ),
    add(
      'groups',
      'group',
      'id,classid,name,entireclass,divisiontag,studentcount,studentids',
      groups.map((group) => ({
        id: group.id,
        name: group.name,
        classid: id('class', group.grade),
        studentids: '',
        entireclass: group.division === 0 ? 1 : 0,
        divisiontag: group.division,
      })),
    ),
    add('students', 'student', 'id,classid,name,number,email,mobile,partner_id,firstname,lastname', []),
    add(
      'lessons',
      'lesson',
      'id,subjectid,classids,groupids,teacherids,classroomids,periodspercard,periodsperweek,daysdefid,weeksdefid,termsdefid,seminargroup,capacity,partner_id',
      lessons,
    ),
    add('cards', 'card', 'lessonid,period,days,weeks,terms,classroomids', cards),
    '</timetable>\n',
  ].join('');
  return utf8('asc-2012.xml', ascii(text));
}
