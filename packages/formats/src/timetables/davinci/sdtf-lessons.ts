import type { LessonRecord, PlacementRecord, TimeRecord, Weeks } from '@kreide/core/features/timetable-import';
import { addDays, mondayOf, type Weekday } from '@kreide/core/kernel';
import { parseWeekday } from '../calendar.ts';
import { MAX_TEXT_LENGTH, parseDate, parseTime } from '../plan.ts';
import { toStableId } from '../stable-id.ts';
import { hasLongCode } from '../xml-node.ts';
import { hourAt } from './master-data.ts';
import type { Frame, Line } from './sdtf-lines.ts';

/** A lesson with the lines that follow it. */
interface Block {
  line: Line;
  /** Its name, to which its appointments refer. */
  name: string;
  classes: string[];
  /** Its weeks, `X` where it is held. */
  mask: string;
  appointments: Appointment[];
}

interface Appointment {
  line: Line;
  /** The number of its first field. */
  first: number;
}

/** Fields of each appointment of a `U8` line. */
const APPOINTMENT = 10;
/** What a field of a `U1` line is, by its number. */
const FIELD = { number: 2, grade: 3, teacher: 4, title: 7, room: 8, note: 10, scheme: 18, event: 23, name: 24 };
const [FROM, TO, SUBJECT] = [28, 29, 30];

/** The codes of a line that says how many follow. */
const listed = ({ at, size }: Line): string[] =>
  Array.from({ length: Math.max(size - 3, 0) }, (_, place) => at(place + 4)).filter(Boolean);

/** The lessons with their weeks, classes and appointments, which stand in the lines after them. */
function toBlocks(lines: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  const byName = new Map<string, Block>();
  for (const line of lines) {
    const { type, at, reject, size } = line;
    const last = blocks.at(-1);
    if (type === 'U1') {
      const block: Block = { line, name: at(FIELD.name), classes: [], mask: '', appointments: [] };
      blocks.push(block);
      if (block.name !== '') byName.set(block.name, block);
    } else if (type === 'U5' || type === 'U6') {
      if (last?.line.at(FIELD.number) !== at(2)) reject(2, 'unknown_reference');
      else if (type === 'U5') last.mask = at(3).toUpperCase();
      else last.classes = listed(line);
    } else if (type === 'U8') {
      const block = at(2) === '' || last?.name === at(2) ? last : byName.get(at(2));
      if (!block) reject(2, 'unknown_reference');
      else
        for (let first = 4; first <= size && at(first) + at(first + 2) !== ''; first += APPOINTMENT)
          block.appointments.push({ line, first });
    }
  }
  return blocks;
}

/** The dates of a weekday in the weeks that are marked, while the lesson is valid. */
function toDates(mask: string, weekday: Weekday, { begins_at, ends_at, free }: Frame, from: string, to: string) {
  const monday = mondayOf(begins_at);
  return [...mask].flatMap((mark, week) => {
    const date = addDays(monday, week * 7 + weekday - 1);
    const isHeld = mark === 'X' && !free.has(week) && date >= from && date <= to;
    return isHeld && date >= begins_at && date <= ends_at ? [date] : [];
  });
}

interface Context {
  frame: Frame | null;
  times: readonly TimeRecord[];
  /** Weeks by the code of their scheme (`W1`). */
  schemes: ReadonlyMap<string, string>;
}

/** `202609070800` as its day and its time. */
function readStamp(text: string) {
  return { date: parseDate(text.slice(0, 8)), time: parseTime(text.slice(8)) };
}

