import { type ExamUnit, plansExams } from '@kreide/core/features/exams';
import { toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { gradesOfCourses, listTaught } from '../structure/index.ts';
import { type PlanSnapshot, type PlanStore, taughtIn } from '../timetable/index.ts';
import { childrenOf, findPerson } from '../users/index.ts';

type Asking = Pick<Actor, 'school_id' | 'user_id' | 'type' | 'permissions'>;

/** A grade in a subject that somebody teaches by the plan, without a course. */
export interface TaughtSubject {
  readonly grade_id: number;
  readonly subject_id: number;
}

/** Which exams somebody sees, and for what they enter some. */
export interface ExamReader {
  readonly school_id: number;
  readonly user_id: number;
  /** They see all exams of the school. */
  readonly sees_all: boolean;
  /** They enter exams for everybody. */
  readonly plans: boolean;
  /** Of a teacher: what they teach, and the classes in which they teach or are responsible. */
  readonly course_ids: readonly number[];
  readonly subjects: readonly TaughtSubject[];
  readonly grade_ids: readonly number[];
  /** Of pupils and parents: whose exams they see. */
  readonly user_ids: readonly number[];
}

/** The grades in their subjects that a teacher has by the plan, without a course; of everybody where none is named. */
export function subjectsIn(snapshot: PlanSnapshot | undefined, teacherId: number | null): TaughtSubject[] {
  const found = new Map<string, TaughtSubject>();
  for (const { teacher_ids, course_id, subject_id, grade_ids } of snapshot?.lessons ?? []) {
    if (course_id !== null || subject_id === null) continue;
    if (teacherId !== null && !teacher_ids.includes(teacherId)) continue;
    for (const grade_id of grade_ids) found.set(`${grade_id} ${subject_id}`, { grade_id, subject_id });
  }
  return [...found.values()];
}

/** What a teacher teaches, by their courses and by the plan of a day. */
export async function taughtOf(
  db: Kysely<DB>,
  plans: PlanStore,
  { school_id, teacher_id }: { school_id: number; teacher_id: number },
  day: string,
): Promise<Pick<ExamReader, 'course_ids' | 'subjects' | 'grade_ids'>> {
  const own = await listTaught(db, school_id, teacher_id);
  const snapshot = await plans.snapshotAt(school_id, day);
  const planned = snapshot ? taughtIn(snapshot, teacher_id) : { course_ids: [], grade_ids: [] };
  const course_ids = [...new Set([...own.course_ids, ...planned.course_ids])];
  const classes = await gradesOfCourses(db, school_id, course_ids);
  const grade_ids = [...new Set([...own.grade_ids, ...planned.grade_ids, ...classes])];
  return { course_ids, subjects: subjectsIn(snapshot, teacher_id), grade_ids };
}

/** Of whom and for whom somebody sees and enters exams, by the plan of a day. */
export async function readerOf(
  db: Kysely<DB>,
  plans: PlanStore,
  { school_id, user_id, type, permissions }: Asking,
  day: string,
): Promise<ExamReader> {
  const isPlanner = plansExams({ permissions });
  const head = { school_id, user_id, plans: isPlanner, sees_all: isPlanner || permissions.has('manage-users') };
  const nothing = { course_ids: [], subjects: [], grade_ids: [], user_ids: [] };
  if (type === 'STUDENT') return { ...head, ...nothing, user_ids: [user_id] };
  if (type === 'PARENT') {
    const children = await childrenOf(db, school_id, user_id, day);
    return { ...head, ...nothing, user_ids: children.map(({ id }) => id) };
  }
  const teacherId = (await findPerson(db, school_id, user_id))?.teacher_id ?? null;
  if (teacherId === null) return { ...head, ...nothing };
  return { ...head, user_ids: [], ...(await taughtOf(db, plans, { school_id, teacher_id: teacherId }, day)) };
}

/** The same of the one who calls, today. */
export const readerOfCall = (
  plans: PlanStore,
  { db, actor, now }: { db: Kysely<DB>; actor: Actor; now: Date },
): Promise<ExamReader> => readerOf(db, plans, actor, toLocal(now, actor.time_zone).date);

/** Does somebody teach this, or plan for everybody? */
export function teachesUnit(reader: ExamReader, { course_id, grade_id, subject_id }: ExamUnit): boolean {
  if (reader.plans) return true;
  if (course_id !== null) return reader.course_ids.includes(course_id);
  return reader.subjects.some((one) => one.grade_id === grade_id && one.subject_id === subject_id);
}
