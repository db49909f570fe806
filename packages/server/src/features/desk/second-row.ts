import {
  type CoreTime,
  type DayLesson,
  type DayRoom,
  type SecondRowAnswers,
  type SecondRowFound,
  secondRow,
  spanOn,
} from '@kreide/core/features/desk';
import { type LevelledClass, levelsOf } from '@kreide/core/features/structure';
import { nameOf } from '@kreide/core/features/timetable';
import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { listBasedata, listDuties, listPeopleOf } from '../structure/index.ts';
import { findTask, toSubstitutionLesson, wordsOf } from '../timetable/index.ts';
import { type Held, missingAt } from './changes.ts';
import { type OpenDay, periodsOn } from './day.ts';
import { findBefore, toRow } from './deciding.ts';
import { missingOf, toPeople } from './facts.ts';
import { withoutLesson } from './ranking.ts';
import { toPlanRows } from './rows.ts';

/** What has no lesson of the plan and takes place all the same. */
const ALONE: ReadonlySet<string | null> = new Set([null, 'ADDITIONAL', 'MOVED_FROM', 'EVENT']);

/** Everything that takes place on the day besides a lesson, with all changes. */
function listOthers(day: OpenDay, lessonId: number): DayLesson[] {
  const decisionOf = (id: number) => {
    const row = day.decisions.find((one) => one.lesson_id === id && one.date === day.date);
    return row ? { id: row.id, version: row.version } : null;
  };
  const held = day.lessons.flatMap((one): DayLesson[] => {
    const { lesson, now, changes, begins_at, ends_at } = one;
    if (now === null || lesson.lesson_id === lessonId) return [];
    const { lesson_id, hour, subject_id, course_id, grade_ids } = lesson;
    const isStandby = subject_id !== null && day.standby.has(subject_id);
    const is_taught = !isStandby && changes.every(({ kind }) => kind === null) && !missingOf(day, one).isOpen;
    const is_planned = changes.length === 0;
    const places = { lesson_id, hour, begins_at, ends_at, subject_id, course_id, grade_ids };
    return [{ ...places, ...now, is_planned, is_taught, decision: decisionOf(lesson_id) }];
  });
  const alone = day.changes
    .filter(({ kind, replaces }) => (replaces.length === 0 || kind === 'ADDITIONAL') && ALONE.has(kind))
    .map((row): DayLesson => {
      const { hour, time_begins_at: begins_at, time_ends_at: ends_at, subject_id, course_id } = row;
      const { grade_ids, teacher_ids, bookable_ids } = row;
      const who = { subject_id, course_id, grade_ids, teacher_ids, bookable_ids };
      const not = { is_planned: false, is_taught: false, decision: null };
      return { lesson_id: null, hour, begins_at, ends_at, ...who, ...not };
    });
  return [...held, ...alone];
}

/** Rooms and core times, as the master data has them. */
async function readFacts(db: Kysely<DB>, day: OpenDay) {
  const { schoolId, date, absences, rules } = day;
  const rooms = new Map(
    (await listBasedata(db, schoolId, 'bookables')).map((row): [number, DayRoom] => {
      const { id, shortcut, building, capacity } = row as unknown as DayRoom;
      const absent = absences.flatMap((one) => (one.bookable_id === id ? [spanOn(one, date)] : []));
      return [id, { id, shortcut, building, capacity, absent }];
    }),
  );
  const core = new Map<number, CoreTime>();
  const levels = new Map<number, readonly number[]>();
  for (const row of await listBasedata(db, schoolId, 'grades')) {
    const { id, core_begins_at, core_ends_at } = row as typeof row & Record<string, string | null>;
    const isOwn = core_begins_at !== null || core_ends_at !== null;
    const own = isOwn ? { core_begins_at, core_ends_at } : rules;
    core.set(id, { begins_at: own.core_begins_at ?? null, ends_at: own.core_ends_at ?? null });
    levels.set(id, levelsOf(row as unknown as LevelledClass));
  }
  return { rooms, core, levels };
}

