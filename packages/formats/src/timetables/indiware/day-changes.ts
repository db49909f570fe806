import type { PlacementRecord, SubstitutionRecord, SubstitutionSide } from '@kreide/core/features/timetable-import';
import { toStableId } from '../stable-id.ts';
import type { DayColumn, DayEntry } from './day-entries.ts';
import type { KnownUnit, UnitIndex } from './day-units.ts';
import { type ChangeText, parseChangeText, type TextLesson, type TextSlot } from './texts.ts';

/** Entries of one slot that belong together: one unit of several classes, or one inserted lesson of several classes. */
export interface DayGroup {
  unit: KnownUnit | null;
  /** Held at the same time as the unit whose number it has: it replaces nothing. */
  is_beside: boolean;
  columns: DayColumn[];
  entries: DayEntry[];
}

/** A group's content: the regular place of its unit, and today's differences. */
export interface DayResult {
  /** The unit whose number the entries have. */
  unit: KnownUnit | null;
  placed: { unit: KnownUnit; placement: PlacementRecord } | null;
  change: SubstitutionRecord | null;
}

const NOTHING: SubstitutionSide = { subject: null, grades: null, teachers: null, bookables: null };
const distinct = (values: readonly string[]): string[] => [...new Set(values)];
const isSameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((item) => b.includes(item));

/** The id of a change; the other end of a move within the same day refers to it too. */
export function toChangeId(unit: KnownUnit, date: string, hour: string): string {
  return `${unit.id}@${date}/${hour}`;
}

function gradesOf(entries: readonly DayEntry[]): string[] {
  return distinct(entries.flatMap((entry) => entry.grades));
}

function toPlacement(entry: DayEntry, unit: KnownUnit, date: string): PlacementRecord {
  const teachers = entry.is_cancelled || entry.has_new_teachers ? unit.teachers : entry.teachers;
  return {
    weekday: null,
    hour: entry.hour,
    begins_at: entry.begins_at,
    ends_at: entry.ends_at,
    bookables: entry.is_cancelled || entry.has_new_rooms ? [] : entry.rooms,
    weeks: { kind: 'dates', dates: [date] },
    ...(isSameSet(teachers, unit.teachers) ? {} : { teachers }),
  };
}

/** The subject that the class would have had in this slot according to the text, if it exists. */
function readReplaced(text: ChangeText, index: UnitIndex): TextLesson[] {
  const lessons = [text.instead_of, ...text.cancelled, ...text.moved_to.map((move) => move.lesson)];
  return lessons.filter((lesson) => lesson !== null).filter((lesson) => index.isSubject(lesson.subject));
}

/** The replaced lesson as a side: with its teachers when it is the only one of its subject. */
function toReplaced(
  group: DayGroup,
  text: ChangeText,
  index: UnitIndex,
): { side: SubstitutionSide; unit: KnownUnit | null } {
  const replaced = readReplaced(text, index);
  if (replaced.length !== 1) return { side: NOTHING, unit: null };
  const unit = index.guess(group.columns, replaced[0]!);
  const subject = unit?.subject || replaced[0]!.subject;
  return { side: { ...NOTHING, subject, grades: gradesOf(group.entries), teachers: unit?.teachers ?? null }, unit };
}

function toWhole(entry: DayEntry, grades: string[]): SubstitutionSide {
  return { subject: entry.subject ?? entry.course, grades, teachers: entry.teachers, bookables: entry.rooms };
}

function toCounterpart(slot: TextSlot, unit: KnownUnit, date: string): SubstitutionRecord['counterpart'] {
  const id = slot.date === date ? toChangeId(unit, date, slot.hour) : null;
  return { date: slot.date, hour: slot.hour, begins_at: null, ends_at: null, external_id: id };
}

/** Compares marked fields with the regular unit; attributes decide what is new, not the text. */
function toMarked(entry: DayEntry, unit: KnownUnit, grades: string[]): SubstitutionSide {
  const isOtherSubject = entry.subject !== null && ![unit.subject, unit.course].includes(entry.subject);
  const isWorkingAlone = entry.teachers.length === 0 && unit.teachers.length > 0;
  return {
    subject: entry.has_new_subject && isOtherSubject ? entry.subject : null,
    grades: isSameSet(grades, unit.grades) ? null : grades,
    teachers: entry.has_new_teachers || isWorkingAlone ? entry.teachers : null,
    bookables: entry.has_new_rooms ? entry.rooms : null,
  };
}

type Change = Pick<SubstitutionRecord, 'kind' | 'lesson' | 'from' | 'to' | 'counterpart'>;

