import type { Decision, DeskDay, DeskLesson, DueState, LessonState } from '@kreide/core/features/desk';
import { AWAY, STANDBY } from '@kreide/core/features/planner';
import type { Period, Unit } from '@kreide/core/features/structure';
import { type Translate, weekdayOf } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { byCategory, listTypes, typeNameOf } from '../absences/index.ts';
import { listTimeWishes } from '../planner/index.ts';
import { listBasedata, listDuties, listTimeIds } from '../structure/index.ts';
import { type PlanSnapshot, type PlanStore, toSubstitutionLesson, wordsOf } from '../timetable/index.ts';
import { namesOf } from '../users/index.ts';
import { changesOn, type Held, isOfDesk, lessonsOn } from './changes.ts';
import { type DayFacts, type Marked, missingOf } from './facts.ts';
import { listAbsences } from './queries/absences.ts';
import { type DecisionRow, listDecisions } from './queries/decisions.ts';
import { findPublication, type PublicationRow } from './queries/publications.ts';
import { type DeskRules, findRules } from './queries/settings.ts';
import { toPlanRows } from './rows.ts';
import { listStranded } from './stranded.ts';

/** A day as the desk works on it. */
export interface OpenDay extends DayFacts {
  schoolId: number;
  decisions: readonly DecisionRow[];
  publication: PublicationRow | null;
  rules: DeskRules;
}

/** Everything about a day; null: it is in no school year with a plan. */
export async function openDay(
  db: Kysely<DB>,
  plans: Pick<PlanStore, 'snapshotAt'>,
  schoolId: number,
  date: string,
): Promise<OpenDay | null> {
  const snapshot = await plans.snapshotAt(schoolId, date);
  if (!snapshot || date < snapshot.begins_at || date > snapshot.ends_at) return null;
  return openDayOf(db, snapshot, schoolId, date);
}

/** The same with a plan that the caller has. */
export async function openDayOf(
  db: Kysely<DB>,
  snapshot: PlanSnapshot,
  schoolId: number,
  date: string,
): Promise<OpenDay> {
  const decisions = await listDecisions(db, schoolId, date);
  const absences = await listAbsences(db, schoolId, date);
  const publication = (await findPublication(db, schoolId, { date })) ?? null;
  const rules = await findRules(db, schoolId);
  const changes = changesOn(snapshot, date, decisions);
  const lessons = lessonsOn(snapshot, date, changes);
  const standby = new Set(rules.standby_subject_ids);
  const marked = await readMarks(db, snapshot, schoolId, date);
  const rooms = await listBasedata(db, schoolId, 'bookables');
  const buildings = new Map(rooms.flatMap(({ id, building }) => (building ? [[id, building as string] as const] : [])));
  const read = { decisions, publication, absences, rules };
  return { schoolId, snapshot, date, ...read, changes, lessons, standby, marked, buildings };
}

/** Who is not there, or on standby, at which times of a day, by the master data of the plan (D-8.02). */
async function readMarks(db: Kysely<DB>, snapshot: PlanSnapshot, schoolId: number, date: string): Promise<Marked> {
  const weekday = weekdayOf(date);
  const spans = new Map(
    periodsOn(snapshot, date).map(({ hour, begins_at, ends_at }) => [hour, { begins_at, ends_at }]),
  );
  const marks = (await listTimeWishes(db, schoolId)).filter((one) => one.entity === 'teachers');
  const byWish = (wish: number) => {
    const own = marks.filter((one) => one.weekday === weekday && one.wish === wish && spans.has(one.hour));
    const byTeacher = Map.groupBy(own, ({ unit_id }) => unit_id);
    return new Map([...byTeacher].map(([id, all]) => [id, all.flatMap(({ hour }) => spans.get(hour) ?? [])]));
  };
  return { away: byWish(AWAY), standby: byWish(STANDBY) };
}

/** The lessons of the period grid on a date, by time; one of the weekday takes the place of that of every day. */
export function periodsOn({ times }: PlanSnapshot, date: string): Period[] {
  const weekday = weekdayOf(date);
  const shown = times.filter((one) => one.type === 'LESSON' && !one.is_hidden);
  const own = shown.filter((one) => one.weekday === weekday);
  const usual = shown.filter((one) => one.weekday === null && !own.some(({ hour }) => hour === one.hour));
  return [...own, ...usual].sort((a, b) => (a.begins_at < b.begins_at ? -1 : 1));
}

