import type {
  LessonRecord,
  ParsedPlan,
  ParseOptions,
  PlacementRecord,
  SourceFile,
} from '@kreide/core/features/timetable-import';
import { parsePeriod, parseWeekday } from '../calendar.ts';
import type { Findings } from '../findings.ts';
import { createFindings } from '../findings.ts';
import { warnOfGaps } from '../gaps.ts';
import { createPlan, fillTimes, parseDate } from '../plan.ts';
import { toPlanYear } from '../plan-year.ts';
import { remember } from '../remember.ts';
import { toStableId } from '../stable-id.ts';
import { createUnitCollector } from '../unit-collector.ts';
import { useUnits } from '../used-units.ts';
import type { XmlNode } from '../xml.ts';
import { findChild, hasLongCode, hasLongText, listChildren, readText } from '../xml-node.ts';
import { splitClasses, splitRooms, splitUnits } from './codes.ts';
import { readFreeDays } from './dates.ts';
import { readColumnTimes } from './day-plan.ts';
import {
  createWeeks,
  parseWeekNumbers,
  readSchoolWeeks,
  readWeekRange,
  readYear,
  type WeekRange,
} from './school-weeks.ts';

/** One `Pl/Std` of one class. */
interface Entry {
  grades: string[];
  teachers: string[];
  rooms: string[];
  subject: string;
  placement: PlacementRecord;
  /** Equal weeks have the same number. */
  weeks: number;
}

interface Context {
  weeksOf: ReturnType<typeof createWeeks>;
  kind: string;
  classesOf: (value: string) => string[];
  teachersOf: (value: string) => string[];
  roomsOf: (value: string) => string[];
  file: string;
  findings: Findings;
}

/** Fields that contain several codes and may be long. */
/** Every answer of one file is kept. */
const ALL = { longest: Number.POSITIVE_INFINITY, most: Number.POSITIVE_INFINITY };
const LISTS = ['PlSw', 'PlKl', 'PlLe', 'PlRa'];

const textOf = (node: XmlNode, name: string) => findChild(node, name)?.text.trim() ?? '';
const entriesOf = (column: XmlNode) => listChildren(findChild(column, 'Pl'), 'Std');
const withOwner = (codes: string[], owner: string) => (codes.includes(owner) ? codes : [owner, ...codes]);

function readEntry(node: XmlNode, owner: string, context: Context): Entry | null {
  const reject = (column: string, reason: 'unknown_weekday' | 'bad_period' | 'bad_weeks' | 'too_long') => {
    context.findings.reject(context.file, { row: node.line, column, value: readText(node, column) }, reason);
    return null;
  };
  const weekday = parseWeekday(textOf(node, 'PlTg'));
  if (weekday === null) return reject('PlTg', 'unknown_weekday');
  const hour = parsePeriod(textOf(node, 'PlSt'));
  if (hour === null) return reject('PlSt', 'bad_period');
  const numberText = textOf(node, 'PlSw');
  const numbers = numberText === '' ? null : parseWeekNumbers(numberText);
  if (numbers === null && numberText !== '') return reject('PlSw', 'bad_weeks');
  const grades = context.classesOf(textOf(node, 'PlKl'));
  const teachers = context.teachersOf(textOf(node, 'PlLe'));
  const rooms = context.roomsOf(textOf(node, 'PlRa'));
  if (hasLongText(node, LISTS) || hasLongCode(grades, teachers, rooms)) return reject('Std', 'too_long');
  const { weeks, number } = context.weeksOf(numbers, textOf(node, 'PlWo'), weekday);
  return {
    grades: context.kind === 'K' ? withOwner(grades, owner) : grades,
    teachers: context.kind === 'L' ? withOwner(teachers, owner) : teachers,
    rooms: context.kind === 'R' ? withOwner(rooms, owner) : rooms,
    subject: textOf(node, 'PlFa'),
    weeks: number,
    placement: {
      weekday: weeks.kind === 'dates' ? null : weekday,
      hour,
      begins_at: null,
      ends_at: null,
      bookables: [],
      weeks,
    },
  };
}

/** Characters that no XML may hold, so that no code does. */
const BETWEEN_FIELDS = '\u0001';
const BETWEEN_CODES = '\u0002';
const toText = (codes: readonly string[]) => (codes.length === 1 ? codes[0]! : codes.join(BETWEEN_CODES));
const inOrder = (codes: readonly string[]) => (codes.length < 2 ? codes : codes.toSorted());

