import { addDays, weekdayOf } from '../../kernel/calendar/dates.ts';

/** Most exams of a class, or of a pupil, in a day and in a week from Monday to Sunday; 0 is no limit. */
export interface ExamLimits {
  per_day: number;
  per_week: number;
}

/** An exam that counts towards the limits. */
export interface CountedExam {
  id: number;
  date: string;
  /** All pupils of these grades write it. */
  is_open: boolean;
  grade_ids: readonly number[];
}

/** A pupil who writes the exam that is judged, with the other exams of the week that they write too. */
export interface CountedPupil {
  user_id: number;
  grade_id: number | null;
  exam_ids: readonly number[];
}

/** Somebody is over a limit: a whole class (`grade_id`), or some pupils. */
export interface ExamOver {
  scope: 'day' | 'week';
  grade_id: number | null;
  user_ids: number[];
  /** The most exams that one of them would have then, the judged one included. */
  count: number;
  limit: number;
  /** The other exams because of which they are over. */
  exam_ids: number[];
}

/** The Monday and the Sunday of a day's week. */
export function examWeekOf(date: string): { from: string; until: string } {
  const from = addDays(date, 1 - weekdayOf(date));
  return { from, until: addDays(from, 6) };
}

/**
 * Who is over a limit by one more exam: classes that all of them write, then pupils who are over by exams of their courses, without
 * those whose class has been named.
 */
export function examsOver(
  judged: Omit<CountedExam, 'id'>,
  limits: ExamLimits,
  others: readonly CountedExam[],
  pupils: readonly CountedPupil[],
): ExamOver[] {
  const week = examWeekOf(judged.date);
  const overs: ExamOver[] = [];
  for (const scope of ['day', 'week'] as const) {
    const limit = scope === 'day' ? limits.per_day : limits.per_week;
    if (limit === 0) continue;
    const near = others.filter(({ date }) =>
      scope === 'day' ? date === judged.date : date >= week.from && date <= week.until,
    );
    const named = new Set<number>();
    for (const grade_id of judged.is_open ? judged.grade_ids : []) {
      const written = near.filter((one) => one.is_open && one.grade_ids.includes(grade_id));
      if (written.length + 1 <= limit) continue;
      named.add(grade_id);
      const exam_ids = written.map(({ id }) => id);
      overs.push({ scope, grade_id, user_ids: [], count: written.length + 1, limit, exam_ids });
    }
    const ids = new Set(near.map(({ id }) => id));
    const over = pupils
      .filter(({ grade_id }) => grade_id === null || !named.has(grade_id))
      .map(({ user_id, exam_ids }) => ({ user_id, exam_ids: exam_ids.filter((id) => ids.has(id)) }))
      .filter(({ exam_ids }) => exam_ids.length + 1 > limit);
    if (over.length === 0) continue;
    overs.push({
      scope,
      grade_id: null,
      user_ids: over.map(({ user_id }) => user_id),
      count: Math.max(...over.map(({ exam_ids }) => exam_ids.length)) + 1,
      limit,
      exam_ids: [...new Set(over.flatMap(({ exam_ids }) => exam_ids))].sort((one, other) => one - other),
    });
  }
  return overs;
}