/** Class 5 comes before class 10. */
const byNumber = new Intl.Collator('de', { numeric: true });
export const byShortcut = (one: Unit, other: Unit): number => byNumber.compare(one.shortcut, other.shortcut);
const sorted = (units: Iterable<Unit>): Unit[] =>
  [...units].map(({ id, shortcut, name }) => ({ id, shortcut, name })).sort(byShortcut);

const countMissing = ({ teachers, bookables, grades }: ReturnType<typeof missingOf>): number =>
  teachers.length + bookables.length + grades.length;

function stateOf(held: Held, missing: ReturnType<typeof missingOf>): LessonState {
  if (missing.isOpen) return 'OPEN';
  if (held.changes.some(({ kind }) => kind === 'CANCLED')) return 'DROPPED';
  return countMissing(missing) > 0 ? 'SOLVED' : 'PLANNED';
}

/** What is with a draft of a day that was to be published at a time. */
function dueOf(row: DecisionRow, { date, publication }: OpenDay): DueState | null {
  if (!publication || !row.is_draft || row.date !== date || row.due_version === null) return null;
  const isAsSeen = row.due_version === row.version;
  if (publication.done_at === null) return isAsSeen ? 'WAITING' : 'CHANGED';
  return isAsSeen ? (row.left_out as DueState | null) : null;
}

/** What is shown of lessons and decisions, with the names of people. */
export async function createViews(db: Kysely<DB>, day: OpenDay) {
  const { snapshot, decisions, absences, publication, schoolId } = day;
  const people = [
    ...decisions.map(({ changed_by }) => changed_by),
    ...absences.map(({ created_by }) => created_by),
    publication?.set_by ?? null,
  ];
  const names = await namesOf(db, schoolId, [...new Set(people.filter((id) => id !== null))]);
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  const words = wordsOf(snapshot, { kind: 'member' });
  const showDecision = (row: DecisionRow): Decision => {
    const { id, version, hour, subject_id, grade_ids, teacher_ids, bookable_ids, comment, is_draft, changed_at } = row;
    return {
      id,
      version,
      kind: row.kind as Decision['kind'],
      hour,
      subject_id,
      grade_ids,
      teacher_ids,
      bookable_ids,
      comment,
      target: row.target_date === null ? null : { date: row.target_date, hour: row.target_hour ?? '' },
      is_draft,
      due: dueOf(row, day),
      by: nameOf(row.changed_by),
      changed_at,
      reads: toPlanRows(row, snapshot).map((one) => toSubstitutionLesson(snapshot, one, words)),
    };
  };
  const showLesson = (held: Held): DeskLesson => {
    const { lesson } = held;
    const missing = missingOf(day, held);
    const row = decisions.find((one) => one.lesson_id === lesson.lesson_id && one.date === day.date);
    return {
      lesson_id: lesson.lesson_id,
      hour: lesson.hour,
      time_begins_at: lesson.time_begins_at,
      time_ends_at: lesson.time_ends_at,
      subject: words.subject(lesson.subject_id),
      course: words.course(lesson.course_id),
      grades: words.grades(lesson.grade_ids),
      teachers: words.teachers(lesson.teacher_ids),
      bookables: words.bookables(lesson.bookable_ids),
      state: stateOf(held, missing),
      absent_ids: { teachers: missing.teachers, bookables: missing.bookables, grades: missing.grades },
      imported: held.changes.filter((one) => !isOfDesk(one)).map((one) => toSubstitutionLesson(snapshot, one, words)),
      decision: row ? showDecision(row) : null,
    };
  };
  const showStranded = () => listStranded(day).map((one) => toSubstitutionLesson(snapshot, one, words));
  return { nameOf, showDecision, showLesson, showStranded };
}

/** Why somebody is not there, as the school names it: what its staff chooses and needs no excuse. */
const isReason = ({ archived_at, audience, state }: Awaited<ReturnType<typeof listTypes>>[number]): boolean =>
  archived_at === null && state === 'EXCUSED' && audience.includes('staff');

