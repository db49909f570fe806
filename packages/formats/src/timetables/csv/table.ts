import type { Reason, SourceFile } from '@kreide/core/features/timetable-import';
import { DELIMITERS, type Delimiter, decodeText, detectDelimiter, readRows, type TextRow } from '../../tables/text.ts';
import type { Findings } from '../findings.ts';
import { MAX_CODE_LENGTH, MAX_TEXT_LENGTH } from '../plan.ts';
import { foldWord, parseList } from './cells.ts';

const LESSON_COLUMNS = {
  lesson_id: 'lessonid id unterrichtsid unterrichtsnummer nummer',
  row_kind: 'art kind type',
  classes: 'classes class klassen klasse grades grade',
  teachers: 'teachers teacher lehrer lehrerkuerzel lehrkraft lehrkraefte lehrperson',
  subject: 'subject fach fachkuerzel unterrichtsfach',
  course: 'course kurs kursbezeichnung',
  rooms: 'rooms room raum raeume',
  weekday: 'weekday day wochentag tag',
  period: 'period periods hour stunde stunden unterrichtsstunde',
  start: 'start starttime begin beginn von anfang',
  end: 'end endtime ende bis',
  week: 'week weeks woche wochen',
  valid_from: 'validfrom gueltigab gueltigvon',
  valid_to: 'validto gueltigbis',
  text: 'text comment bemerkung kommentar hinweis',
} as const;

const SUBSTITUTION_COLUMNS = {
  id: 'id nummer vertretungsnummer',
  date: 'date datum',
  period: LESSON_COLUMNS.period,
  start: LESSON_COLUMNS.start,
  end: LESSON_COLUMNS.end,
  kind: 'kind art type vertretungsart',
  classes: LESSON_COLUMNS.classes,
  teachers: LESSON_COLUMNS.teachers,
  new_teachers:
    'newteachers newteacher neuelehrer neuerlehrer neuelehrkraft vertreter vertretungslehrer vertretungslehrkraft',
  subject: LESSON_COLUMNS.subject,
  new_subject: 'newsubject neuesfach vertretungsfach',
  rooms: LESSON_COLUMNS.rooms,
  new_rooms: 'newrooms newroom neuerraum neueraeume vertretungsraum',
  moved_date: 'moveddate verlegtauf verlegtdatum neuesdatum',
  moved_period: 'movedperiod verlegtstunde neuestunde',
  text: LESSON_COLUMNS.text,
  hidden: 'hidden verborgen versteckt nichtdrucken',
} as const;

export type LessonColumn = keyof typeof LESSON_COLUMNS;
export type SubstitutionColumn = keyof typeof SUBSTITUTION_COLUMNS;
export type Column = LessonColumn | SubstitutionColumn;

const SHAPES = { lessons: LESSON_COLUMNS, substitutions: SUBSTITUTION_COLUMNS } as const;
export type Shape = keyof typeof SHAPES;

interface Header {
  shape: Shape;
  /** The position of each known column, and its spelling in the file. */
  columns: ReadonlyMap<Column, { index: number; title: string }>;
  unknown: string[];
}

/** One row of a CSV file with its position for messages. */
export interface CsvRow {
  file: string;
  row: number;
  /** The cell of a column; empty when the file has no such column. */
  read(column: Column): string;
  /** Reports that the row, or its cell in this column, is unusable. */
  reject(column: Column, reason: Reason): void;
}

/** A CSV file in our format. */
export interface CsvTable {
  shape: Shape;
  rows: CsvRow[];
}

function matchColumns(titles: readonly string[], shape: Shape): Header {
  const aliases = new Map(
    Object.entries(SHAPES[shape]).flatMap(([column, words]) =>
      words.split(' ').map((word) => [word, column as Column]),
    ),
  );
  const columns = new Map<Column, { index: number; title: string }>();
  const unknown: string[] = [];
  for (const [index, title] of titles.entries()) {
    const column = aliases.get(foldWord(title));
    if (column && !columns.has(column)) columns.set(column, { index, title: title.trim() });
    else if (title.trim() !== '') unknown.push(title.trim());
  }
  return { shape, columns, unknown };
}

