import type { DeskPerson, Occupation, OpenLesson, Span, Window } from '@kreide/core/features/desk';
import { overlaps, spanOn } from '@kreide/core/features/desk';
import { addDays, mondayOf } from '@kreide/core/kernel';
import type { TeacherDuty } from '../structure/index.ts';
import { type PlanSnapshot, type PlanSubstitution, selectSupervisions } from '../timetable/index.ts';
import { type Held, type InForce, missingAt } from './changes.ts';
import type { AbsenceRow } from './queries/absences.ts';

/** Everything that the desk knows of a day. */
export interface DayFacts {
  snapshot: PlanSnapshot;
  date: string;
  /** The changes of the day, drafts too. */
  changes: readonly InForce[];
  lessons: readonly Held[];
  absences: readonly AbsenceRow[];
  standby: ReadonlySet<number>;
  /** By teacher the times of this weekday at which the master data says that they are not there, or on standby. */
  marked: Marked;
  /** Of the rooms of which it is known, by id. */
  buildings: ReadonlyMap<number, string>;
}

export interface Marked {
  readonly away: ReadonlyMap<number, readonly Span[]>;
  readonly standby: ReadonlyMap<number, readonly Span[]>;
}

export const NOTHING_MARKED: Marked = { away: new Map(), standby: new Map() };

const isStandby = ({ standby }: DayFacts, subject: number | null): boolean => subject !== null && standby.has(subject);

/**
 * Is a lesson of somebody or in something that is not there, and who of it is? Its classes are missing where none of them is
 * there: then nobody has to hold it.
 */
export function missingOf(facts: DayFacts, held: Held) {
  const { lesson, now } = held;
  if (isStandby(facts, lesson.subject_id)) return { teachers: [], bookables: [], grades: [], isOpen: false };
  const missing = missingAt(facts.absences, facts.date, held);
  const of = (ids: readonly number[], away: ReadonlySet<number>) => ids.filter((id) => away.has(id));
  const planned = {
    teachers: of(lesson.teacher_ids, missing.teachers),
    bookables: of(lesson.bookable_ids, missing.bookables),
  };
  const still = now && {
    teachers: of(now.teacher_ids, missing.teachers),
    bookables: of(now.bookable_ids, missing.bookables),
  };
  const all = (field: 'teachers' | 'bookables') => [...new Set([...planned[field], ...(still?.[field] ?? [])])];
  const isAway = lesson.grade_ids.length > 0 && lesson.grade_ids.every((id) => missing.grades.has(id));
  const isMissed = isAway && held.changes.length === 0;
  return {
    teachers: all('teachers'),
    bookables: all('bookables'),
    grades: isAway ? lesson.grade_ids : [],
    isOpen: still !== null && (isMissed || still.teachers.length + still.bookables.length > 0),
  };
}

const buildingsOf = ({ buildings }: DayFacts, rooms: readonly number[]): string[] => [
  ...new Set(rooms.flatMap((id) => buildings.get(id) ?? [])),
];

export function toOpenLesson(facts: DayFacts, held: Held): OpenLesson {
  const { lesson_id, subject_id, grade_ids, teacher_ids } = held.lesson;
  const { teachers } = missingAt(facts.absences, facts.date, held);
  const present_ids = teacher_ids.filter((id) => !teachers.has(id));
  const buildings = buildingsOf(facts, held.now?.bookable_ids ?? held.lesson.bookable_ids);
  const { begins_at, ends_at } = held;
  return { lesson_id, subject_id, grade_ids, present_ids, buildings, begins_at, ends_at };
}

/** Whom a substitution gives something to do that was not theirs. */
export function givenTo({ kind, teacher_ids, from_teacher_ids }: PlanSubstitution): number[] {
  if (kind !== null || from_teacher_ids.length === 0) return [];
  return teacher_ids.filter((id) => !from_teacher_ids.includes(id));
}

/** First day of those that are compared with a day. */
function windowOf(date: string, compared: Window, { begins_at }: PlanSnapshot): string {
  const days = { week: mondayOf(date), fortnight: addDays(mondayOf(date), -7), month: addDays(date, -29) };
  return compared === 'year' ? begins_at : days[compared];
}

