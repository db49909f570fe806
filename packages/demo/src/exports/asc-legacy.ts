import type { SourceFile } from '@kreide/core/features/timetable-import';
import { DAY_NAMES, groupsOf, type Ids, lessonRow, MASKS, type Row, shortTime, table } from './asc-tables.ts';
import { attributes, type ExportSource, lessonLabel, utf8 } from './source.ts';

function starIds(): Ids {
  const known = new Map<string, Map<string, string>>();
  return (kind, code) => {
    const ids = known.get(kind) ?? new Map<string, string>();
    known.set(kind, ids);
    if (!ids.has(code)) ids.set(code, `*${ids.size + 1}`);
    return ids.get(code) as string;
  };
}

/**
 * The older dialect (docs/import-formats.md, aSc): `<days>`, day numbers on the cards, weeks on the lesson, no XML
 * declaration.
 */
export function ascLegacyFile(source: ExportSource): SourceFile {
  const { plan } = source.school;
  const id = starIds();
  const { groups, idsOf } = groupsOf(source, id);
  const add = (name: string, row: string, columns: string, rows: readonly Row[]) =>
    table(name, row, 'canadd', columns, rows, '   ');
  const text = [
    `<timetable${attributes({ importtype: 'database', options: 'idprefix:XML,groupstype1,decimalseparatordot', defaultexport: '1' })}>\n`,
    add(
      'days',
      'day',
      'day,name,short',
      DAY_NAMES.map((name, day) => ({ name, short: name.slice(0, 2), day })),
    ),
    add(
      'periods',
      'period',
      'period,starttime,endtime',
      plan.times
        .filter((time) => time.type === 'LESSON')
        .map((time) => ({ period: time.hour, starttime: shortTime(time.begins_at), endtime: shortTime(time.ends_at) })),
    ),
    add(
      'teachers',
      'teacher',
      'id,name,short,gender,color',
      source.school.teachers.map(({ code, firstname, lastname, sex }) => ({
        id: id('teacher', code),
        name: `${lastname} ${firstname}`,
        short: code,
        gender: sex === 'FEMALE' ? 'F' : 'M',
        color: '#80C0FF',
      })),
    ),
    add(
      'classes',
      'class',
      'id,name,short,classroomids,teacherid',
      plan.grades.map(({ code }) => ({
        id: id('class', code),
        name: code,
        short: code,
        teacherid: '',
        classroomids: '',
      })),
    ),
    add(
      'subjects',
      'subject',
      'id,name,short',
      plan.subjects.map(({ code, name }) => ({ id: id('subject', code), name: name ?? code, short: code })),
    ),
    add(
      'classrooms',
      'classroom',
      'id,name,short',
      plan.bookables.map(({ code, name }) => ({ id: id('room', code), name: name ?? code, short: code })),
    ),
    add('students', 'student', 'id,classid,name', []),
    add(
      'groups',
      'group',
      'id,classid,name,entireclass,divisiontag,studentcount',
      groups.map((group) => ({
        id: group.id,
        name: group.name,
        classid: id('class', group.grade),
        entireclass: group.division === 0 ? 1 : 0,
        divisiontag: group.division,
        studentcount: '',
      })),
    ),
    add(
      'lessons',
      'lesson',
      'id,subjectid,classids,groupids,studentids,teacherids,classroomids,periodspercard,periodsperweek,weeks',
      plan.lessons.map((lesson) => ({
        ...lessonRow(lesson, id, idsOf(lesson)),
        studentids: '',
        weeks: MASKS[lessonLabel(lesson)] ?? '11',
      })),
    ),
    add(
      'cards',
      'card',
      'lessonid,day,period,classroomids',
      plan.lessons.flatMap((lesson) =>
        lesson.placements.map((placement) => ({
          lessonid: id('lesson', lesson.external_id),
          classroomids: placement.bookables.map((code) => id('room', code)).join(','),
          day: (placement.weekday ?? 1) - 1,
          period: placement.hour ?? '',
        })),
      ),
    ),
    '</timetable>\n',
  ].join('');
  return utf8('asc-legacy.xml', text);
}
