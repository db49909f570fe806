import type { LessonSides } from '../structure/index.ts';
import {
  datesOf,
  type PlanSnapshot,
  type PlanSubstitution,
  type StoredLesson,
  toFreeDays,
} from '../timetable/index.ts';

/** A substitution with the source's name for it. */
type Substitution = PlanSubstitution & { source: string; external_key: string };

/**
 * One change of the plan, described as a substitution: what is on that date in place of what was. `day`: of that date
 * only; `withdrawn`: a change of that date no longer applies; `weekly`: every week from that date on.
 */
export interface PlanChange {
  kind: 'day' | 'withdrawn' | 'weekly';
  substitution: PlanSubstitution;
  sides: LessonSides[];
  /** The substitutions in whose place it stands: what was told of them is no longer true. */
  former: number[];
}

/** A moment in the school's zone. */
export interface LocalMoment {
  date: string;
  time: string;
}

const isToCome = ({ date, time_ends_at }: PlanSubstitution, now: LocalMoment): boolean =>
  date > now.date || (date === now.date && time_ends_at > now.time);

/** Is either end of it still to come? */
function isOpen(substitution: PlanSubstitution, now: LocalMoment): boolean {
  const { target_date, target_time_ends_at } = substitution;
  if (isToCome(substitution, now)) return true;
  return (
    target_date !== null &&
    isToCome({ ...substitution, date: target_date, time_ends_at: target_time_ends_at ?? '24:00' }, now)
  );
}

/** Those who had the lesson and those who have it now. */
function sidesOf(substitution: PlanSubstitution, snapshot: PlanSnapshot): LessonSides[] {
  const { date, course_id, grade_ids, teacher_ids, from_grade_ids, from_teacher_ids } = substitution;
  const course = course_id === null ? undefined : snapshot.courses.get(course_id);
  const shared = { date, course_id, is_open: !course || course.is_required || !course.has_enrolments };
  return [
    { ...shared, grade_ids, teacher_ids },
    { ...shared, grade_ids: from_grade_ids, teacher_ids: from_teacher_ids },
  ];
}

/** The parts of a substitution that people see: two that are alike need not be told twice. */
function faceOf(substitution: PlanSubstitution): string {
  const { id: _, uuid: __, replaces: ___, ...rest } = substitution as Substitution;
  return JSON.stringify(rest);
}

/** The id that a source gives a change, and the lessons that it replaces. */
const keyOf = ({ source, external_key }: Substitution) => `${source} ${external_key}`;
const lessonsOf = ({ kind, replaces }: Pick<PlanSubstitution, 'kind' | 'replaces'>) =>
  kind === 'ADDITIONAL' ? [] : replaces.map(({ lesson_id, lesson_date }) => `${lesson_id} ${lesson_date}`);

/**
 * Without what people here have decided otherwise in a lesson: theirs is in force and was told with it, and what an import says
 * of that lesson, or says no more, changes nothing for anybody.
 */
function leaveDecided(snapshot: PlanSnapshot, added: readonly Substitution[], ended: readonly Substitution[]) {
  const known = new Set(added.map(({ id }) => id));
  // The snapshot has the source of a substitution, though its type does not promise it.
  const inForce: readonly (PlanSubstitution & { source?: string })[] = snapshot.substitutions;
  const ofPeople = inForce.filter(({ id, source }) => source === 'manual' && !known.has(id));
  const decided = new Set(ofPeople.flatMap(lessonsOf));
  const isDecided = (one: Substitution) => one.source !== 'manual' && lessonsOf(one).some((key) => decided.has(key));
  const arrivals = new Set([...added, ...ended].filter(isDecided).map((one) => `${keyOf(one)}:arrival`));
  const leave = (all: readonly Substitution[]) => all.filter((one) => !isDecided(one) && !arrivals.has(keyOf(one)));
  return { added: leave(added), ended: leave(ended) };
}

/**
 * The changes of single days, to come only (D-6.02): a substitution that replaces another of the same name or of the same
 * lesson is one change, both ends of a move that are new together are one, hidden ones are none.
 */