/** How many pupils take part in lessons of the day. */
async function countPupils(db: Kysely<DB>, { snapshot, schoolId, date }: OpenDay, lessons: readonly DayLesson[]) {
  const sides = lessons.map(({ course_id, grade_ids }) => {
    const course = course_id === null ? undefined : snapshot.courses.get(course_id);
    const is_open = !course || course.is_required || !course.has_enrolments;
    return { date, course_id, is_open, grade_ids, teacher_ids: [] };
  });
  const counts = new Map<number, number>();
  for (const { place } of await listPeopleOf(db, schoolId, sides)) {
    const id = lessons[place]?.lesson_id ?? 0;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

const list = (units: readonly { shortcut: string }[]): string => units.map(({ shortcut }) => shortcut).join(', ');

function toDayLesson({ lesson, begins_at, ends_at }: Held, day: OpenDay): DayLesson {
  const { lesson_id, hour, subject_id, course_id, grade_ids, teacher_ids, bookable_ids } = lesson;
  const row = findBefore(day.decisions, day.date, { id: null, lesson_id });
  const decision = row ? { id: row.id, version: row.version } : null;
  const who = { subject_id, course_id, grade_ids, teacher_ids, bookable_ids };
  return { lesson_id, hour, begins_at, ends_at, ...who, is_planned: false, is_taught: false, decision };
}

/** What people read with each answer, unless the desk writes something else. */
function commentOf({ kind, other }: SecondRowFound, names: NonNullable<Shown> | null, t: Translate): string | null {
  const of = (what: Shown) => [list(what?.grades ?? []), what && toSubject(what)].filter(Boolean).join(' ');
  if (kind === 'MERGE') return t('desk:second.commentMerged', { name: of(names) });
  if (kind === 'TWO_ROOMS') return t('desk:second.commentTwoRooms', { room: list(names?.bookables ?? []) });
  return other === null && kind === 'ALONE' ? t('desk:second.commentAlone') : null;
}
type Shown = SecondRowAnswers['answers'][number]['other'];
const toSubject = ({ subject, course }: NonNullable<Shown>): string => {
  const what = subject ?? course;
  return what ? nameOf(what) : '';
};

/** What can become of a lesson of the day whose teacher is missing; null: the day does not have it. */
export async function answersFor(
  db: Kysely<DB>,
  day: OpenDay,
  lessonId: number,
  t: Translate,
): Promise<SecondRowAnswers | null> {
  const held = day.lessons.find(({ lesson }) => lesson.lesson_id === lessonId);
  if (!held) return null;
  const away = missingAt(day.absences, day.date, held).teachers;
  if (!held.lesson.teacher_ids.some((id) => away.has(id))) return { answers: [], refused: [] };
  const lesson = toDayLesson(held, day);
  const others = listOthers(day, lessonId);
  const beside = others.filter(({ begins_at, lesson_id }) => lesson_id !== null && begins_at === lesson.begins_at);
  const people = toPeople(withoutLesson(day, held), await listDuties(db, day.schoolId), day.rules.compared);
  const task = await findTask(db, { school_id: day.schoolId, lesson_id: lessonId, date: day.date });
  const plan = {
    others,
    periods: periodsOn(day.snapshot, day.date),
    people: new Map(people.map((one) => [one.id, one])),
    sizes: await countPupils(db, day, [lesson, ...beside]),
    ...(await readFacts(db, day)),
  };
  const present_ids = lesson.teacher_ids.filter((id) => !away.has(id));
  const { answers, refused } = secondRow({ lesson, present_ids, has_task: task !== undefined }, plan, day.date);
  const words = wordsOf(day.snapshot, { kind: 'member' });
  const shown = answers.map((found) => {
    const { kind, other: next, reasons, consequences } = found;
    const other = next && {
      lesson_id: next.lesson_id ?? 0,
      hour: next.hour,
      time_begins_at: next.begins_at,
      subject: words.subject(next.subject_id),
      course: words.course(next.course_id),
      grades: words.grades([...next.grade_ids]),
      teachers: words.teachers([...next.teacher_ids]),
      bookables: words.bookables([...next.bookable_ids]),
    };
    const comment = commentOf(found, other, t);
    const decisions = found.decisions.map((draft) => ({ ...draft, comment }));
    const reads = decisions.flatMap((draft) => {
      const row = toRow(day, draft, findBefore(day.decisions, day.date, draft), () => undefined);
      // What is not decided has no identity yet; in one answer a lesson stands once.
      const named = { ...row, id: row.id || (row.lesson_id ?? 0) };
      return toPlanRows(named, day.snapshot).map((one) => toSubstitutionLesson(day.snapshot, one, words));
    });
    return { kind, other, reasons: [...reasons], consequences: [...consequences], decisions, reads };
  });
  return { answers: shown, refused };
}
