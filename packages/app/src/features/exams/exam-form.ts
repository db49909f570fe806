import type { Exam, ExamChange, ExamDraft, ExamKind, ExamOptions, ExamUnit } from '@kreide/core/features/exams';
import type { Period } from '@kreide/core/features/structure';
import { addDays, weekdayOf } from '@kreide/core/kernel';

/** An exam as it is written; the unit and the room are keys of their choices, empty for none. */
export interface Draft {
  unit: string;
  date: string;
  time_begins_at: string;
  time_ends_at: string;
  room: string;
  kind: ExamKind;
  topic: string;
  note: string;
  is_public: boolean;
  takes_place: boolean;
  over_reason: string;
}

type Unit = ExamOptions['units'][number];

/** The key of a choice for whom an exam is. */
export const unitKey = ({ course, grade, subject }: Pick<Unit, 'course' | 'grade' | 'subject'>): string =>
  course ? `course-${course.id}` : `grade-${grade?.id}-${subject?.id}`;

/** The rooms to choose from, with the one that an exam has already where it is not among them. */
export const toRooms = ({ rooms }: Pick<ExamOptions, 'rooms'>, room: Exam['room']): ExamOptions['rooms'] =>
  room === null || rooms.some(({ id }) => id === room.id) ? rooms : [...rooms, room];

/** Whose exam a choice means. */
export function toUnit(key: string, units: readonly Unit[]): ExamUnit {
  const unit = units.find((one) => unitKey(one) === key);
  if (!unit) return { course_id: null, grade_id: null, subject_id: null };
  if (unit.course) return { course_id: unit.course.id, grade_id: null, subject_id: null };
  return { course_id: null, grade_id: unit.grade?.id ?? null, subject_id: unit.subject?.id ?? null };
}

/** As it is, or a new one a week from a day on. */
export function toDraft(known: Exam | null, today: string): Draft {
  return {
    unit: '',
    date: known?.date ?? addDays(today, 7),
    time_begins_at: known?.time_begins_at ?? '',
    time_ends_at: known?.time_ends_at ?? '',
    room: known?.room ? `${known.room.id}` : '',
    kind: known?.kind ?? 'test',
    topic: known?.topic ?? '',
    note: known?.note ?? '',
    is_public: known?.is_public ?? false,
    takes_place: known ? !known.is_cancelled : true,
    over_reason: known?.over_reason ?? '',
  };
}

/** What a new exam and one that is changed have in common when they are sent. */
export function toInput(draft: Draft): Omit<ExamDraft, keyof ExamUnit> {
  const { date, time_begins_at, time_ends_at, room, kind, topic, note, is_public, over_reason } = draft;
  return {
    date,
    time_begins_at,
    time_ends_at,
    bookable_id: room === '' ? null : Number(room),
    kind,
    topic: topic.trim(),
    note: note.trim(),
    is_public,
    over_reason: over_reason.trim(),
  };
}

/** An exam as it is sent to be changed in some of it. */
export const toChange = (exam: Exam, values: Partial<ExamChange>): ExamChange => ({
  ...toInput(toDraft(exam, exam.date)),
  is_cancelled: exam.is_cancelled,
  updated_at: exam.updated_at,
  ...values,
});

/** A lesson or several in a row, as a choice for the times of an exam. */
export interface HoursChoice {
  key: string;
  text: string;
  begins_at: string;
  ends_at: string;
}

/** Lessons in a row that an exam can take. */
const IN_A_ROW = 6;

/** The periods of a day and those of them in a row, by their beginning. */
export function toHours(times: readonly Period[], date: string): HoursChoice[] {
  const weekday = date === '' ? null : weekdayOf(date);
  const own = times.filter((one) => one.weekday === weekday);
  const usual = times.filter((one) => one.weekday === null && !own.some(({ hour }) => hour === one.hour));
  const periods = [...own, ...usual].toSorted((one, other) => one.begins_at.localeCompare(other.begins_at));
  return periods.flatMap((first, at) =>
    periods.slice(at, at + IN_A_ROW).map((last) => {
      const hours = first === last ? `${first.hour}.` : `${first.hour}.–${last.hour}.`;
      const [begins_at, ends_at] = [first.begins_at, last.ends_at];
      return { key: `${begins_at}-${ends_at}`, text: `${hours} (${begins_at}–${ends_at})`, begins_at, ends_at };
    }),
  );
}