export function toDayChanges(
  snapshot: PlanSnapshot,
  all: { added: readonly Substitution[]; ended: readonly Substitution[] },
  now: LocalMoment,
): PlanChange[] {
  const { added, ended } = leaveDecided(snapshot, all.added, all.ended);
  const shown = (some: readonly Substitution[]) => some.filter((one) => !one.is_hidden && isOpen(one, now));
  const former = new Map(shown(ended).map((one) => [keyOf(one), one]));
  const byLesson = new Map(
    [...former.values()].flatMap((one) => lessonsOf(one).map((lesson) => [lesson, one] as const)),
  );
  const changes: PlanChange[] = [];
  const fresh = shown(added);
  for (const substitution of fresh) {
    const known =
      former.get(keyOf(substitution)) ?? lessonsOf(substitution).flatMap((one) => byLesson.get(one) ?? [])[0];
    const before = known && former.has(keyOf(known)) ? known : undefined;
    if (before) former.delete(keyOf(before));
    if (before && faceOf(before) === faceOf(substitution)) continue;
    const sides = [substitution, ...(before ? [before] : [])].flatMap((one) => sidesOf(one, snapshot));
    changes.push({ kind: 'day', substitution, sides, former: before ? [before.id] : [] });
  }
  const arrivals = new Map(changes.map((change) => [keyOf(change.substitution as Substitution), change]));
  for (const change of changes.filter(({ substitution }) => substitution.kind === 'MOVED_TO')) {
    const arrival = arrivals.get(`${keyOf(change.substitution as Substitution)}:arrival`);
    if (!arrival) continue;
    change.sides.push(...arrival.sides);
    change.former.push(...arrival.former);
    changes.splice(changes.indexOf(arrival), 1);
  }
  for (const substitution of former.values())
    changes.push({
      kind: 'withdrawn',
      substitution,
      sides: sidesOf(substitution, snapshot),
      former: [substitution.id],
    });
  return changes;
}

/** Those that go on as they look under another number, each with the later one: nobody is told. */
export function listUnchanged({ added, ended }: Parameters<typeof toDayChanges>[1]): [former: number, later: number][] {
  const later = new Map(added.map((one) => [keyOf(one), one]));
  return ended.flatMap((one): [number, number][] => {
    const next = later.get(keyOf(one));
    return next && faceOf(next) === faceOf(one) ? [[one.id, next.id]] : [];
  });
}

/** The times and sides of a lesson of the week, from either version of the plan. */
type WeeklyLesson = Pick<
  StoredLesson,
  'lesson_id' | 'course_id' | 'subject_id' | 'hour' | 'grade_ids' | 'teacher_ids' | 'bookable_ids' | 'comment'
> & { time_begins_at: string; time_ends_at: string; dates: readonly string[] };

/** A lesson of a former version with its dates. */
export function toFormerLesson(
  lesson: Omit<StoredLesson, 'pattern'> & { weeks: string[] | null },
  snapshot: Pick<PlanSnapshot, 'holidays'>,
): WeeklyLesson {
  const dates = datesOf(lesson, toFreeDays(snapshot.holidays));
  const { time_begins_at, time_ends_at } = lesson;
  return { ...lesson, dates, time_begins_at: time_begins_at ?? '', time_ends_at: time_ends_at ?? '' };
}

/**
 * The changes of every week between two versions, from their first date to come on. What a lesson was and is stands
 * like a substitution of that date, so that the same words tell it.
 */
export function toWeeklyChanges(
  snapshot: PlanSnapshot,
  { ids, former }: { ids: readonly number[]; former: ReadonlyMap<number, WeeklyLesson> },
  now: LocalMoment,
): PlanChange[] {
  return ids.flatMap((id): PlanChange[] => {
    const old = former.get(id);
    const later = snapshot.lessonsById.get(id);
    const next = (lesson: WeeklyLesson | undefined) =>
      lesson?.dates.find((date) => date > now.date || (date === now.date && lesson.time_ends_at > now.time));
    const [was, is] = [next(old), next(later)];
    const lesson = is === undefined ? old : later;
    const date = is ?? was;
    if (!lesson || date === undefined) return [];
    const isMoved = old && later && was && is && (was !== is || old.time_begins_at !== later.time_begins_at);
    const before = was === undefined ? undefined : old;
    const substitution: PlanSubstitution = {
      id: 0,
      uuid: '',
      is_hidden: false,
      moved_comment: null,
      replaces: [],
      kind: is === undefined ? 'CANCLED' : before === undefined ? 'ADDITIONAL' : isMoved ? 'MOVED_TO' : null,
      date: isMoved ? was : date,
      hour: lesson.hour,
      time_begins_at: (isMoved ? old : lesson).time_begins_at,
      time_ends_at: (isMoved ? old : lesson).time_ends_at,
      from_subject_id: before?.subject_id ?? null,
      from_grade_ids: before?.grade_ids ?? [],
      from_teacher_ids: before?.teacher_ids ?? [],
      from_bookable_ids: before?.bookable_ids ?? [],
      course_id: lesson.course_id,
      subject_id: lesson.subject_id,
      grade_ids: lesson.grade_ids,
      teacher_ids: lesson.teacher_ids,
      bookable_ids: lesson.bookable_ids,
      comment: null,
      target_date: isMoved ? is : null,
      target_hour: isMoved ? later.hour : null,
      target_time_begins_at: isMoved ? later.time_begins_at : null,
      target_time_ends_at: isMoved ? later.time_ends_at : null,
    };
    return [{ kind: 'weekly', substitution, sides: sidesOf(substitution, snapshot), former: [] }];
  });
}