/** The kind of file that a heading belongs to; null when it is not ours. */
export function readHeader(titles: readonly string[]): Header | null {
  const substitutions = matchColumns(titles, 'substitutions');
  const isAbout = (header: Header, ...columns: Column[]) => columns.some((column) => header.columns.has(column));
  if (isAbout(substitutions, 'date') && isAbout(substitutions, 'classes', 'teachers', 'subject', 'kind')) {
    return substitutions;
  }
  const lessons = matchColumns(titles, 'lessons');
  const hasPlace = isAbout(lessons, 'weekday') && isAbout(lessons, 'period', 'start');
  return hasPlace && isAbout(lessons, 'subject', 'course', 'classes', 'teachers', 'rooms') ? lessons : null;
}

function findHeader(text: string): { header: Header; delimiter: Delimiter } | null {
  const detected = detectDelimiter(text);
  const candidates = detected === null ? DELIMITERS : [detected, ...DELIMITERS.filter((other) => other !== detected)];
  for (const delimiter of candidates) {
    const [first] = readRows(firstLines(text), delimiter);
    const header = first ? readHeader(first.fields) : null;
    if (header) return { header, delimiter };
  }
  return null;
}

/** Blank lines and `sep=;` may precede the heading, so the first line alone is not enough. */
function firstLines(text: string): string {
  return text
    .slice(0, 20_000)
    .split(/\r\n?|\n/, 12)
    .join('\n');
}

/** Enough for the heading of any file. */
const HEADER_WITHIN_BYTES = 65_536;

/** True when the file begins with one of our headings. */
export function hasHeader(file: SourceFile): boolean {
  let head = file.bytes.subarray(0, HEADER_WITHIN_BYTES);
  // A character cut in half would make the whole beginning invalid UTF-8.
  if (head.length < file.bytes.length && head.includes(0x0a)) head = head.subarray(0, head.lastIndexOf(0x0a));
  return findHeader(decodeText(head).text) !== null;
}

/** The first column whose content is too long for what its heading says. */
function findLongColumn(source: TextRow, header: Header): Column | null {
  if (!source.fields.some((cell) => cell.length > MAX_CODE_LENGTH)) return null;
  for (const [column, { index }] of header.columns) {
    const cell = source.fields[index] ?? '';
    if (cell.length <= MAX_CODE_LENGTH) continue;
    if (column === 'text') {
      if (cell.length > MAX_TEXT_LENGTH) return column;
    } else if (parseList(cell).some((code) => code.length > MAX_CODE_LENGTH)) return column;
  }
  return null;
}

/** What all rows of a table share. */
interface Table {
  file: string;
  header: Header;
  findings: Findings;
}

class Row implements CsvRow {
  readonly row: number;
  private readonly fields: readonly string[];
  private readonly table: Table;
  constructor(source: TextRow, table: Table) {
    this.row = source.row;
    this.fields = source.fields;
    this.table = table;
  }

  get file() {
    return this.table.file;
  }

  read(column: Column): string {
    const place = this.table.header.columns.get(column);
    return place === undefined ? '' : (this.fields[place.index] ?? '');
  }

  reject(column: Column, reason: Reason): void {
    const { file, header, findings } = this.table;
    const title = header.columns.get(column)?.title ?? column;
    findings.reject(file, { row: this.row, column: title, value: this.read(column) || null }, reason);
  }
}

/** Reads a CSV file in our format; null when it has none of our headings. Rows with broken quotes are rejected here. */
export function readTable(file: SourceFile, findings: Findings): CsvTable | null {
  const { text } = decodeText(file.bytes);
  const found = findHeader(text);
  if (!found) return null;
  const { header, delimiter } = found;
  if (header.unknown.length > 0) {
    findings.warn('unknown_columns', { file: file.name, columns: header.unknown.slice(0, 10).join(', ') });
  }
  const rows: CsvRow[] = [];
  const table: Table = { file: file.name, header, findings };
  for (const source of readRows(text, delimiter).slice(1)) {
    if (source.is_broken) {
      findings.reject(file.name, { row: source.row, value: source.fields.join(delimiter) }, 'broken_quotes');
    } else if (source.fields.some((field) => field.trim() !== '')) {
      const row = new Row(source, table);
      const long = findLongColumn(source, header);
      if (long === null) rows.push(row);
      else row.reject(long, 'too_long');
    }
  }
  return { shape: header.shape, rows };
}