/** One appointment; null (and reported) when it cannot be placed. */
function readAppointment(
  { line, first }: Appointment,
  block: Block,
  lesson: LessonRecord,
  { frame, times, schemes }: Context,
): PlacementRecord | null {
  const field = (offset: number) => line.at(first + offset);
  const reject = (offset: number, reason: Parameters<Line['reject']>[1]) => {
    line.reject(first + offset, reason);
    return null;
  };
  const [begins, ends] = [readStamp(field(0)), readStamp(field(1))];
  const day = field(2) === '' || field(2) === '0' ? null : parseWeekday(field(2));
  const [teacher, room] = [field(6), field(7)];
  if (begins.time === null) return reject(0, 'bad_time');
  if (ends.time === null) return reject(1, 'bad_time');
  if (ends.time <= begins.time) return reject(1, 'bad_range');
  if (day === null && field(2) !== '' && field(2) !== '0') return reject(2, 'unknown_weekday');
  if (day === null && begins.date === null) return reject(0, 'bad_date');
  if (hasLongCode([teacher, room], [], [], [])) return reject(6, 'too_long');
  const mask = block.mask || (schemes.get(block.line.at(FIELD.scheme)) ?? '');
  let weeks: Weeks = { kind: 'every' };
  if (day === null) weeks = { kind: 'dates', dates: [begins.date!] };
  else if (mask.includes('-')) {
    if (!frame || !/^[X-]+$/.test(mask)) return reject(2, 'bad_weeks');
    const dates = toDates(mask, day, frame, lesson.begins_at ?? '', lesson.ends_at ?? '9999');
    if (dates.length === 0) return reject(2, 'outside_validity');
    weeks = { kind: 'dates', dates };
  }
  const weekday = weeks.kind === 'dates' ? null : day;
  const set = block.line.at(FIELD.room);
  return {
    weekday,
    hour: hourAt(begins.time, times),
    begins_at: begins.time,
    ends_at: ends.time,
    weeks,
    bookables: room || set ? [room || set] : [],
    ...(teacher !== '' && !lesson.teachers.includes(teacher) ? { teachers: [teacher] } : {}),
  };
}

/** One lesson without its places; null (and reported) when nothing says what it is. */
function readLesson({ line: { at, reject }, classes, name }: Block): LessonRecord | null {
  const grades = [...new Set(classes.length > 0 ? classes : [at(FIELD.grade)].filter(Boolean))];
  const teachers = [at(FIELD.teacher)].filter(Boolean);
  const subject = at(SUBJECT) || at(FIELD.title) || null;
  const notes = [at(FIELD.title) === subject ? '' : at(FIELD.title), at(FIELD.note)].filter(Boolean);
  const [begins_at, ends_at] = [parseDate(at(FROM)), parseDate(at(TO))];
  if (subject === null && grades.length + teachers.length === 0) reject(SUBJECT, 'missing_value');
  else if (hasLongCode([subject ?? '', at(FIELD.room), name], grades, teachers, [])) reject(SUBJECT, 'too_long');
  else if (notes.join().length > MAX_TEXT_LENGTH) reject(FIELD.note, 'too_long');
  else if (begins_at === null && at(FROM) !== '') reject(FROM, 'bad_date');
  else if (ends_at === null && at(TO) !== '') reject(TO, 'bad_date');
  else if (begins_at !== null && ends_at !== null && ends_at < begins_at) reject(TO, 'bad_range');
  else {
    const ref = name || at(FIELD.event) || null;
    const about = { subject, grades, teachers, course: null, begins_at, ends_at };
    return {
      external_id: toStableId(ref, subject, grades, teachers),
      ...about,
      comment: notes.join(' · ') || null,
      placements: [],
    };
  }
  return null;
}

/** The lessons of the file; those of one name, subject, classes and teacher are one. */
export function readLessons(lines: readonly Line[], context: Omit<Context, 'schemes'>): LessonRecord[] {
  const schemes = new Map(
    lines.flatMap(({ type, at }) => (type === 'W1' ? [[at(3), at(9).toUpperCase()] as const] : [])),
  );
  const lessons = new Map<string, LessonRecord>();
  const places = new Set<string>();
  for (const block of toBlocks(lines)) {
    const read = readLesson(block);
    if (!read) continue;
    const lesson = lessons.get(read.external_id) ?? read;
    const wasThere = lesson !== read;
    lessons.set(read.external_id, lesson);
    let added = 0;
    for (const appointment of block.appointments) {
      const place = readAppointment(appointment, block, lesson, { ...context, schemes });
      if (!place) continue;
      const key = JSON.stringify([read.external_id, place]);
      if (places.has(key)) appointment.line.reject(appointment.first, 'duplicate_row');
      else {
        places.add(key);
        lesson.placements.push(place);
        added += 1;
      }
    }
    if (wasThere && added === 0) block.line.reject(FIELD.number, 'duplicate_row');
  }
  return [...lessons.values()];
}
