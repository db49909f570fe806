import { type ExamLimits, type ExamOver, type ExamUnit, examsOver } from '@kreide/core/features/exams';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { enrolledCoursesOf } from '../structure/index.ts';
import { type Audience, type PlanStore, takingPlace } from '../timetable/index.ts';
import { listCounted, listOfWeek, type Written } from './queries/writers.ts';
import { type ExamRow, listInRoom } from './queries.ts';

/** Whose an exam of this course or grade would be on a day. */
export async function writtenBy(
  db: Kysely<DB>,
  schoolId: number,
  { course_id, grade_id }: ExamUnit,
  date: string,
): Promise<Written> {
  if (course_id === null) return { date, course_id, is_open: true, grade_ids: grade_id === null ? [] : [grade_id] };
  const course = await enrolledCoursesOf(db, schoolId).where('id', '=', course_id).executeTakeFirstOrThrow();
  const is_open = course.is_required || !course.has_enrolments;
  return { date, course_id, is_open, grade_ids: course.grade_ids };
}

/** Who would be over the limits by an exam, and by which others; `without`: itself, where it is there already. */
export async function judge(
  db: Kysely<DB>,
  schoolId: number,
  judged: Written,
  { limits, without }: { limits: ExamLimits; without: number | null },
): Promise<{ overs: ExamOver[]; others: ExamRow[] }> {
  if (limits.per_day === 0 && limits.per_week === 0) return { overs: [], others: [] };
  const others = await listOfWeek(db, schoolId, judged.date, without);
  if (others.length === 0) return { overs: examsOver(judged, limits, [], []), others };
  const pupils = await listCounted(db, schoolId, judged, others);
  return { overs: examsOver(judged, limits, others, pupils), others };
}

interface InRoom extends Pick<ExamRow, 'date' | 'time_begins_at' | 'time_ends_at'> {
  readonly bookable_id: number;
}

/** Who else has a room then, by the plan and by other exams; the lessons of those who write it leave it to them. */
export async function findTaken(
  db: Kysely<DB>,
  plans: PlanStore,
  schoolId: number,
  at: InRoom,
  { written, without, audience }: { written: Written; without: number | null; audience: Audience },
) {
  const snapshot = await plans.snapshotAt(schoolId, at.date);
  const isOfOthers = ({ course_id, grade_ids }: { course_id: number | null; grade_ids: readonly number[] }) =>
    course_id === null || written.course_id === null
      ? !grade_ids.some((id) => written.grade_ids.includes(id))
      : course_id !== written.course_id;
  const lessons = (snapshot ? takingPlace(snapshot, at.date, audience) : [])
    .filter(({ bookable_ids }) => bookable_ids.includes(at.bookable_id))
    .filter((one) => one.time_begins_at < at.time_ends_at && one.time_ends_at > at.time_begins_at)
    .filter(isOfOthers)
    .map(({ subject_id, grade_ids, ...times }) => ({
      type: 'lesson' as const,
      name: [
        subject_id === null ? null : snapshot?.subjects.get(subject_id)?.shortcut,
        grade_ids.map((id) => snapshot?.grades.get(id)?.shortcut).join(', '),
      ]
        .filter(Boolean)
        .join(' · '),
      time_begins_at: times.time_begins_at,
      time_ends_at: times.time_ends_at,
    }));
  return { lessons, exams: await listInRoom(db, schoolId, at, without) };
}
