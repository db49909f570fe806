import type {
  LessonRecord,
  ParseOptions,
  PlacementRecord,
  SupervisionRecord,
  Weeks,
} from '@kreide/core/features/timetable-import';
import type { Weekday } from '@kreide/core/kernel';
import { remember } from '../remember.ts';
import { toStableId } from '../stable-id.ts';
import { foldWord, parseList, parseWeekday } from './cells.ts';
import { isInSchoolYear, readDate, readSlots, type Slot } from './slots.ts';
import type { CsvRow } from './table.ts';

/** One good row. */
interface LessonRow {
  source: CsvRow;
  id: string | null;
  subject: string | null;
  course: string | null;
  classes: string[];
  teachers: string[];
  rooms: string[];
  begins_at: string | null;
  ends_at: string | null;
  text: string | null;
  weekday: Weekday | null;
  slots: Slot[];
  weeks: Weeks;
}

const readWeeks = remember((cell): Weeks => {
  const label = cell.trim();
  return label === '' ? { kind: 'every' } : { kind: 'label', label };
});

function readPlace(row: CsvRow): { weekday: Weekday | null; slots: Slot[] } | null {
  const slots = readSlots(row);
  if (slots === null) return null;
  const cell = row.read('weekday').trim();
  if (cell === '' && slots.length === 0) return { weekday: null, slots };
  const weekday = parseWeekday(cell);
  if (weekday === null) row.reject('weekday', cell === '' ? 'missing_value' : 'unknown_weekday');
  else if (slots.length === 0) row.reject('period', 'missing_value');
  else return { weekday, slots };
  return null;
}

function readLessonRow(row: CsvRow, options: ParseOptions): LessonRow | null {
  const place = readPlace(row);
  const begins = readDate(row, 'valid_from');
  const ends = readDate(row, 'valid_to');
  if (place === null || begins === undefined || ends === undefined) return null;
  const subject = row.read('subject').trim() || null;
  const course = row.read('course').trim() || null;
  const classes = parseList(row.read('classes'));
  const teachers = parseList(row.read('teachers'));
  const text = row.read('text').trim() || null;
  if (begins !== null && ends !== null && ends < begins) row.reject('valid_to', 'bad_range');
  else if (!isInSchoolYear(begins, ends, options.school_year)) {
    row.reject(begins === null ? 'valid_to' : 'valid_from', 'outside_school_year');
  } else if (subject === null && course === null && text === null && classes.length + teachers.length === 0) {
    row.reject('subject', 'missing_value');
  } else {
    return {
      source: row,
      id: row.read('lesson_id').trim() || null,
      subject,
      course,
      classes,
      teachers,
      rooms: parseList(row.read('rooms')),
      begins_at: begins,
      ends_at: ends,
      text,
      ...place,
      weeks: readWeeks(row.read('week')),
    };
  }
  return null;
}

function readSupervision(row: CsvRow): SupervisionRecord[] {
  const place = readPlace(row);
  if (place === null) return [];
  const area = row.read('rooms').trim();
  const { weekday } = place;
  if (area === '') row.reject('rooms', 'missing_value');
  else if (weekday === null) row.reject('weekday', 'missing_value');
  else {
    const teachers = parseList(row.read('teachers'));
    const weeks = readWeeks(row.read('week'));
    return place.slots.flatMap(({ hour }) => {
      if (hour === null) return [];
      const supervision = { area, weekday, before_hour: hour, minutes: null, weeks };
      return (teachers.length === 0 ? [null] : teachers).map((teacher) => ({ ...supervision, teacher }));
    });
  }
  return [];
}

/** What rows of one lesson have in common besides their id. */
function toVariant(row: LessonRow): string {
  const { subject, course, begins_at, ends_at } = row;
  return `${subject ?? NOTHING}${FIELD}${course ?? NOTHING}${FIELD}${begins_at ?? NOTHING}${FIELD}${ends_at ?? NOTHING}`;
}

/** The key of each row's lesson; independent of the order of rows. */
function toLessonKeys(rows: readonly LessonRow[]): string[] {
  const variants = new Map<string, string>();
  const several = new Set<string>();
  for (const row of rows) {
    if (row.id === null) continue;
    const variant = toVariant(row);
    const known = variants.get(row.id);
    if (known === undefined) variants.set(row.id, variant);
    else if (known !== variant) several.add(row.id);
  }
  return rows.map((row) => {
    const { subject, course, begins_at, ends_at } = row;
    if (row.id === null) return toStableId(row.classes, subject, row.teachers, course, begins_at, ends_at);
    // An id that stands for several lessons (coupled courses) is made unique by these values.
    return several.has(row.id) ? toStableId(row.id, subject, course, begins_at, ends_at) : row.id;
  });
}

const toSlotKey = ({ hour, begins_at, ends_at }: Slot) => `${hour} ${begins_at} ${ends_at}`;
const toWeeksKey = (weeks: Weeks) => (weeks.kind === 'label' ? weeks.label : null);

