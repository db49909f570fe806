import type { LessonRecord, SourceFile, SubstitutionRecord } from '@kreide/core/features/timetable-import';
import type { DemoSchool } from '../school.ts';
import { compact, type ExportSource, lessonLabel, utf8, windows1252 } from './source.ts';

/** Options for writing a set of GPU files. */
export interface GpuStyle {
  delimiter: ';' | ',';
  lineEnd: '\r\n' | '\n';
  encoding: 'windows-1252' | 'utf-8';
}

type Field = string | number | null;

/** One record: text quoted, numbers bare; every row ends with a delimiter. */
function write(name: string, records: readonly (readonly Field[])[], style: GpuStyle, trailing = true): SourceFile {
  const field = (value: Field) => {
    if (value === null || value === '') return '';
    return typeof value === 'number' ? String(value) : `"${value.replaceAll('"', '""')}"`;
  };
  const end = (trailing ? style.delimiter : '') + style.lineEnd;
  const text = records.map((record) => record.map(field).join(style.delimiter) + end).join('');
  return style.encoding === 'utf-8' ? utf8(name, text) : windows1252(name, text);
}

/** A record of `length` fields with the given ones (1-based) filled. */
function record(length: number, fields: Readonly<Record<number, Field>>): Field[] {
  return Array.from({ length }, (_, i) => fields[i + 1] ?? null);
}

/**
 * Untis lesson numbers: the courses of a band are coupling lines of one lesson; courses in other weeks are a separate
 * lesson, because the week label belongs to the number.
 */
export function lessonNumbers(school: DemoSchool): Map<string, number> {
  const byId = new Map(school.plan.lessons.map((lesson) => [lesson.external_id, lesson]));
  const numbers = new Map(school.plan.lessons.map((lesson) => [lesson.external_id, Number(lesson.external_id)]));
  for (const group of school.couplings) {
    const isBand = group.every(
      (id) => byId.get(id)?.course != null && lessonLabel(byId.get(id) as LessonRecord) === '',
    );
    if (isBand) for (const id of group) numbers.set(id, Number(group[0]));
  }
  return numbers;
}

function placements(school: DemoSchool, numbers: ReadonlyMap<string, number>): Field[][] {
  return school.plan.lessons.flatMap((lesson) =>
    lesson.placements.flatMap((slot) =>
      lesson.grades.map((grade) => [
        numbers.get(lesson.external_id) ?? null,
        grade,
        lesson.teachers[0] ?? null,
        lesson.subject,
        slot.bookables[0] ?? null,
        slot.weekday,
        Number(slot.hour),
        null,
      ]),
    ),
  );
}

function lessons(school: DemoSchool, numbers: ReadonlyMap<string, number>): Field[][] {
  const withHours = new Set<string>();
  return school.plan.lessons.flatMap((lesson) => {
    const number = numbers.get(lesson.external_id) ?? 0;
    const hours = lesson.placements.length;
    return lesson.grades.map((grade, i) => {
      const isFirstLine = !withHours.has(`${number} ${grade}`);
      withHours.add(`${number} ${grade}`);
      return record(45, {
        1: number,
        2: hours,
        3: isFirstLine ? hours : 0,
        4: i === 0 ? hours : 0,
        5: grade,
        6: lesson.teachers[0] ?? null,
        7: lesson.subject,
        8: [...new Set(lesson.placements.flatMap((slot) => slot.bookables))].join('~'),
        12: lessonLabel(lesson),
        15: compact(school.school_year.begins_at),
        16: compact(school.school_year.ends_at),
        42: lesson.course,
        45: 0,
      });
    });
  });
}

const BITS = { cancelled: 1, self: 2, special: 4, away: 8, here: 128, room: 65536, hidden: 1048576 };

