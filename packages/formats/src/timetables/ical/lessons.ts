import type { LessonRecord, SubstitutionRecord } from '@kreide/core/features/timetable-import';
import { toStableId } from '../stable-id.ts';
import type { LessonEvent } from './events.ts';

/** Texts with their lengths: no two rows of texts have the same key. */
const textKey = (text: string | null) => (text === null ? '-' : `${text.length} ${text}`);
const listKey = (texts: readonly string[]) =>
  texts.length === 1 ? `1 ${textKey(texts[0]!)}` : `${texts.length} ${texts.map(textKey).join(' ')}`;

/** An event that several calendars hold, of each class its own, is one lesson of all of them. */
function toCoupledKey(event: LessonEvent): string {
  const { subject, teachers, rooms, notes, begins, ends, weekdays, weeks, begins_at, ends_at } = event;
  // Without teacher and room nothing says that it is the same lesson and not one of the same name.
  const apart = teachers.length + rooms.length === 0 ? event.grades : [];
  const held = weeks.kind === 'every' ? weekdays.join('') : JSON.stringify(weeks);
  const codes = `${listKey(teachers)} ${listKey(rooms)} ${listKey(apart)}`;
  return `${begins} ${ends} ${begins_at} ${ends_at} ${held} ${textKey(subject)} ${codes} ${textKey(notes)}`;
}

/** A lesson's event with those of other calendars that are the same one. */
interface Coupled {
  event: LessonEvent;
  members: LessonEvent[];
}

/** Joins coupled events; `duplicate` is called for one that says nothing new. */
function couple(events: readonly LessonEvent[], duplicate: (event: LessonEvent) => void): Coupled[] {
  const coupled = new Map<string, Coupled>();
  for (const event of events) {
    const key = toCoupledKey(event);
    const known = coupled.get(key);
    if (!known) {
      coupled.set(key, { event, members: [event] });
      continue;
    }
    const added = event.grades.filter((grade) => !known.event.grades.includes(grade));
    if (added.length === 0) duplicate(event);
    else {
      known.event = { ...known.event, grades: [...known.event.grades, ...added] };
      known.members.push(event);
    }
  }
  return [...coupled.values()];
}

/** An event of the plan and the lesson that it became a part of. */
export interface PlannedEvent {
  event: LessonEvent;
  lesson: string;
}

/** The lessons of all events, and which of them each event is. */
export function collectLessons(events: readonly LessonEvent[], duplicate: (event: LessonEvent) => void) {
  const lessons = new Map<string, LessonRecord>();
  const planned = new Map<LessonEvent, PlannedEvent>();
  for (const { event, members } of couple(events, duplicate)) {
    const { subject, grades, teachers, begins_at, ends_at, notes, begins, ends, rooms, weeks } = event;
    // A note is shown with every date of its lesson: events with other notes are lessons of their own.
    const key = toStableId(grades, subject, teachers, begins_at, ends_at, ...(notes === null ? [] : [notes]));
    let lesson = lessons.get(key);
    if (!lesson) {
      const common = { external_id: key, subject, grades, teachers, course: null, begins_at, ends_at };
      lesson = { ...common, comment: notes, placements: [] };
      lessons.set(key, lesson);
    }
    for (const member of members) planned.set(member, { event, lesson: key });
    for (const weekday of event.weekdays) {
      lesson.placements.push({ weekday, hour: null, begins_at: begins, ends_at: ends, bookables: rooms, weeks });
    }
  }
  return { lessons: [...lessons.values()], planned };
}

function toCancellation({ event, lesson }: PlannedEvent, date: string, comment: string | null): SubstitutionRecord {
  const { subject, grades, teachers, rooms, begins, ends } = event;
  return {
    external_id: toStableId(date, begins, grades, subject, teachers, rooms),
    date,
    hour: null,
    begins_at: begins,
    ends_at: ends,
    kind: 'CANCLED',
    lesson: lesson || null,
    from: { subject, grades, teachers, bookables: rooms },
    to: { subject: null, grades: null, teachers: null, bookables: null },
    comment,
    is_hidden: false,
    counterpart: null,
    moved_comment: null,
  };
}

/** The cancelled days: of single events, and of series by the events that stand for one date of them. */
export function collectCancellations(
  single: readonly LessonEvent[],
  instead: readonly LessonEvent[],
  planned: ReadonlyMap<LessonEvent, PlannedEvent>,
  duplicate: (event: LessonEvent) => void,
): SubstitutionRecord[] {
  // By the calendar that an event stands in, also where it became one lesson with those of others.
  const series = Map.groupBy(planned, ([{ raw, uid }]) => `${raw.file} ${uid}`);
  const cancelled = new Map<string, SubstitutionRecord>();
  const files = new Map<string, Set<string>>();
  const add = (event: LessonEvent, of: PlannedEvent, date: string, comment: string | null) => {
    const record = toCancellation(of, date, comment);
    const known = files.get(record.external_id) ?? new Set();
    // Calendars of two classes that share the lesson both say that it is cancelled.
    if (known.has(event.raw.file)) duplicate(event);
    if (known.size === 0) cancelled.set(record.external_id, record);
    files.set(record.external_id, known.add(event.raw.file));
  };
  for (const event of single) {
    const of = planned.get(event);
    if (of && event.weeks.kind === 'dates') for (const date of event.weeks.dates) add(event, of, date, null);
  }
  for (const event of instead) {
    const known = series.get(`${event.raw.file} ${event.uid}`)?.find(([one]) => one.instead_of === null)?.[1];
    add(
      event,
      known ?? { event, lesson: '' },
      event.instead_of ?? '',
      event.notes === known?.event.notes ? null : event.notes,
    );
  }
  return [...cancelled.values()];
}