/** A lesson that takes place with changes; null for a regular one. */
function readLive(
  group: DayGroup,
  unit: KnownUnit,
  live: DayEntry[],
  text: ChangeText,
  date: string,
  index: UnitIndex,
): { change: Change | null; isRegular: boolean } {
  const entry = live[0]!;
  const grades = gradesOf(live);
  const isPartial = live.length < group.entries.length;
  const isMarked = entry.has_new_subject || entry.has_new_teachers || entry.has_new_rooms;
  if (text.moved_from) {
    const { side } = toReplaced(group, text, index);
    const counterpart = toCounterpart(text.moved_from, unit, date);
    return {
      change: { kind: 'MOVED_FROM', lesson: unit.id, from: side, to: toWhole(entry, grades), counterpart },
      isRegular: false,
    };
  }
  const isItself =
    entry.subject !== null &&
    [unit.subject, unit.course].includes(entry.subject) &&
    isSameSet(entry.teachers, unit.teachers);
  const isInserted = entry.has_new_subject && entry.has_new_teachers && isItself && text.instead_of === null;
  if (isMarked && (text.is_new || isInserted)) {
    const { side } = toReplaced(group, text, index);
    return {
      change: { kind: 'ADDITIONAL', lesson: null, from: side, to: toWhole(entry, grades), counterpart: null },
      isRegular: false,
    };
  }
  const hasText = live.some((item) => item.text !== '');
  if (!isMarked && !isPartial && !hasText) return { change: null, isRegular: true };
  const from = { subject: unit.subject || null, grades: unit.grades, teachers: unit.teachers, bookables: null };
  const to = toMarked(entry, unit, grades);
  return {
    change: { kind: text.is_exam ? 'EVENT' : null, lesson: unit.id, from, to, counterpart: null },
    isRegular: true,
  };
}

function readInserted(group: DayGroup, text: ChangeText, index: UnitIndex): Change {
  const grades = gradesOf(group.entries);
  const entry = group.entries[0]!;
  const { side, unit } = toReplaced(group, text, index);
  const to = toWhole(entry, grades);
  if (group.is_beside) return { kind: 'ADDITIONAL', lesson: null, from: NOTHING, to, counterpart: null };
  if (entry.is_cancelled)
    return { kind: 'CANCLED', lesson: unit?.id ?? null, from: { ...side, grades }, to: NOTHING, counterpart: null };
  if (text.is_exam) return { kind: 'EVENT', lesson: unit?.id ?? null, from: side, to, counterpart: null };
  const kind = unit ? null : 'ADDITIONAL';
  return { kind, lesson: unit?.id ?? null, from: side, to, counterpart: null };
}

/**
 * Converts one group of a day plan, which shows the day with changes applied (docs/import-formats.md, Indiware day
 * plan): the regular lesson is restored from the taught units, the difference becomes a substitution with the whole
 * text as its comment.
 */
export function readGroup(group: DayGroup, date: string, index: UnitIndex): DayResult {
  const { unit, entries } = group;
  const entry = entries[0]!;
  const comment = distinct(entries.map((item) => item.text).filter((item) => item !== '')).join('\n') || null;
  const text = parseChangeText((comment ?? '').replaceAll('\n', '; '), date);
  const id = unit
    ? toChangeId(unit, date, entry.hour)
    : `${toStableId(date, entry.hour, gradesOf(entries), entry.subject, entry.teachers, entry.rooms)}`;
  const toRecord = (change: Change): SubstitutionRecord => ({
    external_id: id,
    date,
    hour: entry.hour,
    begins_at: entry.begins_at,
    ends_at: entry.ends_at,
    ...change,
    comment,
    is_hidden: false,
    moved_comment: null,
  });
  if (!unit) {
    const change = readInserted(group, text, index);
    const replaced = index.isSubject(change.from.subject ?? '') ? toReplaced(group, text, index).unit : null;
    const before = { ...entry, is_cancelled: true };
    return {
      unit,
      placed: replaced ? { unit: replaced, placement: toPlacement(before, replaced, date) } : null,
      change: toRecord(change),
    };
  }
  const live = entries.filter((item) => !item.is_cancelled);
  if (live.length > 0) {
    const read = readLive(group, unit, live, text, date, index);
    const placed = read.isRegular ? { unit, placement: toPlacement(live[0]!, unit, date) } : null;
    return { unit, placed, change: read.change ? toRecord(read.change) : null };
  }
  const target = text.moved_to[0]?.slot;
  const grades = gradesOf(entries);
  const change: Change = {
    kind: target ? 'MOVED_TO' : 'CANCLED',
    lesson: unit.id,
    from: { subject: unit.subject || null, grades, teachers: unit.teachers, bookables: null },
    to: NOTHING,
    counterpart: target ? toCounterpart(target, unit, date) : null,
  };
  return { unit, placed: { unit, placement: toPlacement(entry, unit, date) }, change: toRecord(change) };
}