/** No cell holds zeros: the database cannot keep them. */
const CODE = '\0';
const FIELD = '\0\0';
const NOTHING = '\0-';

const toText = (codes: readonly string[]) => (codes.length === 1 ? codes[0]! : codes.join(CODE));

/** Everything that a row says: a second row that says the same is a mistake. */
function toIdentity(row: LessonRow): string {
  const weeks = toWeeksKey(row.weeks) ?? NOTHING;
  const said = `${row.id ?? NOTHING}${FIELD}${toVariant(row)}${FIELD}${row.text ?? NOTHING}${FIELD}${weeks}`;
  const lists = `${toText(row.classes)}${FIELD}${toText(row.teachers)}${FIELD}${toText(row.rooms)}`;
  return `${row.weekday}${said}${FIELD}${lists}${FIELD}${toText(row.slots.map(toSlotKey))}`;
}

/** Rows that say much the same: those with the same first slot of a lesson. */
interface Alike {
  first: LessonRow;
  /** What they say, worked out as soon as there is a second one. */
  identities: Set<string> | null;
}

interface OpenSlot extends Alike {
  placement: PlacementRecord;
  teachers: string[];
}

interface OpenLesson {
  record: LessonRecord;
  slots: Map<string, OpenSlot>;
  /** The rows without a slot. */
  unplaced: Alike | null;
}

function addAll(list: string[], more: readonly string[]): void {
  for (const code of more) if (!list.includes(code)) list.push(code);
}

function openLesson(key: string, row: LessonRow): OpenLesson {
  const { subject, course, begins_at, ends_at } = row;
  const record = { external_id: key, subject, grades: [], teachers: [], course, begins_at, ends_at, comment: null };
  return { record: { ...record, placements: [] }, slots: new Map(), unplaced: null };
}

/** False when one of the rows says the same. */
function isNewAmong(alike: Alike, row: LessonRow): boolean {
  alike.identities ??= new Set([toIdentity(alike.first)]);
  const identity = toIdentity(row);
  if (alike.identities.has(identity)) return false;
  alike.identities.add(identity);
  return true;
}

/** Adds what a row says to its lesson; false when another row said it. */
function addRow(lesson: OpenLesson, row: LessonRow): boolean {
  const { record, slots } = lesson;
  const keys = row.slots.map((slot) => `${row.weekday} ${toSlotKey(slot)} ${toWeeksKey(row.weeks)}`);
  const alike = keys.length === 0 ? lesson.unplaced : slots.get(keys[0]!);
  if (alike && !isNewAmong(alike, row)) return false;
  if (keys.length === 0) lesson.unplaced ??= { first: row, identities: null };
  addAll(record.grades, row.classes);
  addAll(record.teachers, row.teachers);
  if (row.text !== null && !record.comment?.split('; ').includes(row.text)) {
    record.comment = record.comment === null ? row.text : `${record.comment}; ${row.text}`;
  }
  for (const [at, key] of keys.entries()) {
    let known = slots.get(key);
    if (!known) {
      const placement = { weekday: row.weekday, ...row.slots[at]!, bookables: [], weeks: row.weeks };
      known = { placement, teachers: [], first: row, identities: null };
      slots.set(key, known);
      record.placements.push(placement);
    }
    addAll(known.placement.bookables, row.rooms);
    addAll(known.teachers, row.teachers);
  }
  return true;
}

/** Rows of one slot of one lesson name the teachers; they count where they differ from the lesson's. */
function closeLesson({ record, slots }: OpenLesson): LessonRecord {
  for (const { placement, teachers } of slots.values()) {
    if (teachers.length !== record.teachers.length) placement.teachers = teachers;
  }
  return record;
}

/**
 * Groups rows into lessons: by id, without one by (classes, subject, teachers, course, validity). Bad rows are
 * reported.
 */
export function readLessons(rows: readonly CsvRow[], options: ParseOptions) {
  const good: LessonRow[] = [];
  const supervisions: SupervisionRecord[] = [];
  for (const row of rows) {
    const kind = foldWord(row.read('row_kind'));
    if (kind === '' || kind === 'stunde' || kind === 'lesson' || kind === 'unterricht') {
      const lessonRow = readLessonRow(row, options);
      if (lessonRow) good.push(lessonRow);
    } else if (['pausenaufsicht', 'aufsicht', 'supervision'].includes(kind)) supervisions.push(...readSupervision(row));
    else row.reject('row_kind', 'unknown_row_kind');
  }
  const lessons = new Map<string, OpenLesson>();
  const keys = toLessonKeys(good);
  for (const [index, row] of good.entries()) {
    const key = keys[index]!;
    let lesson = lessons.get(key);
    if (!lesson) {
      lesson = openLesson(key, row);
      lessons.set(key, lesson);
    }
    if (!addRow(lesson, row)) row.source.reject('lesson_id', 'duplicate_row');
  }
  return { lessons: [...lessons.values()].map(closeLesson), supervisions };
}
