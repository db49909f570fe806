import type {
  CourseRecord,
  EntityRecord,
  HolidayRecord,
  LessonRecord,
  ParsedPlan,
  ParseOptions,
  SourceFile,
} from '@kreide/core/features/timetable-import';
import type { Weekday } from '@kreide/core/kernel';
import { decodeText } from '../../../tables/text.ts';
import { completePlan } from '../../complete-plan.ts';
import { askDays, holdToNames, type SaidDays } from '../../days-reading.ts';
import { createFindings, unreadable } from '../../findings.ts';
import { UndecidedReading } from '../../parser.ts';
import { createPlan, fillTimes } from '../../plan.ts';
import { toPlanYear } from '../../plan-year.ts';
import { createUnitCollector, type UnitKind } from '../../unit-collector.ts';
import { lessonReader } from './blocks.ts';
import { type Term, toLessons } from './lessons.ts';
import { attempt, BadLine, codeOf, fieldsOf, type GpnLine, noteOf, rangeOf, readLines, refuse } from './lines.ts';
import { type GpnSettings, readSettings } from './settings.ts';

/** The beginning of a line that no other text begins with. */
const MARKS = /^(?:AA02 \d{8} \d{8} |0U\s*,\d+,)/m;
const HEAD_BYTES = 4096;

export function isGpn({ bytes }: SourceFile): boolean {
  return MARKS.test(decodeText(bytes.subarray(0, HEAD_BYTES)).text);
}

/** Does the key end at this length, with blanks and a comma after it? */
function isBefore({ text }: GpnLine, length = 2): boolean {
  let at = length;
  while (text[at] === ' ') at += 1;
  return text[at] === ',';
}

function toCourses(lessons: readonly LessonRecord[]): CourseRecord[] {
  const courses = new Map<string, CourseRecord>();
  for (const { course, subject, grades, teachers } of lessons) {
    if (course === null) continue;
    const known = courses.get(course);
    const all = (own: readonly string[] | undefined, more: readonly string[]) => [
      ...new Set([...(own ?? []), ...more]),
    ];
    courses.set(course, {
      external_id: null,
      code: course,
      name: null,
      subject: known?.subject ?? subject,
      is_required: false,
      grades: all(known?.grades, grades),
      teachers: all(known?.teachers, teachers),
    });
  }
  return [...courses.values()];
}

/**
 * The project file of Untis, as far as it is known (docs/import-formats.md, Untis gpn): teachers, rooms, subjects, terms,
 * holidays and regular lessons. Keys that are not known are passed over.
 */
