import type {
  LessonRecord,
  PlacementRecord,
  SourceFile,
  SubstitutionRecord,
} from '@kreide/core/features/timetable-import';
import { type ExportSource, utf8, weekLabel } from './source.ts';

const LESSON_COLUMNS =
  'lesson_id;classes;teachers;subject;course;rooms;weekday;period;start;end;week;valid_from;valid_to;text';
const SUBSTITUTION_COLUMNS =
  'id;date;period;start;end;kind;classes;teachers;new_teachers;subject;new_subject;rooms;new_rooms;moved_date;moved_period;text;hidden';
const PORTAL_COLUMNS = 'Id;Art;Lehrerkuerzel;Fach;Kurs;Raum;Wochentag;Stunde;Woche;Klassen';

function cell(value: string): string {
  return /[";\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function rows(header: string, lines: readonly (readonly string[])[]): string {
  return `${[header, ...lines.map((line) => line.map(cell).join(';'))].join('\r\n')}\r\n`;
}

/** Our CSV of lessons (docs/import-formats.md, CSV): one row per slot, UTF-8. */
export function csvLessons({ school }: ExportSource): SourceFile {
  const lines = school.plan.lessons.flatMap((lesson) =>
    lesson.placements.map((placement) => [
      lesson.external_id,
      lesson.grades.join(','),
      lesson.teachers.join(','),
      lesson.subject ?? '',
      lesson.course ?? '',
      placement.bookables.join(','),
      String(placement.weekday ?? ''),
      placement.hour ?? '',
      placement.begins_at ?? '',
      placement.ends_at ?? '',
      weekLabel(placement),
      '',
      '',
      lesson.comment ?? '',
    ]),
  );
  return utf8('lessons.csv', rows(LESSON_COLUMNS, lines));
}

/** Codes of the new state: empty = unchanged, `-` = nobody. */
function changed(codes: readonly string[] | null): string {
  if (codes === null) return '';
  return codes.length === 0 ? '-' : codes.join(',');
}

function substitutionRow(one: SubstitutionRecord): string[] {
  // A lesson added by the change itself (extra lesson, event) has its data in the columns of the lesson.
  const isNew = one.lesson === null;
  const from = isNew ? one.to : one.from;
  const to =
    isNew || one.kind === 'MOVED_FROM' || one.kind === 'MESSAGE'
      ? { subject: null, teachers: null, bookables: null }
      : one.to;
  return [
    one.external_id,
    one.date,
    one.hour ?? '',
    one.begins_at ?? '',
    one.ends_at ?? '',
    one.kind ?? '',
    (from.grades ?? []).join(','),
    (from.teachers ?? []).join(','),
    changed(to.teachers),
    from.subject ?? '',
    to.subject ?? '',
    (from.bookables ?? []).join(','),
    changed(to.bookables),
    one.counterpart?.date ?? '',
    one.counterpart?.hour ?? '',
    one.comment ?? '',
    one.is_hidden ? '1' : '',
  ];
}

/** Our CSV of substitutions (docs/import-formats.md, CSV), with a byte order mark as written by spreadsheets. */
export function csvSubstitutions({ substitutions }: ExportSource): SourceFile {
  return utf8('substitutions.csv', `\ufeff${rows(SUBSTITUTION_COLUMNS, substitutions.map(substitutionRow))}`);
}

/** Consecutive slots of one day in the same room and weeks become one row `1-2`. */
function runs(lesson: LessonRecord): { first: PlacementRecord; hours: string }[] {
  const result: { first: PlacementRecord; last: PlacementRecord }[] = [];
  for (const placement of lesson.placements) {
    const run = result[result.length - 1];
    const isNext =
      run !== undefined &&
      run.last.weekday === placement.weekday &&
      Number(run.last.hour) + 1 === Number(placement.hour) &&
      run.last.bookables.join() === placement.bookables.join();
    if (isNext) run.last = placement;
    else result.push({ first: placement, last: placement });
  }
  return result.map(({ first, last }) => ({
    first,
    hours: first === last ? `${first.hour}` : `${first.hour}-${last.hour}`,
  }));
}

/**
 * The CSV of a German state portal (docs/import-formats.md, CSV of the portal): one row per course and block, including
 * supervisions.
 */
export function portalCsv({ school }: ExportSource): SourceFile {
  const lessons = school.plan.lessons.flatMap((lesson) =>
    runs(lesson).map(({ first, hours }) => [
      lesson.external_id,
      'Stunde',
      lesson.teachers.join(','),
      lesson.subject ?? '',
      lesson.course ?? '',
      first.bookables.join(','),
      String(first.weekday ?? ''),
      hours,
      weekLabel(first),
      lesson.grades.join(','),
    ]),
  );
  const watches = school.plan.supervisions.map(({ area, teacher, weekday, before_hour }, i) => [
    `A${i + 1}`,
    'Pausenaufsicht',
    teacher ?? '',
    '',
    '',
    area,
    String(weekday),
    before_hour,
    '',
    '',
  ]);
  return utf8('portal.csv', rows(PORTAL_COLUMNS, [...lessons, ...watches]));
}
