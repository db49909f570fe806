import type { LessonRecord, PlacementRecord, Reason } from '@kreide/core/features/timetable-import';
import { parsePeriod, parseWeekday } from '../../calendar.ts';
import type { Findings } from '../../findings.ts';
import { MAX_CODE_LENGTH, MAX_TEXT_LENGTH, parseDate, parseTime } from '../../plan.ts';
import type { XmlNode } from '../../xml.ts';
import { findChild, hasLongCode, readText } from '../../xml-node.ts';
import { toLineKey } from '../lesson-key.ts';
import { readReference, type UntisDocument, type UntisItem } from './document.ts';
import { isOccurrence, toOccurrenceWeeks, type UntisYear } from './occurrence.ts';
import { PREFIXES, type Prefix, splitReferences, toCode } from './references.ts';

/** `effectivebegindate` and `effectiveenddate` of a lesson; null = from or to the end of the school year. */
type Validity = readonly [from: string | null, to: string | null];

/** Shared input for reading lessons. */
export interface LessonContext {
  file: string;
  year: UntisYear | null;
  findings: Findings;
}

/** `LS_141800`: the last two digits are the coupling line, the rest is the lesson number. */
export function readLessonId(id: string): { number: string; line: string } | null {
  const found = /^(?:LS_)?(\d+)(\d\d)$/.exec(id);
  return found ? { number: found[1]!, line: found[2]! } : null;
}

/** The string with the days of the lesson: its own, else that of its date scheme. */
function findOccurrence(item: UntisItem, document: UntisDocument): string | null {
  const own = readText(item, 'occurence') ?? readText(item, 'occurrence');
  if (own !== null) return own.trim();
  const scheme = readReference(item, 'lesson_date_scheme');
  if (scheme === '') return null;
  const found = (document.get('lesson_date_schemes') ?? []).find((candidate) => candidate.attributes.id === scheme);
  return found ? (readText(found, 'date_scheme')?.trim() ?? null) : null;
}

const SINGLE = ['lesson_subject', 'lesson_teacher', 'lesson_studentgroups'];

/** True when a code or the text of the lesson is longer than any real one. */
function isTooLong(item: UntisItem): boolean {
  // A list is taken apart only where it is longer than one code may be.
  const isLong = (list: string, prefix: Prefix) =>
    list.length > MAX_CODE_LENGTH && hasLongCode(splitReferences(list, prefix));
  return (
    isLong(readReference(item, 'lesson_classes'), PREFIXES.class) ||
    (findChild(item, 'times')?.children ?? []).some((time) =>
      isLong(readReference(time, 'assigned_room'), PREFIXES.room),
    ) ||
    SINGLE.some((name) => readReference(item, name).length > MAX_CODE_LENGTH) ||
    (readText(item, 'text')?.length ?? 0) > MAX_TEXT_LENGTH
  );
}

/** One `time` element; null when it was rejected. `weeks` is filled in by the lesson. */
function readPlacement(
  time: XmlNode,
  row: number,
  [from, to]: Validity,
  { file, findings }: LessonContext,
): (PlacementRecord & { date: string | null }) | null {
  const reject = (column: string, reason: Reason) => {
    findings.reject(file, { row, column, value: readText(time, column) }, reason);
    return null;
  };
  const dated = readText(time, 'assigned_date');
  const date = dated === null ? null : parseDate(dated);
  if (dated !== null && date === null) return reject('assigned_date', 'bad_date');
  if (date && ((from && date < from) || (to && date > to))) return reject('assigned_date', 'outside_validity');
  const weekday = parseWeekday(readText(time, 'assigned_day') ?? '');
  if (date === null && weekday === null) return reject('assigned_day', 'unknown_weekday');
  const period = readText(time, 'assigned_period');
  const hour = period === null ? null : parsePeriod(period);
  if (period !== null && hour === null) return reject('assigned_period', 'bad_period');
  const begins = parseTime(readText(time, 'assigned_starttime') ?? '');
  const ends = parseTime(readText(time, 'assigned_endtime') ?? '');
  if (hour === null && (begins === null || ends === null)) return reject('assigned_starttime', 'bad_time');
  return {
    weekday: date === null ? weekday : null,
    hour,
    begins_at: begins,
    ends_at: ends,
    bookables: splitReferences(readReference(time, 'assigned_room'), PREFIXES.room),
    weeks: { kind: 'every' },
    date,
  };
}