/** Substitutions given, by teacher, in days both included. */
export function countGiven(rows: readonly PlanSubstitution[], from: string, until: string): Map<number, number> {
  const counts = new Map<number, number>();
  for (const row of rows) {
    if (row.date < from || row.date > until) continue;
    for (const id of givenTo(row)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Lessons of each teacher in the week of a day. */
function loadsOf({ lessons }: PlanSnapshot, date: string): Map<number, number> {
  const [first, last] = [mondayOf(date), addDays(mondayOf(date), 6)];
  const loads = new Map<number, number>();
  for (const { dates, teacher_ids } of lessons) {
    if (!dates.some((day) => day >= first && day <= last)) continue;
    for (const id of teacher_ids) loads.set(id, (loads.get(id) ?? 0) + 1);
  }
  return loads;
}

/**
 * By what the part of each teacher in the substitutions is measured: hours by contract, where every one of them who has lessons in the
 * week has some entered, else those lessons.
 */
function measuresOf(snapshot: PlanSnapshot, date: string, duties: readonly TeacherDuty[]): Map<number, number> {
  const loads = loadsOf(snapshot, date);
  const isByContract = duties.every(({ id, contract_hours }) => contract_hours !== null || !loads.has(id));
  return new Map(duties.map(({ id, contract_hours }) => [id, (isByContract ? contract_hours : loads.get(id)) ?? 0]));
}

interface Knowledge {
  subject_ids: Set<number>;
  grade_ids: Set<number>;
  taught: Set<string>;
}

function knowledgeOf({ lessons }: PlanSnapshot): Map<number, Knowledge> {
  const known = new Map<number, Knowledge>();
  for (const { teacher_ids, subject_id, grade_ids } of lessons)
    for (const id of teacher_ids) {
      const own = known.get(id) ?? { subject_ids: new Set(), grade_ids: new Set(), taught: new Set() };
      known.set(id, own);
      if (subject_id !== null) own.subject_ids.add(subject_id);
      for (const grade of grade_ids) {
        own.grade_ids.add(grade);
        if (subject_id !== null) own.taught.add(`${subject_id}|${grade}`);
      }
    }
  return known;
}

/** What everybody does on the day: lessons, changes, supervisions. */
function occupationsOf(facts: DayFacts) {
  const { changes, lessons, snapshot, date } = facts;
  const busy = new Map<number, Occupation[]>();
  const standby = new Map([...facts.marked.standby].map(([id, spans]) => [id, [...spans]]));
  const free = new Map<number, Span[]>();
  const add = <T>(map: Map<number, T[]>, id: number, one: T) => map.set(id, [...(map.get(id) ?? []), one]);
  for (const held of lessons) {
    const { lesson, changes: own, begins_at, ends_at } = held;
    const { lesson_id, subject_id, teacher_ids } = lesson;
    const span = { begins_at, ends_at };
    const isMissed = own.length === 0 && missingOf(facts, held).grades.length > 0;
    const now = isMissed ? null : held.now;
    const buildings = buildingsOf(facts, now?.bookable_ids ?? []);
    for (const id of now?.teacher_ids ?? []) {
      if (isStandby(facts, subject_id)) add(standby, id, span);
      else add(busy, id, { ...span, what: 'teaching', lesson_id, buildings });
    }
    // Whom somebody stands in for is not free; whose class is away is.
    const isAway = now === null || own.some(({ kind }) => kind === 'EVENT');
    if (isAway) for (const id of teacher_ids) if (!now?.teacher_ids.includes(id)) add(free, id, span);
  }
  for (const change of changes) {
    const { kind, replaces, teacher_ids, hour, time_begins_at: begins_at, time_ends_at: ends_at } = change;
    const buildings = buildingsOf(facts, change.bookable_ids);
    const isAlone = replaces.length === 0 || kind === 'ADDITIONAL';
    if (!isAlone || kind === 'CANCLED' || kind === 'MOVED_TO' || kind === 'MESSAGE') continue;
    const what = kind === 'SUPERVISION' ? ('supervising' as const) : ('teaching' as const);
    if (kind === 'SUPERVISION' && hour === null) continue;
    for (const id of teacher_ids) add(busy, id, { what, lesson_id: null, buildings, begins_at, ends_at });
  }
  for (const id of new Set(snapshot.supervisions.flatMap(({ teacher_ids }) => teacher_ids)))
    for (const { supervision, dates } of selectSupervisions({ ...snapshot, substitutions: [...changes] }, id)) {
      const { time_begins_at: begins_at, time_ends_at: ends_at } = supervision;
      const buildings = buildingsOf(facts, supervision.bookable_ids);
      if (dates.includes(date)) add(busy, id, { what: 'supervising', lesson_id: null, buildings, begins_at, ends_at });
    }
  return { busy, standby, free };
}

/** What is known of every teacher on the day. */
export function toPeople(facts: DayFacts, duties: readonly TeacherDuty[], compared: Window): DeskPerson[] {
  const { snapshot, date, changes, absences } = facts;
  const { busy, standby, free } = occupationsOf(facts);
  const knowledge = knowledgeOf(snapshot);
  // Of the day itself what will be in force counts, not what is.
  const rows = [...snapshot.substitutions.filter((row) => row.date !== date), ...changes];
  const week = countGiven(rows, mondayOf(date), addDays(mondayOf(date), 6));
  const inWindow = countGiven(rows, windowOf(date, compared, snapshot), date);
  const inYear = countGiven(rows, snapshot.begins_at, snapshot.ends_at);
  const measures = measuresOf(snapshot, date, duties);
  const all = [...inWindow.values()].reduce((sum, count) => sum + count, 0);
  const whole = [...measures.values()].reduce((sum, one) => sum + one, 0);
  return duties.map(({ id, grade_id, co_grade_id, no_substitution, subject_ids }): DeskPerson => {
    const known = knowledge.get(id);
    const absent = absences.flatMap((one) => (one.teacher_id === id ? [spanOn(one, date)] : []));
    return {
      id,
      takes_none: no_substitution,
      own_grade_ids: [grade_id, co_grade_id].filter((grade) => grade !== null),
      absent,
      away: facts.marked.away.get(id) ?? [],
      busy: busy.get(id) ?? [],
      standby: standby.get(id) ?? [],
      set_free: (free.get(id) ?? []).filter((span) => !absent.some((one) => overlaps(one, span))),
      given: changes.flatMap((row) =>
        givenTo(row).includes(id)
          ? [{ begins_at: row.time_begins_at, ends_at: row.time_ends_at, grade_ids: row.grade_ids }]
          : [],
      ),
      subject_ids: new Set([...subject_ids, ...(known?.subject_ids ?? [])]),
      grade_ids: known?.grade_ids ?? new Set(),
      taught: known?.taught ?? new Set(),
      given_in_week: week.get(id) ?? 0,
      given_in_window: inWindow.get(id) ?? 0,
      given_in_year: inYear.get(id) ?? 0,
      share: whole === 0 ? 0 : (all * (measures.get(id) ?? 0)) / whole,
    };
  });
}