/** A lesson is listed under each of its classes: equal slot, subject, teachers, rooms and weeks make it one. */
function mergeEntries(entries: readonly Entry[], columns: readonly string[]): Entry[] {
  const merged = new Map<string, Entry>();
  const position = new Map(columns.map((code, at) => [code, at] as const).reverse());
  for (const entry of entries) {
    const { teachers, rooms, subject, placement } = entry;
    // Without teacher and room, two classes have two lessons of the same name.
    const own = teachers.length + rooms.length > 0 ? '' : toText(entry.grades);
    const lists = `${toText(inOrder(teachers))}${BETWEEN_FIELDS}${toText(inOrder(rooms))}${BETWEEN_FIELDS}${own}`;
    const key = `${placement.weekday} ${placement.hour} ${entry.weeks} ${subject}${BETWEEN_FIELDS}${lists}`;
    const known = merged.get(key);
    if (known?.grades.length && entry.grades.every((grade) => known.grades.includes(grade))) {
      entry.grades = known.grades;
    } else if (known || entry.grades.length > 1) {
      entry.grades = [...new Set([...(known?.grades ?? []), ...entry.grades])];
      entry.grades.sort((a, b) => (position.get(a) ?? -1) - (position.get(b) ?? -1));
    }
    merged.set(key, entry);
  }
  return [...merged.values()];
}

/** Lessons are identified by classes, subject and teachers; the file has no ids. */
function toLessons(entries: readonly Entry[]): LessonRecord[] {
  const lessons = new Map<string, LessonRecord>();
  for (const { grades, subject, teachers, rooms, placement } of entries) {
    const external_id = toStableId(grades, subject, teachers);
    const lesson = lessons.get(external_id) ?? {
      external_id,
      subject: subject || null,
      grades,
      teachers,
      course: null,
      begins_at: null,
      ends_at: null,
      comment: null,
      placements: [],
    };
    lesson.placements.push({ ...placement, bookables: rooms });
    lessons.set(external_id, lesson);
  }
  return [...lessons.values()];
}

function collectAlone(columns: readonly XmlNode[], name: string): Set<string> {
  const values = new Set<string>();
  for (const column of columns) {
    for (const entry of findChild(column, 'Pl')?.children ?? []) {
      if (entry.name === 'Std') values.add(findChild(entry, name)?.text ?? '');
    }
  }
  const parts = [...values].flatMap((value) => value.split(',')).map((value) => value.trim());
  return new Set(parts.filter((value) => !value.includes(' ')));
}

/** Since when the plan is in force, and the weeks of a weekly file: all that a file without school weeks says. */
function readDates(head: XmlNode | null, range: WeekRange | null): string[] {
  const since = head ? parseDate(textOf(head, 'gueltigab')) : null;
  return [since, range?.from, range?.to].filter((date) => typeof date === 'string');
}

/**
 * `splan`: the regular plan (docs/import-formats.md, Indiware splan), of the whole year or, with `Basisdaten`, of some
 * weeks, which then are the scope. Counts: `lessons` = distinct (classes, subject, teachers), `placements` = accepted
 * `Std` elements, `grades` = `Kl` elements (classes of the lessons in plans of teachers and rooms), the others distinct
 * codes.
 */
export function parseRegularPlan(root: XmlNode, file: SourceFile, options: ParseOptions): ParsedPlan {
  const findings = createFindings();
  const head = findChild(root, 'Kopf');
  const nodes = listChildren(findChild(root, 'Klassen'), 'Kl');
  const range = readWeekRange(root);
  const kind = (head ? textOf(head, 'PlanArt') : '').toUpperCase() || 'K';
  const columns = nodes.map((node) => textOf(node, 'Kurz'));
  const teachers = collectAlone(nodes, 'PlLe');
  const rooms = collectAlone(nodes, 'PlRa');
  const context: Context = {
    weeksOf: createWeeks({ weeks: readSchoolWeeks(root), range }),
    kind,
    classesOf: remember((value) => splitClasses(value, kind === 'K' ? columns : []), ALL),
    teachersOf: remember((value) => splitUnits(value, teachers), ALL),
    roomsOf: remember((value) => splitRooms(value, rooms), ALL),
    file: file.name,
    findings,
  };
  const read = nodes.flatMap((node, at) => entriesOf(node).map((entry) => readEntry(entry, columns[at]!, context)));
  const entries = read.filter((entry) => entry !== null);
  const plan = {
    ...createPlan('indiware-splan'),
    times: fillTimes(readColumnTimes(nodes, 'Stunden', 'St'), options.grid),
    lessons: toLessons(mergeEntries(entries, columns)),
    holidays: readFreeDays(findChild(root, 'FreieTage')),
  };
  const units = createUnitCollector();
  if (kind === 'K') units.use('grades', columns);
  useUnits(units, plan);
  if (plan.lessons.length === 0) findings.warn('no_lessons');
  warnOfGaps(plan, findings);
  const all = units.all();
  return {
    ...plan,
    ...all,
    school_year: toPlanYear(readYear(root), plan, readDates(head, range)),
    scope: {
      complete: plan.holidays.length > 0 ? ['holidays'] : [],
      lessons: plan.lessons.length === 0 ? 'none' : (range ?? 'all'),
      substitutions: null,
    },
    counts: {
      lessons: plan.lessons.length,
      placements: entries.length,
      grades: all.grades.length,
      teachers: all.teachers.length,
      bookables: all.bookables.length,
      subjects: all.subjects.length,
      substitutions: 0,
    },
    warnings: findings.warnings,
    rejected: findings.rejected,
  };
}
