import type { PlannedLesson } from '../../packages/core/src/features/planner/index.ts';
import { weeksOf } from '../../packages/core/src/features/planner/index.ts';
import { type ProposalInput, USUAL_WEIGHTS } from '../../packages/core/src/features/planner/proposal/index.ts';
import type { ParsedPlan, Weeks } from '../../packages/core/src/features/timetable-import/index.ts';

const YEAR = { begins_at: '2026-08-01', ends_at: '2027-07-15' };
const MONDAYS = weeksOf(YEAR);

/** Numbers for names, from 1. */
function numbering(): (name: string) => number {
  const known = new Map<string, number>();
  return (name) => {
    if (!known.has(name)) known.set(name, known.size + 1);
    return known.get(name) as number;
  };
}

function patternOf(weeks: Weeks): PlannedLesson['pattern'] {
  if (weeks.kind !== 'cycle') return null;
  const { mask, name } = weeks;
  return { name, weeks: MONDAYS.filter((_, week) => mask[week % mask.length]) };
}

/** The weekly lessons of a plan that was read, as a proposal begins with them; ids are numbers in order of appearance. */
export function toProposalInput(plan: ParsedPlan, rest: Partial<ProposalInput> = {}): ProposalInput {
  const [grade, teacher, bookable, subject, course] = [numbering(), numbering(), numbering(), numbering(), numbering()];
  const periods = plan.times.map((time) => ({ ...time, is_hidden: false }));
  const timeOf = (hour: string, weekday: number) =>
    periods.find((one) => one.hour === hour && one.weekday === weekday) ??
    periods.find((one) => one.hour === hour && one.weekday === null);
  let lesson_id = 0;
  const lessons = plan.lessons.flatMap((lesson) =>
    lesson.placements.flatMap((placement): PlannedLesson[] => {
      const { weekday, hour, weeks } = placement;
      if (weekday === null || hour === null || weeks.kind === 'dates') return [];
      const time = timeOf(hour, weekday);
      const time_begins_at = placement.begins_at ?? time?.begins_at;
      const time_ends_at = placement.ends_at ?? time?.ends_at;
      if (!time_begins_at || !time_ends_at) return [];
      lesson_id += 1;
      const length = periods.filter(
        (one) =>
          one.type === 'LESSON' &&
          (one.weekday ?? weekday) === weekday &&
          one.begins_at < time_ends_at &&
          time_begins_at < one.ends_at,
      ).length;
      return [
        {
          lesson_id,
          version: 1,
          subject_id: lesson.subject === null ? null : subject(lesson.subject),
          course_id: lesson.course === null ? null : course(lesson.course),
          weekday,
          hour,
          time_begins_at,
          time_ends_at,
          length: Math.max(1, length),
          ...YEAR,
          pattern: patternOf(weeks),
          grade_ids: lesson.grades.map(grade),
          teacher_ids: [...new Set(placement.teachers ?? lesson.teachers)].map(teacher),
          bookable_ids: [...new Set(placement.bookables)].map(bookable),
          is_pinned: false,
          is_divisible: false,
        },
      ];
    }),
  );
  const days = Math.max(5, ...lessons.map(({ weekday }) => weekday ?? 0));
  return {
    lessons,
    periods: periods as ProposalInput['periods'],
    days,
    year: YEAR,
    courses: plan.courses.map(({ external_id, code, is_required }) => ({
      id: course(external_id ?? code),
      is_whole: is_required,
    })),
    rooms: [],
    teachers: [],
    grades: [],
    subjects: [],
    wishes: [],
    pinned: new Set(),
    scope: { mode: 'WHOLE' },
    weights: USUAL_WEIGHTS,
    most_class_hours: 10,
    most_teacher_hours: 8,
    most_teacher_days: 5,
    ...rest,
  };
}
