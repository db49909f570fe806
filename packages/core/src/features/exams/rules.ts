/** Characters of what an exam is about, of a note to it, and of the reason for one too many. */
export const EXAM_TOPIC_MAXIMUM = 120;
export const EXAM_NOTE_MAXIMUM = 1000;
export const EXAM_REASON_MAXIMUM = 200;
/** The highest limit that a school can set; 0 is none. */
export const EXAM_LIMIT_MAXIMUM = 20;
/** Limits of a school that has set none: exams of a class, or of a pupil, in a day and in a week. */
export const EXAM_LIMITS = { per_day: 1, per_week: 3 } as const;
/** Exams of one page, and days that a list may reach over. */
export const EXAMS_PAGE = 100;
export const EXAM_DAYS_MAXIMUM = 400;

export const EXAM_KINDS = ['test', 'exam', 'oral', 'other'] as const;
export type ExamKind = (typeof EXAM_KINDS)[number];

/** When an exam is; times are `HH:MM` at the school. */
export interface ExamTimes {
  date: string;
  time_begins_at: string;
  time_ends_at: string;
}

/** Whose exam: that of a course, or of a grade in a subject. */
export interface ExamUnit {
  course_id: number | null;
  grade_id: number | null;
  subject_id: number | null;
}

/** What can be wrong with an exam; the text is `exams:rules.<rule>`. */
export type ExamRule =
  | 'unitRequired'
  | 'dateRequired'
  | 'dateOutside'
  | 'timeRequired'
  | 'endsEarly'
  | 'overLimit'
  | 'reasonRequired';

export interface ExamProblem {
  field: 'course_id' | 'date' | 'time_begins_at' | 'time_ends_at' | 'over_reason';
  rule: ExamRule;
}

/** An exam is of a course, or of a grade in a subject. */
export const isExamUnit = ({ course_id, grade_id, subject_id }: ExamUnit): boolean =>
  course_id === null ? grade_id !== null && subject_id !== null : grade_id === null && subject_id === null;

/** Everything that is wrong with an exam without knowing the others; `unit` is left out where it cannot change. */
export function examProblems(times: ExamTimes, unit?: ExamUnit): ExamProblem[] {
  const problems: ExamProblem[] = [];
  if (unit && !isExamUnit(unit)) problems.push({ field: 'course_id', rule: 'unitRequired' });
  if (times.date === '') problems.push({ field: 'date', rule: 'dateRequired' });
  for (const field of ['time_begins_at', 'time_ends_at'] as const)
    if (times[field] === '') problems.push({ field, rule: 'timeRequired' });
  if (times.time_begins_at !== '' && times.time_ends_at !== '' && times.time_ends_at <= times.time_begins_at)
    problems.push({ field: 'time_ends_at', rule: 'endsEarly' });
  return problems;
}

interface Named {
  shortcut: string;
  name: string | null;
}

/** What an exam is called: its subject, and its course or classes. */
export function examName(exam: { subject: Named | null; course: Named | null; grades: readonly Named[] }): string {
  const { subject, course, grades } = exam;
  const whose = course ? (subject ? course.shortcut : course.name || course.shortcut) : '';
  return [subject && (subject.name || subject.shortcut), whose || grades.map(({ shortcut }) => shortcut).join(', ')]
    .filter(Boolean)
    .join(' · ');
}