/** Merges single dates of one slot and room into one placement. */
function foldDates(placements: readonly (PlacementRecord & { date: string | null })[]): PlacementRecord[] {
  const folded: PlacementRecord[] = [];
  const dated = new Map<string, string[]>();
  for (const { date, ...placement } of placements) {
    if (date === null) {
      folded.push(placement);
      continue;
    }
    const key = JSON.stringify(placement);
    const known = dated.get(key);
    if (known) {
      known.push(date);
      continue;
    }
    const dates = [date];
    dated.set(key, dates);
    folded.push({ ...placement, weeks: { kind: 'dates', dates } });
  }
  return folded;
}

function readPlacements(item: UntisItem, document: UntisDocument, validity: Validity, context: LessonContext) {
  const times = (findChild(item, 'times')?.children ?? []).filter((child) => child.name === 'time');
  const read = times.map((time) => readPlacement(time, time.line, validity, context)).filter((time) => time !== null);
  const occurrence = findOccurrence(item, document);
  const label = readText(item, 'week');
  const isUsable = occurrence !== null && context.year !== null && isOccurrence(occurrence, context.year);
  if (occurrence !== null && !isUsable) {
    context.findings.reject(context.file, { row: item.line, column: 'occurence', value: occurrence }, 'bad_weeks');
  }
  for (const placement of read) {
    if (placement.weekday === null) continue;
    if (isUsable) placement.weeks = toOccurrenceWeeks(occurrence, placement.weekday, context.year!, ...validity);
    else if (label !== null) placement.weeks = { kind: 'label', label: label.trim() };
    if (placement.weeks.kind === 'dates') placement.weekday = null;
  }
  return { count: read.length, placements: foldDates(read) };
}

/**
 * The lessons, one record for each coupling line (docs/import-formats.md, Untis XML), with the same ids as in the text
 * exports (`toLineKey`), so that substitutions of a GPU014 find them. `placements` counts the accepted `time` elements.
 */
export function readLessons(
  document: UntisDocument,
  context: LessonContext,
): { lessons: LessonRecord[]; placements: number } {
  const lessons: LessonRecord[] = [];
  const keys = new Set<string>();
  let count = 0;
  for (const item of document.get('lessons') ?? []) {
    const place = { row: item.line, column: 'id', value: item.attributes.id };
    const id = readLessonId(item.attributes.id ?? '');
    if (id === null || isTooLong(item)) {
      context.findings.reject(context.file, place, id === null ? 'bad_number' : 'too_long');
      continue;
    }
    const subject = toCode(readReference(item, 'lesson_subject'), PREFIXES.subject);
    const teachers = splitReferences(readReference(item, 'lesson_teacher'), PREFIXES.teacher);
    const lineKey = toLineKey(id.number, subject, teachers[0] ?? '');
    const key = keys.has(lineKey) ? `${lineKey}#${id.line}` : lineKey;
    if (keys.has(key)) {
      context.findings.reject(context.file, place, 'duplicate_id');
      continue;
    }
    keys.add(key);
    const begins = parseDate(readText(item, 'effectivebegindate') ?? '');
    const ends = parseDate(readText(item, 'effectiveenddate') ?? '');
    const read = readPlacements(item, document, [begins, ends], context);
    count += read.count;
    lessons.push({
      external_id: key,
      subject: subject === '' ? null : subject,
      grades: splitReferences(readReference(item, 'lesson_classes'), PREFIXES.class),
      teachers,
      course: splitReferences(readReference(item, 'lesson_studentgroups'), PREFIXES.student_group)[0] ?? null,
      begins_at: begins === context.year?.begins_at ? null : begins,
      ends_at: ends === context.year?.ends_at ? null : ends,
      comment: readText(item, 'text')?.trim() ?? null,
      placements: read.placements,
    });
  }
  return { lessons, placements: count };
}