export function parseGpn(files: readonly SourceFile[], options: ParseOptions): ParsedPlan {
  const [file, second] = files;
  if (!file) throw unreadable('', 'no_files');
  if (second) throw unreadable(second.name, 'one_file_only', { other: file.name });
  const findings = createFindings();
  const of = { file: file.name, findings };
  const units = createUnitCollector();
  const terms: Term[] = [];
  const holidays: HolidayRecord[] = [];
  const told = new Set<string>();
  const reader = lessonReader(of);
  const found: GpnSettings[] = [];
  let teacher: EntityRecord | null = null;

  const define = (kind: UnitKind, line: GpnLine, read: (fields: string[], code: string) => EntityRecord) =>
    attempt(line, of, () => {
      const fields = fieldsOf(line);
      const code = codeOf(fields, 0, line.text.slice(0, 3));
      if (code === '') throw new BadLine(line.text.slice(0, 3), 'missing_value');
      const record = read(fields, code);
      // Each term lists its own once more.
      return units.define(kind, record) ? record : null;
    });
  const nameTeacher = (record: EntityRecord) => {
    record.name = [record.firstname, record.lastname].filter(Boolean).join(' ') || null;
  };

  const readHoliday = (line: GpnLine) => {
    const fields = fieldsOf(line);
    const shortcut = codeOf(fields, 0, 'FE') || null;
    const name = noteOf(fields, 1, 'FE') ?? shortcut;
    if (name === null) throw new BadLine('FE', 'missing_value');
    const is_public = (fields[4] ?? '').trim().toUpperCase() === 'F';
    holidays.push({ name, shortcut, ...rangeOf(fields, 2, 'FE'), is_public });
  };
  const readFirstName = (line: GpnLine) => {
    const firstname = codeOf(fieldsOf(line), 4, 'Le') || null;
    if (teacher === null || firstname === null) return;
    teacher.firstname = firstname;
    nameTeacher(teacher);
  };
  const readMaster = (line: GpnLine) => {
    const key = line.text.slice(0, 3);
    if (key === '00L') {
      teacher = define('teachers', line, (fields, code) => {
        const lastname = codeOf(fields, 1, key) || null;
        return { external_id: null, code, name: lastname, firstname: null, lastname };
      });
    } else if (key === '00R' || key === '00F') {
      const kind = key === '00R' ? 'bookables' : 'subjects';
      define(kind, line, (fields, code) => ({ external_id: null, code, name: noteOf(fields, 1, key) }));
    } else if (key === '00H') told.add('00H (GPU009)');
  };
  /** What each key does; after it comes a comma, except where numbers follow. */
  const readers: Record<string, (line: GpnLine) => unknown> = {
    AA: (line) => {
      const read = line.text.startsWith('AA02') ? readSettings(line) : null;
      if (read) found.push(read);
    },
    UZ: (line) => {
      if (line.text.startsWith('UZ00')) reader.place(line);
      else attempt(line, of, () => refuse('UZ', 'unsupported_row'));
    },
    Uz: (line) => /^[\d ]/.test(line.text.slice(2)) && reader.row(line),
    Uf: (line) => isBefore(line) && reader.list(line, 'subjects'),
    Uk: (line) => isBefore(line) && reader.list(line, 'classes'),
    Ul: (line) => isBefore(line) && reader.list(line, 'teachers'),
    '0U': (line) => isBefore(line) && reader.lesson(line),
    '0p': reader.begin,
    PE: (line) => isBefore(line) && reader.setTerms(line),
    '00': (line) => isBefore(line, 3) && readMaster(line),
    Le: (line) => isBefore(line) && attempt(line, of, () => readFirstName(line)),
    FE: (line) => attempt(line, of, () => readHoliday(line)),
    '0P': (line) =>
      isBefore(line) &&
      attempt(line, of, () => terms.push({ number: terms.length + 1, ...rangeOf(fieldsOf(line), 2, '0P') })),
    '0V': (line) => isBefore(line) && told.add('0V (GPU014)'),
    '0k': () => told.add('0k (GPU017)'),
  };
  const known = new Map(Object.entries(readers));
  for (const line of readLines(decodeText(file.bytes).text)) known.get(line.text.slice(0, 2))?.(line);

  const blocks = reader.finish();
  const [settings] = found;
  if (!settings || blocks.length === 0) throw unreadable(file.name, 'gpn_incomplete');
  for (const table of told) findings.warn('table_ignored', { table });
  const asked = toAsked(file.name, settings, options);
  if (asked && asked.answer === null) throw new UndecidedReading(asked);
  const [said = 'number'] = [asked?.answer, options.reading].flatMap((one) =>
    one?.kind === 'periods' ? [one.reading] : [],
  );
  const { begins_at, ends_at, first_period } = settings;
  const days = said === 'none' ? null : readDays(file.name, settings, options);
  const weekdays = days?.needed() ?? null;
  const year = { begins_at, ends_at };
  if (said === 'none') findings.warn('lessons_not_read');
  const lessons =
    said === 'none' ? [] : toLessons(blocks, { ...of, terms, year, first_period, weekdays, reading: said });
  const hasPlaces = lessons.some(({ placements }) => placements.length > 0);
  // No whole file is public: what this one does not name may only be written in a way that is not known.
  findings.warn('master_data_incomplete');
  const plan = completePlan(
    {
      ...createPlan('untis-gpn'),
      scope: {
        complete: holidays.length > 0 ? ['holidays'] : [],
        lessons: hasPlaces ? 'all' : 'none',
        substitutions: null,
      },
      school_year: toPlanYear(year, {}),
      times: fillTimes([], options.grid),
      lessons,
      courses: toCourses(lessons),
      holidays,
    },
    units,
    findings,
  );
  // What somebody has said of this upload can be said otherwise.
  const open = options.reading?.kind === 'periods' ? (asked ?? days?.asked) : (days?.asked ?? asked);
  return open ? { ...plan, asked: open } : plan;
}

/** The days of a file whose week does not certainly begin on a Monday are asked about; null: they are counted from it. */
function readDays(file: string, { days, first_day }: GpnSettings, options: ParseOptions): SaidDays | null {
  const names = Array.from({ length: days }, (_, at) => String(at + 1));
  if (first_day !== null) return askDays(`gpn ${first_day}`, file, names, options);
  holdToNames(
    file,
    names,
    names.map((name) => Number(name) as Weekday),
    options,
  );
  return null;
}

/** Where the first period is 1, its number and its place are the same: nothing has to be said. */
function toAsked(
  file: string,
  { first_period }: GpnSettings,
  { reading, readings }: ParseOptions,
): ParsedPlan['asked'] {
  if (first_period === 1) return undefined;
  const make = `gpn first period ${first_period}`;
  const answers = [reading, readings?.[make]];
  const answer = answers.find((one) => one?.kind === 'periods') ?? null;
  return { make, question: { kind: 'periods', file, first_period }, answer };
}