function substitutionRecord(one: SubstitutionRecord, index: number, numbers: ReadonlyMap<string, number>): Field[] {
  const [teacher, room] = [one.from.teachers?.[0] ?? null, one.from.bookables?.[0] ?? null];
  const grades = (one.from.grades ?? one.to.grades ?? []).join('~');
  const common: Record<number, Field> = {
    1: index + 1,
    2: compact(one.date),
    3: Number(one.hour),
    5: numbers.get(one.lesson ?? '') ?? 0,
    6: teacher,
    7: teacher,
    8: one.from.subject,
    12: room,
    13: room,
    15: grades,
    17: one.comment,
    18: 0,
    19: grades,
    21: Number(`${compact(one.date)}0640`),
  };
  const special = (): Record<number, Field> => {
    if (one.kind === 'CANCLED')
      return { 7: null, 13: null, 18: BITS.cancelled + (one.is_hidden ? BITS.hidden : 0), 20: 'C' };
    if (one.kind === 'MOVED_TO') return { 7: null, 13: null, 18: BITS.cancelled + BITS.away, 20: 'C' };
    if (one.kind === 'MOVED_FROM') return { 18: BITS.here, 20: 'F' };
    if (one.kind === 'ADDITIONAL' || one.kind === 'EVENT') {
      const [lead, place] = [one.to.teachers?.[0] ?? null, one.to.bookables?.[0] ?? null];
      const isExtra = one.kind === 'ADDITIONAL';
      return {
        7: lead,
        10: one.to.subject,
        12: room,
        13: place,
        18: isExtra ? BITS.special : 0,
        20: isExtra ? 'A' : 'E',
      };
    }
    if (one.to.teachers?.length === 0) return { 7: null, 18: BITS.self, 20: 'S' };
    if (one.to.bookables !== null) return { 13: one.to.bookables[0] ?? null, 18: BITS.room, 20: 'R' };
    return { 7: one.to.teachers?.[0] ?? null, 10: one.to.subject };
  };
  return record(22, { ...common, ...special() });
}

/** GPU014: substitutions. Untis has no kind for a message on its own, so those are left out. */
function substitutions(source: ExportSource, numbers: ReadonlyMap<string, number>): Field[][] {
  return source.substitutions
    .filter((one) => one.kind !== 'MESSAGE')
    .map((one, i) => substitutionRecord(one, i, numbers));
}

const EXAM_SUBJECTS = ['D', 'M'];
/** Rows of GPU017. */
export const EXAMS = EXAM_SUBJECTS.length;

/** GPU017: a two-period written exam of the advanced courses of year 12, on the last day of the source. */
function exams(source: ExportSource, numbers: ReadonlyMap<string, number>): Field[][] {
  const date = source.days[source.days.length - 1];
  if (date === undefined) return [];
  return EXAM_SUBJECTS.flatMap((subject, i) => {
    const lesson = source.school.plan.lessons.find((one) => one.course === `12-${subject}-LK1`);
    const teacher = lesson?.teachers[0];
    if (lesson === undefined || teacher === undefined) return [];
    const number = String(numbers.get(lesson.external_id));
    const room = lesson.placements[0]?.bookables[0] ?? '';
    return [
      [
        `Q1-${i + 1}`,
        i + 1,
        'Klausur',
        Number(compact(date)),
        3,
        4,
        lesson.course,
        number,
        '',
        `${teacher} - ${teacher}`,
        `${room} - ${room}`,
      ],
    ];
  });
}

const SEX = { FEMALE: 1, MALE: 2 };

/** A COLORREF: red is the low byte. */
function bgr(color: string | null | undefined): number | null {
  const found = /^#(..)(..)(..)$/.exec(color ?? '');
  return found === null ? null : Number.parseInt(`${found[3]}${found[2]}${found[1]}`, 16);
}

/**
 * GPU001 to 006, 009, 014 and 017 (docs/import-formats.md, GPU files). 014 covers the days of the source, 017 the last
 * of them.
 */
export function gpuFiles(source: ExportSource, style: GpuStyle): SourceFile[] {
  const { plan, class_teachers, teachers } = source.school;
  const numbers = lessonNumbers(source.school);
  const file = (number: string, records: readonly (readonly Field[])[], trailing = true) =>
    write(`GPU${number}.TXT`, records, style, trailing);
  return [
    file('001', placements(source.school, numbers)),
    file('002', lessons(source.school, numbers)),
    file(
      '003',
      plan.grades.map(({ code, name }) =>
        record(32, {
          1: code,
          2: name,
          14: String(Number.parseInt(code, 10)),
          30: class_teachers[code] ?? null,
          32: 0,
        }),
      ),
    ),
    file(
      '004',
      teachers.map((one) =>
        record(45, { 1: one.code, 2: one.lastname, 15: 24, 29: one.firstname, 30: one.title, 31: SEX[one.sex] }),
      ),
    ),
    file(
      '005',
      plan.bookables.map(({ code, name }) => record(17, { 1: code, 2: name, 7: 3, 8: 30 })),
    ),
    file(
      '006',
      plan.subjects.map(({ code, name, color }) => record(22, { 1: code, 2: name, 18: 0, 19: bgr(color) })),
    ),
    file(
      '009',
      plan.supervisions.map(({ area, teacher, weekday, before_hour, minutes }) => [
        area,
        teacher,
        weekday,
        Number(before_hour),
        minutes,
        null,
      ]),
      false,
    ),
    file('014', substitutions(source, numbers), false),
    file('017', exams(source, numbers), false),
  ];
}
