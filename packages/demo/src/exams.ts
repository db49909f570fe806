import { addDays, mondayOf } from '@kreide/core/kernel';
import { localDate } from './calendar.ts';
import { DEMO_GRADE } from './school.ts';

/** An invented exam of a class. */
export interface DemoExam {
  grade: string;
  subject: string;
  date: string;
  time_begins_at: string;
  time_ends_at: string;
  kind: 'test' | 'exam' | 'oral' | 'other';
  topic: string;
  is_public: boolean;
}

const EXAMS = [
  { day: 3, time_begins_at: '07:50', time_ends_at: '09:25', subject: 'D', kind: 'test', topic: 'Gedichte untersuchen' },
  {
    day: 8,
    time_begins_at: '09:45',
    time_ends_at: '11:20',
    subject: 'M',
    kind: 'test',
    topic: 'Quadratische Gleichungen',
  },
  { day: 17, time_begins_at: '07:50', time_ends_at: '08:35', subject: 'E', kind: 'other', topic: 'Irregular verbs' },
] as const;

/** The exams of the demo class around the week of `now`. */
export function demoExams(now: Date): DemoExam[] {
  const monday = mondayOf(localDate(now));
  return EXAMS.map(({ day, ...exam }) => ({ ...exam, grade: DEMO_GRADE, date: addDays(monday, day), is_public: true }));
}