/** The absence types of a school, by the names that it or the product has for them. */
export const toReason =
  (t: Translate) =>
  ({ id, name }: { id: string; name: string | null }) => ({
    id,
    name: typeNameOf(id, name, t),
  });

export async function listReasons(db: Kysely<DB>, schoolId: number) {
  return byCategory(await listTypes(db, schoolId)).filter(isReason);
}

function showPublication(
  { set_at: _, set_by, date: __, ...shown }: PublicationRow,
  nameOf: (id: number | null) => string | null,
) {
  return { ...shown, by: nameOf(set_by) };
}

/** Periods of a day with their ids. */
async function showPeriods(db: Kysely<DB>, { snapshot, schoolId, date }: OpenDay): Promise<DeskDay['periods']> {
  const ids = await listTimeIds(db, schoolId, snapshot.school_year_id);
  return periodsOn(snapshot, date).flatMap(({ hour, weekday, begins_at, ends_at }) => {
    const known = ids.find((one) => one.hour === hour && one.weekday === weekday);
    return known ? [{ id: known.id, hour, begins_at, ends_at }] : [];
  });
}

/** A day as the desk sees it. */
export async function showDay(
  db: Kysely<DB>,
  day: OpenDay | null,
  { date, t }: { date: string; t: Translate },
): Promise<DeskDay> {
  if (!day) {
    const none = {
      periods: [],
      teachers: [],
      bookables: [],
      grades: [],
      reasons: [],
      absences: [],
      lessons: [],
      notes: [],
      stranded: [],
      publication: null,
    };
    return { date, is_school_day: false, ...none };
  }
  const { snapshot, absences, decisions, lessons } = day;
  const { nameOf, showDecision, showLesson, showStranded } = await createViews(db, day);
  const inUse = new Set((await listDuties(db, day.schoolId)).map(({ id }) => id));
  const toUnit = (units: ReadonlyMap<number, Unit>, id: number | null) => {
    const unit = id === null ? undefined : units.get(id);
    return unit ? { id: unit.id, shortcut: unit.shortcut, name: unit.name } : null;
  };
  const types = await listTypes(db, day.schoolId);
  const reasonOf = toReason(t);
  const periods = await showPeriods(db, day);
  const decided = new Set(decisions.flatMap((row) => (row.date === date ? (row.lesson_id ?? []) : [])));
  const held = new Set(lessons.map(({ lesson }) => lesson.lesson_id));
  const used = new Set(snapshot.lessons.flatMap(({ grade_ids }) => grade_ids));
  return {
    date,
    is_school_day: lessons.length > 0,
    periods,
    teachers: sorted([...snapshot.teachers.values()].filter(({ id }) => inUse.has(id))),
    bookables: sorted(snapshot.bookables.values()),
    grades: [...snapshot.grades.values()].filter(({ id }) => used.has(id)),
    reasons: (await listReasons(db, day.schoolId)).map(reasonOf),
    absences: absences.map(
      ({ teacher_id, bookable_id, grade_id, absence_reason_id, created_by, created_at: _, ...absence }) => ({
        ...absence,
        teacher: toUnit(snapshot.teachers, teacher_id),
        bookable: toUnit(snapshot.bookables, bookable_id),
        grade: toUnit(snapshot.grades, grade_id),
        begins_time_id: periods.find(({ begins_at }) => begins_at === absence.time_begins_at)?.id ?? null,
        ends_time_id: periods.find(({ ends_at }) => ends_at === absence.time_ends_at)?.id ?? null,
        reason: types.filter(({ id }) => id === absence_reason_id).map(reasonOf)[0] ?? null,
        by: nameOf(created_by),
      }),
    ),
    lessons: lessons
      .map((one) => ({ one, missing: missingOf(day, one) }))
      .filter(({ one, missing }) => decided.has(one.lesson.lesson_id) || countMissing(missing) > 0)
      .map(({ one }) => showLesson(one))
      .sort((a, b) => (a.time_begins_at < b.time_begins_at ? -1 : a.time_begins_at > b.time_begins_at ? 1 : 0)),
    notes: decisions
      .filter((row) => row.date === date && (row.lesson_id === null || !held.has(row.lesson_id)))
      .map(showDecision),
    stranded: showStranded(),
    publication: day.publication && showPublication(day.publication, nameOf),
  };
}
