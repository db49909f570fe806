import type { LessonRecord, PlacementRecord } from '@kreide/core/features/timetable-import';
import { MAX_CODE_LENGTH } from '../plan.ts';
import type { UnitCollector, UnitKind } from '../unit-collector.ts';
import type { XmlNode } from '../xml.ts';
import { findChild, listChildren, readText } from '../xml-node.ts';
import { idOf, nameOf, type Reject, referenceOf, type Slot } from './instance.ts';

interface Used {
  teachers: string[];
  grades: string[];
  bookables: string[];
  subjects: string[];
}

/** What an event or a part of a solution names; a resource that a solution has to choose yet has no reference. */
function readUsed(node: XmlNode, kinds: ReadonlyMap<string, UnitKind | null>, reject: Reject): Used {
  const used: Used = { teachers: [], grades: [], bookables: [], subjects: [] };
  for (const resource of listChildren(findChild(node, 'Resources'), 'Resource')) {
    const id = resource.attributes.Reference?.trim();
    if (!id) continue;
    const kind = kinds.get(id);
    if (kind === undefined) reject(resource, 'Resource', 'unknown_reference', id);
    else if (kind !== null && !used[kind].includes(id)) used[kind].push(id);
  }
  return used;
}

function readDuration(node: XmlNode, fallback: number): number | null {
  const text = readText(node, 'Duration')?.trim();
  if (text === undefined || text === null) return fallback;
  return /^\d{1,2}$/.test(text) && Number(text) > 0 ? Number(text) : null;
}

/** The slots from a time on; null when the day ends before. */
function slotsFrom(time: string, duration: number, slots: ReadonlyMap<string, Slot>): Slot[] | null {
  const found: Slot[] = [];
  let at: string | null = time;
  while (found.length < duration && at !== null) {
    const slot: Slot | undefined = slots.get(at);
    if (!slot) return null;
    found.push(slot);
    at = slot.next;
  }
  return found.length === duration ? found : null;
}

export interface Instance {
  slots: ReadonlyMap<string, Slot>;
  kinds: ReadonlyMap<string, UnitKind | null>;
  courses: ReadonlyMap<string, string>;
  units: UnitCollector;
}

interface OpenLesson {
  record: LessonRecord;
  rooms: string[];
  duration: number;
}

/** The slots of an event; empty without a time, and (reported) where there are no such slots. */
function readHeld(lesson: OpenLesson, node: XmlNode, slots: Instance['slots'], reject: Reject): Slot[] {
  const time = referenceOf(node, 'Time');
  const duration = readDuration(node, lesson.duration);
  const held = time === null || duration === null ? null : slotsFrom(time, duration, slots);
  if (duration === null) reject(node, 'Duration', 'bad_number', readText(node, 'Duration'));
  else if (time !== null && !slots.has(time)) reject(node, 'Time', 'unknown_reference', time);
  else if (time !== null && held === null) reject(node, 'Duration', 'bad_range', lesson.record.external_id);
  else return held ?? [];
  return [];
}

function place(lesson: OpenLesson, node: XmlNode, instance: Instance, reject: Reject): void {
  const held = readHeld(lesson, node, instance.slots, reject);
  if (held.length === 0) return;
  const chosen = readUsed(node, instance.kinds, reject);
  const { record, rooms } = lesson;
  for (const grade of chosen.grades) if (!record.grades.includes(grade)) record.grades.push(grade);
  const teachers = [...new Set([...record.teachers, ...chosen.teachers])];
  for (const { weekday, hour } of held) {
    const placement: PlacementRecord = {
      weekday,
      hour,
      begins_at: null,
      ends_at: null,
      bookables: [...new Set([...rooms, ...chosen.bookables])],
      weeks: { kind: 'every' },
    };
    record.placements.push(teachers.length > record.teachers.length ? { ...placement, teachers } : placement);
  }
}

/** All events as lessons, with the places of the solution or, without one, their own. */
export function readEvents(events: readonly XmlNode[], solution: XmlNode | null, instance: Instance, reject: Reject) {
  const lessons = new Map<string, OpenLesson>();
  const { kinds, courses, units } = instance;
  for (const event of events) {
    const id = idOf(event);
    const duration = readDuration(event, 1);
    if (id === null) reject(event, 'Id', 'missing_value');
    else if (id.length > MAX_CODE_LENGTH) reject(event, 'Id', 'too_long', id);
    else if (lessons.has(id)) reject(event, 'Id', 'duplicate_id', id);
    else if (duration === null) reject(event, 'Duration', 'bad_number', id);
    else {
      const used = readUsed(event, kinds, reject);
      const course = referenceOf(event, 'Course');
      const subject = ((course && courses.get(course)) || nameOf(event) || id).slice(0, MAX_CODE_LENGTH);
      units.use('subjects', subject);
      const { teachers, grades, bookables } = used;
      const common = { external_id: id, subject, grades, teachers, course: null, begins_at: null, ends_at: null };
      const lesson = { record: { ...common, comment: null, placements: [] }, rooms: bookables, duration };
      lessons.set(id, lesson);
      if (!solution) place(lesson, event, instance, reject);
    }
  }
  for (const held of listChildren(solution && findChild(solution, 'Events'), 'Event')) {
    const id = held.attributes.Reference?.trim() ?? null;
    const lesson = id === null ? undefined : lessons.get(id);
    if (lesson) place(lesson, held, instance, reject);
    else reject(held, 'Event', id === null ? 'missing_value' : 'unknown_reference', id);
  }
  return [...lessons.values()].map(({ record }) => record);
}
